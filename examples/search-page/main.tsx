import { createRoot } from 'react-dom/client'
import { SearchBox } from './search-box.tsx'

const place = document.getElementById('search')
if (place !== null) createRoot(place).render(<SearchBox host={place.dataset['host'] ?? ''} />)
