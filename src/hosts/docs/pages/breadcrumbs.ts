import { pageUrl } from '../../../docs/paths.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { navIndexOf } from './nav-index.ts'
import type { PageNavigation } from './navigation.ts'

/** Renders the way from the home page to the page: its section and groups. Null if the page stands in none. */
export function renderBreadcrumbs({ nav, locale, path, messages }: PageNavigation): Markup | null {
  const steps = navIndexOf(nav).trail(path)
  if (steps.length === 0) return null
  const items = [{ title: messages.home, path: '' }, ...steps].map(
    ({ title, path: to }) =>
      markup`<li>${to === null ? markup`<span>${title}</span>` : markup`<a href="${pageUrl('', locale, to)}">${title}</a>`}</li>\n`,
  )
  return markup`<nav class="breadcrumbs" aria-label="${messages.breadcrumbs}"><ol>
${items}</ol></nav>
`
}
