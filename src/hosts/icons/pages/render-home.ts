import { FACET_NAMES } from '../../../engine/catalogue/catalogue-index.ts'
import type { IconRecord } from '../../../icons/icon-record.ts'
import type { IconFacets } from '../../../icons/icons-service.ts'
import type { Locale } from '../../../shared/locale.ts'
import { MENU_ID } from '../../../web/layout.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { fill } from '../../../web/messages.ts'
import { homeAddress, PAGE_SIZE, type IconsView } from './icons-address.ts'
import { renderFilters, type FilterCounts } from './icons-filters.ts'
import { renderIconsFrame, type IconsSite } from './icons-frame.ts'
import { iconsMessagesFor, textsFor } from './messages/icons-messages.ts'
import type { IconsMessages } from './messages/messages-en.ts'
import { renderTile, renderTileTemplate } from './icon-tile.ts'

/** The members of an answer of `/api/v1/icons` that the page shows. */
export interface IconsFound {
  readonly total: number
  readonly results: readonly IconRecord[]
  readonly nearest?: readonly IconRecord[]
  readonly facets?: NonNullable<FilterCounts>
}

export interface IconsHomeInput extends IconsSite {
  readonly locale: Locale
  readonly lang: Locale | null
  readonly view: IconsView
  readonly facets: IconFacets
  /** The answer, or the reason why there is none: the query is too long, or the search cannot answer now. */
  readonly outcome: IconsFound | 'invalid' | 'unavailable'
  /** Alternative queries, if nothing was found. */
  readonly suggestions: readonly string[]
}

/** Names of the texts for the scripts of the list. */
const SCRIPT_TEXTS = [
  'filters',
  'filtersActive',
  'icons',
  'iconsFor',
  'limited',
  'more',
  'nearest',
  'noIcons',
  'noIconsHere',
  'oneIcon',
  'close',
  'loading',
  'shown',
  'siteName',
  'unavailable',
] as const

/** Renders the list of icons, of a search or of all, as a whole HTML document. It needs no JavaScript. */
export function renderIconsHome(input: IconsHomeInput): string {
  const { facets, lang, locale, view } = input
  const messages = iconsMessagesFor(locale)
  const numbers = new Intl.NumberFormat(locale)
  const sum = (member: 'icons' | 'records'): string =>
    numbers.format(facets.sets.reduce((total, set) => total + set[member], 0))
  const introduction = fill(messages.introduction, { icons: sum('icons'), records: sum('records') })
  const found: IconsFound = typeof input.outcome === 'string' ? { total: 0, results: [] } : input.outcome
  const { nearest = [] } = found
  const clear = homeAddress({ q: view.q }, lang)
  const main = markup`<section class="browse" data-texts="${textsFor(SCRIPT_TEXTS, messages)}" data-page-size="${PAGE_SIZE}" data-page="${view.page}" data-total="${found.total}" data-paused="${input.assets['paused.svg']}">
<div class="introduction"><h1>${messages.heading}</h1>
<p>${introduction}</p></div>
<div class="bar">
<p class="count">${countText(input.outcome, view, messages, numbers)}</p>
<a class="clear" href="${clear}"${chosenFilters(view) === 0 && markup` hidden`}>${messages.clearFilters}</a>
<div class="tools">
<button type="button" class="menu-button" popovertarget="${MENU_ID}">${filtersText(view, messages)}</button>
<button type="button" class="toggle motion" hidden>${messages.pause}</button>
</div>
</div>
<h2 class="nearest"${nearest.length === 0 && markup` hidden`}>${messages.nearest}</h2>
<ul class="grid">
${[...found.results, ...nearest].map((icon) => renderTile(icon, lang, input))}</ul>
${nothing(input, messages)}${paging(found, input, messages, numbers)}${renderTileTemplate()}</section>
`
  return renderIconsFrame(
    {
      locale,
      lang,
      title: view.q === '' ? messages.siteName : view.q,
      description: introduction,
      head: view.q === '' ? null : markup`<meta name="robots" content="noindex">\n`,
      filters: renderFilters(view, facets, found.facets ?? null, messages, locale),
      main,
      query: view.q,
      address: (each) => homeAddress(view, each),
    },
    input,
  )
}

function chosenFilters(view: IconsView): number {
  return FACET_NAMES.filter((name) => view[name] !== null).length
}

function filtersText(view: IconsView, { filters, filtersActive }: IconsMessages): string {
  const count = chosenFilters(view)
  return count === 0 ? filters : fill(filtersActive, { count })
}

function countText(
  outcome: IconsHomeInput['outcome'],
  { q }: IconsView,
  messages: IconsMessages,
  numbers: Intl.NumberFormat,
): string {
  if (outcome === 'invalid') return messages.queryTooLong
  if (outcome === 'unavailable') return messages.unavailable
  const { total } = outcome
  const icons = total === 1 ? messages.oneIcon : fill(messages.icons, { count: numbers.format(total) })
  return q === '' ? icons : fill(messages.iconsFor, { icons, query: q })
}

/** Renders advice for an empty list. It is always in the page, since a script's search may find nothing too. */
function nothing(input: IconsHomeInput, messages: IconsMessages): Markup {
  const { lang, outcome, suggestions, view } = input
  const isEmpty = typeof outcome !== 'string' && outcome.results.length === 0
  const title = view.q === '' ? messages.noIconsHere : fill(messages.noIcons, { query: view.q })
  const words = suggestions.length > 0 ? suggestions : messages.examples
  return markup`<div class="nothing"${!isEmpty && markup` hidden`}>
<p class="nothing-title">${title}</p>
<p>${messages.noIconsTip}</p>
<p>${messages.try}</p>
<ul class="words">
${words.map((word) => markup`<li><a href="${homeAddress({ q: word }, lang)}">${word}</a></li>\n`)}</ul>
</div>
`
}

function paging(
  { results, total }: IconsFound,
  { lang, view }: IconsHomeInput,
  messages: IconsMessages,
  numbers: Intl.NumberFormat,
): Markup {
  const { page } = view
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const hasNext = page < pages && results.length > 0
  const place = fill(messages.pageOf, { page: numbers.format(page), pages: numbers.format(pages) })
  return markup`<nav class="paging" aria-label="${messages.pages}"${pages === 1 && page === 1 && markup` hidden`}>
${page > 1 && markup`<a class="previous" rel="prev" href="${homeAddress({ ...view, page: Math.min(page - 1, pages) }, lang)}">${messages.previousPage}</a>\n`}<p>${place}</p>
<a class="more" rel="next" href="${homeAddress({ ...view, page: page + 1 }, lang)}"${!hasNext && markup` hidden`}>${messages.nextPage}</a>
</nav>
`
}
