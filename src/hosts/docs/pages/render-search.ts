import { sectionTitle } from '../../../docs/served/served-sections.ts'
import type { ServedSite } from '../../../docs/served/served-site.ts'
import type { Locale } from '../../../shared/locale.ts'
import { CONTENT_ID, SEARCH_PATH, renderFrame, type Site } from '../../../web/layout.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { fill, messagesFor, type Messages } from '../../../web/messages.ts'
import { renderNavigation } from './navigation.ts'

/** The members of a SearchResponse (interface §2.1, with `include=highlights,sections,facets`) that the page shows. */
export interface SearchAnswer {
  readonly locale: Locale
  readonly total: number
  readonly results: readonly SearchAnswerResult[]
  readonly facets: { readonly section: readonly SectionFacet[] }
}

interface SectionFacet {
  readonly value: string
  readonly name: string
  readonly count: number
}

export interface SearchAnswerResult {
  readonly title: string
  readonly description: string
  readonly section: string
  readonly version?: string
  readonly url: string
  readonly markdownUrl: string
  readonly anchor?: string
  readonly highlights?: Highlights
  readonly sections?: readonly { readonly headings: readonly string[]; readonly anchor: string }[]
}

/** Ranges are `[start, end)` in UTF-16 code units, ascending. */
export interface Highlights {
  readonly title: readonly Range[]
  readonly extract: string
  readonly ranges: readonly Range[]
}

type Range = readonly [start: number, end: number]

export interface SearchPageInput extends Site {
  readonly locale: Locale
  /** What the generation knows of the site. */
  readonly site: Pick<ServedSite, 'names' | 'locales' | 'look' | 'nav' | 'versions' | 'sections'>
  /** Version that is searched; null: the default one. */
  readonly version: string | null
  /** Section of which the results are; `''`: of all. */
  readonly section: string
  /** Query as typed by the reader; `''` for a page without results. */
  readonly query: string
  /** The answer, or the reason why there is none: the query is too short or too long, or the search cannot answer now. */
  readonly outcome: SearchAnswer | 'invalid' | 'unavailable'
}

/** Number of results that the page requests: the largest that the API allows (interface §4.1). */
export const SEARCH_PAGE_LIMIT = 50

/** Renders the page of search results as a whole HTML document. It needs no JavaScript. */
export function renderSearch(input: SearchPageInput): string {
  const { locale, query, outcome, site, version } = input
  const { look } = site
  const messages = messagesFor(locale)
  const main = markup`<main id="${CONTENT_ID}" tabindex="-1">
<article class="search-page">
<h1>${messages.searchTitle}</h1>
${typeof outcome === 'string' ? refusal(outcome, messages) : answer(outcome, input, messages)}</article>
</main>`
  return renderFrame(
    {
      isKept: false,
      locale,
      title: query === '' ? messages.searchTitle : `${query} · ${messages.searchTitle}`,
      description: null,
      head: markup`<meta name="robots" content="noindex">\n`,
      navigation: renderNavigation({ nav: site.nav(locale, version), locale, path: null, messages, look }, null),
      main,
      translations: new Map(site.locales.map((each) => [each, searchAddress(input, input.section, each)])),
      look,
      siteName: site.names.get(locale) ?? null,
      query,
      version,
    },
    input,
  )
}

function searchAddress({ query, version, ...input }: SearchPageInput, section: string, locale = input.locale): string {
  const parameters = {
    q: query,
    locale,
    ...(version === null ? {} : { version }),
    ...(section === '' ? {} : { section }),
  }
  return `${SEARCH_PATH}?${new URLSearchParams(parameters).toString()}`
}

function refusal(outcome: 'invalid' | 'unavailable', messages: Messages): Markup {
  return markup`<p>${outcome === 'invalid' ? messages.searchLength : messages.searchUnavailable}</p>\n`
}

function answer(found: SearchAnswer, input: SearchPageInput, messages: Messages): Markup {
  const { locale, results, total } = found
  const sections = sectionLinks(found, input, messages)
  if (results.length === 0) return markup`<p>${fill(messages.noResults, { query: input.query })}</p>\n${sections}`
  const isFallback = locale !== input.locale
  const values = { count: total, shown: results.length }
  const count = results.length < total ? messages.firstResults : total === 1 ? messages.oneResult : messages.results
  return markup`${isFallback && markup`<p class="untranslated">${messages.resultsInEnglish}</p>\n`}<p>${fill(count, values)}</p>
${sections}<ol class="results"${input.counted === true && markup` data-query="${input.query}" data-locale="${input.locale}"`}${isFallback && markup` lang="${locale}"`}>
${results.map((result) => resultItem(result, input, locale))}</ol>
`
}

/** Links to the results of one section, and from it to those of all. They are left out where all results are of one. */
function sectionLinks({ facets, locale }: SearchAnswer, input: SearchPageInput, messages: Messages): Markup | null {
  const { section: current, site } = input
  const counted = facets.section.some(({ value }) => value === current)
  const facet = { value: current, name: sectionTitle(site.sections, current, locale), count: 0 }
  const shown = current === '' || counted ? facets.section : [...facets.section, facet]
  if (shown.length < 2 && current === '') return null
  const item = (value: string, name: string, count: Markup | null): Markup => {
    const isCurrent = value === current && markup` aria-current="true"`
    return markup`<li><a href="${searchAddress(input, value)}"${isCurrent}>${name}${count}</a></li>\n`
  }
  return markup`<nav class="facets" aria-label="${messages.sections}">
<ul>
${item('', messages.allSections, null)}${shown.map(({ count, name, value }) => item(value, name, markup` <span>${String(count)}</span>`))}</ul>
</nav>
`
}

function resultItem(result: SearchAnswerResult, { site }: SearchPageInput, locale: Locale): Markup {
  const { title, description, section, version, anchor, highlights, sections = [] } = result
  const page = pageAddress(result)
  const label = site.versions.versions.find(({ name }) => name === version)?.label ?? ''
  const place = [sectionTitle(site.sections, section, locale), label].filter((part) => part !== '').join(' · ')
  const address = (fragment = ''): string => (fragment === '' ? page : `${page}#${encodeURIComponent(fragment)}`)
  const places = sections.filter(({ headings }) => headings.length > 0)
  const extract = highlights?.extract ? marked(highlights.extract, highlights.ranges) : markup`${description}`
  return markup`<li><a href="${address(anchor)}">${marked(title, highlights?.title ?? [])}</a>
${place !== '' && markup`<p class="section">${place}</p>\n`}<p>${extract}</p>${
    places.length > 0 &&
    markup`
<ul class="places">${places.map(({ anchor: fragment, headings }) => markup`<li><a href="${address(fragment)}">${headings.join(' › ')}</a></li>`)}</ul>`
  }</li>
`
}

/** A page of this host stays on the origin from which it was opened; one of another site is on its own. */
function pageAddress({ url, markdownUrl }: SearchAnswerResult): string {
  const { origin, pathname } = new URL(url)
  return origin === new URL(markdownUrl).origin ? pathname : url
}

function marked(text: string, ranges: readonly Range[]): Markup {
  let end = 0
  const parts = ranges.map(([from, to]) => {
    const part = markup`${text.slice(end, from)}<mark>${text.slice(from, to)}</mark>`
    end = to
    return part
  })
  return markup`${parts}${text.slice(end)}`
}
