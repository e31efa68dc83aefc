import type { DocsService } from '../../../../docs/docs-service.ts'
import { sectionTitle } from '../../../../docs/site/served-sections.ts'
import type { ServedSite } from '../../../../docs/site/served-site.ts'
import { isLocale, type Locale } from '../../../../shared/locale.ts'
import { normaliseQuery } from '../../../../shared/normalise-query.ts'
import type { Answer } from '../../../../shared/result.ts'
import { isSearchable, QUERY_MAXIMUM } from '../search.ts'
import type { Scope } from './filters.ts'
import { createHitWriter, pageHits, type FoundPage } from './hits.ts'
import type { SearchParameters } from './parameters.ts'
import { writeQueryId } from './query-id.ts'

const HITS_DEFAULT = 20
/** Most pages that one search finds. */
const PAGES_LIMIT = 50

interface Found {
  readonly locale: string
  readonly total: number
  readonly results: readonly FoundPage[]
}

/** A query that was read and can be asked. */
export interface ReadQuery {
  readonly parameters: SearchParameters
  readonly scope: Scope
  /** Name of the index that the request gave. */
  readonly index: string
  /** Parameters as the answer repeats them. */
  readonly echo: string
}

/** Which hits of all a query asks for. */
interface Window {
  readonly start: number
  readonly length: number
}

/** Answers one query in the form of Algolia's search answers. */
export async function answerQuery(docs: DocsService, read: ReadQuery, aborted: () => boolean): Promise<Answer<object>> {
  const begun = performance.now()
  const { echo, index, parameters, scope } = read
  const { site } = docs
  const query = shorten(normaliseQuery(parameters.query))
  const window = windowOf(parameters)
  const found = await find(docs, query, scope, window, aborted)
  if (!found.ok) return found
  const { locale, results, total } = found.value
  const hits = results.flatMap((page) => pageHits(page, parameters))
  const write = createHitWriter(query, parameters, (page) => groupOf(site, page))
  const isExhaustive = total <= results.length
  const reachable = isExhaustive ? hits.length : Math.max(hits.length, Math.min(total, PAGES_LIMIT))
  const hitCount = Math.max(hits.length, total)
  const value = {
    hits: hits.slice(window.start, window.start + window.length).map(write),
    nbHits: hitCount,
    ...placeOf(parameters, window, reachable),
    exhaustiveNbHits: isExhaustive,
    exhaustive: { nbHits: isExhaustive, typo: true },
    ...(parameters.facets.length === 0
      ? {}
      : { facets: countFacets(site, parameters.facets, scope, locale, hitCount) }),
    query: parameters.query,
    params: echo,
    index,
    renderingContent: {},
    processingTimeMS: Math.max(1, Math.round(performance.now() - begun)),
    ...(parameters.clickAnalytics ? { queryID: writeQueryId(scope.locale, query) } : {}),
  }
  return { ok: true, value }
}

async function find(
  docs: DocsService,
  query: string,
  { locale, section, version }: Scope,
  { length, start }: Window,
  aborted: () => boolean,
): Promise<Answer<Found>> {
  if (!isSearchable(query)) return { ok: true, value: { locale, total: 0, results: [] } }
  const limit = start > 0 ? PAGES_LIMIT : Math.min(PAGES_LIMIT, Math.max(1, length))
  const rest = { highlights: false, sections: 'snippets', facets: false } as const
  const answer = await docs.search({ query, locale, limit, version, section, ...rest }, aborted)
  if (!answer.ok) return answer
  const { buffer, byteLength, byteOffset } = answer.value
  return { ok: true, value: JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString('utf8')) as Found }
}

/** Longer queries are searched by their beginning, as people paste whole sentences. */
function shorten(query: string): string {
  return query.length <= QUERY_MAXIMUM ? query : [...query].slice(0, QUERY_MAXIMUM).join('').trim()
}

function windowOf({ hitsPerPage = HITS_DEFAULT, length, offset, page }: SearchParameters): Window {
  return offset === undefined && length === undefined
    ? { start: page * hitsPerPage, length: hitsPerPage }
    : { start: offset ?? 0, length: length ?? hitsPerPage }
}

/** @param reachable Number of hits that can be asked for. */
function placeOf(
  { hitsPerPage = HITS_DEFAULT, length, offset, page }: SearchParameters,
  window: Window,
  reachable: number,
): object {
  if (offset !== undefined || length !== undefined) return { offset: window.start, length: window.length }
  return { page, nbPages: hitsPerPage === 0 ? 0 : Math.ceil(reachable / hitsPerPage), hitsPerPage }
}

/** DocSearch shows hits in groups: the sections of the navigation, and the documentation itself for pages in none. */
function groupOf({ names, sections }: ServedSite, { locale, section, title }: FoundPage): string {
  const known: Locale | null = isLocale(locale) ? locale : null
  if (section !== '') return known === null ? section : sectionTitle(sections, section, known)
  return (known === null ? undefined : names.get(known)) ?? title
}

/** The values by which a site can filter. Those of which the answer is have its number of hits, and others none. */
function countFacets(
  { locales, versions }: ServedSite,
  names: readonly string[],
  scope: Scope,
  locale: string,
  hitCount: number,
): Record<string, Record<string, number>> {
  const languages = Object.fromEntries(locales.map((each) => [each, each === locale ? hitCount : 0]))
  const searched = scope.version === 0 ? versions.default : versions.versions[scope.version - 1]?.name
  const known: Readonly<Record<string, Record<string, number>>> = {
    language: languages,
    lang: languages,
    version: Object.fromEntries(versions.versions.map(({ name }) => [name, name === searched ? hitCount : 0])),
  }
  const isWanted = (name: string): boolean => names.includes(name) || names.includes('*')
  return Object.fromEntries(Object.entries(known).filter(([name]) => isWanted(name)))
}
