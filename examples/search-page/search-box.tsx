import { useId, useState } from 'react'
import { useSearch } from './use-search.ts'

/** A field and the list of what is found. `host` is the address of the documentation host. */
export function SearchBox({ host }: { readonly host: string }) {
  const [query, setQuery] = useState('')
  const { results, said } = useSearch(host, query)
  const id = useId()
  return (
    <form role="search" onSubmit={(event) => event.preventDefault()}>
      <label htmlFor={id}>Search the documentation</label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <p role="status">{said}</p>
      <ol>
        {results.map(({ description, title, url }) => (
          <li key={url}>
            <a href={url}>{title}</a>
            <p>{description}</p>
          </li>
        ))}
      </ol>
    </form>
  )
}
