import type { DocsService } from '../../../../docs/served/docs-service.ts'
import { sectionTitle } from '../../../../docs/served/served-sections.ts'
import type { ServedSite } from '../../../../docs/served/served-site.ts'
import { isLocale, type Locale } from '../../../../shared/locale.ts'
import { normaliseQuery } from '../../../../shared/normalise-query.ts'
import type { Answer } from '../../../../shared/result.ts'
import { isSearchable, QUERY_MAXIMUM } from '../search.ts'
import { pagesOf, type TagBudget, type Window } from './budget.ts'
import type { Scope } from './filters.ts'
import { createHitWriter, pageHits, type FoundPage } from './hits.ts'
import type { SearchParameters } from './parameters.ts'
import { writeQueryId } from './query-id.ts'

/** Characters that are read of a text: five times those of the longest query, since normalising may join characters. */
const READ_LIMIT_CHARS = 5 * QUERY_MAXIMUM

interface Found {
  readonly locale: string
  readonly total: number
  readonly results: readonly FoundPage[]
}

/** A query that was read and can be asked. */
export interface ReadQuery {
  readonly parameters: SearchParameters
  /** Normalised text of the search. */
  readonly text: string
  readonly scope: Scope
  /** Name of the index that the request gave. */
  readonly index: string
  /** Parameters as the answer repeats them. */
  readonly echo: string
}

/** What was found for a query, and how to write it. */
export interface FoundQuery {
  /** Writes the answer in the form of Algolia's search answers. */
  readonly write: (tags: TagBudget) => object
}

/** Normalises the text of a search. A longer one is searched by its beginning, as people paste whole sentences. */
export function readText(raw: string): string {
  const query = normaliseQuery(raw.slice(0, READ_LIMIT_CHARS))
  return query.length <= QUERY_MAXIMUM ? query : [...query].slice(0, QUERY_MAXIMUM).join('').trim()
}

/** Asks a search worker. What it found is read when it is written: that takes longer than all else here. */
export async function askQuery(
  docs: DocsService,
  read: ReadQuery,
  window: Window,
  aborted: () => boolean,
): Promise<Answer<FoundQuery>> {
  const begun = performance.now()
  const { site } = docs
  const { scope, text } = read
  if (!isSearchable(text)) {
    const nothing: Found = { locale: scope.locale, total: 0, results: [] }
    return { ok: true, value: { write: (tags) => writeAnswer(site, read, window, nothing, begun, tags) } }
  }
  const rest = { highlights: false, sections: 'snippets', facets: false } as const
  const { locale, section, version } = scope
  const answer = await docs.search({ query: text, locale, limit: pagesOf(window), version, section, ...rest }, aborted)
  if (!answer.ok) return answer
  const { buffer, byteLength, byteOffset } = answer.value
  return {
    ok: true,
    value: {
      write(tags) {
        const found = JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString('utf8')) as Found
        return writeAnswer(site, read, window, found, begun, tags)
      },
    },
  }
}

function writeAnswer(
  site: ServedSite,
  { echo, index, parameters, scope, text }: ReadQuery,
  window: Window,
  { locale, results, total }: Found,
  begun: number,
  tags: TagBudget,
): object {
  const hits = results.flatMap((page) => pageHits(page, parameters))
  const write = createHitWriter(text, parameters, tags, (page) => groupOf(site, page))
  const isExhaustive = total <= results.length
  const reachable = isExhaustive ? hits.length : Math.max(hits.length, Math.min(total, window.reach))
  const hitCount = Math.max(hits.length, total)
  return {
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
    ...(parameters.clickAnalytics ? { queryID: writeQueryId(scope.locale, text) } : {}),
  }
}

/** @param reachable Number of hits that can be asked for. */
function placeOf({ length, offset, page }: SearchParameters, window: Window, reachable: number): object {
  if (offset !== undefined || length !== undefined) return { offset: window.start, length: window.length }
  const hitsPerPage = window.length
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
