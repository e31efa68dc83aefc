import type { DocsService } from '../../docs/served/docs-service.ts'
import { pageUrl, parsePageAddress } from '../../docs/paths.ts'
import type { Locale } from '../../shared/locale.ts'
import { normaliseQuery } from '../../shared/normalise-query.ts'
import { isSearchable } from './api/search.ts'
import type { NearPage } from './pages/render-not-found.ts'
import type { SearchAnswer } from './pages/render-search.ts'

/** Pages that are named at an address without one. */
const NEAR_LIMIT = 6
/** Segments of an address that are looked at. */
const SEGMENT_LIMIT = 8
const WORDS_LIMIT_CHARS = 100
/** Addresses whose near pages are kept. */
const KEPT_LIMIT = 500

/** What is known of an address at which no page is. */
export interface NearPages {
  /** Words of the address, as a query, or `''`. */
  readonly words: string
  readonly pages: readonly NearPage[]
}

/**
 * Looks for the pages nearest to an address, by its parts and by its words. What it finds is kept for a generation, unless a
 * part of it could not be asked for.
 */
export function createNearPages(docs: DocsService, siteUrl: string) {
  let kept = new Map<string, Promise<NearPages>>()
  let keptOf = 0

  return function find(locale: Locale, rawPath: string): Promise<NearPages> {
    if (docs.generation !== keptOf) {
      kept = new Map()
      keptOf = docs.generation
    }
    const segments = segmentsOf(rawPath)
    const key = `${locale} ${segments.join('/')}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const found = look(locale, segments, () => kept.delete(key))
    kept.set(key, found)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_LIMIT && oldest !== undefined) kept.delete(oldest)
    return found
  }

  async function look(locale: Locale, segments: readonly string[], forget: () => void): Promise<NearPages> {
    const words = wordsOf(segments)
    const near = new Map<string, NearPage>()
    for (const path of alike(segments)) {
      const answer = await docs.page(locale, path)
      if (!answer.ok) forget()
      if (!answer.ok || answer.value === null) continue
      const { locale: served, siteAddress, title } = answer.value
      add(near, { url: siteAddress ?? pageUrl('', locale, path), title, locale: served })
    }
    const last = wordsOf(segments.slice(-1))
    for (const query of new Set([last, words])) {
      if (near.size < NEAR_LIMIT && isSearchable(query)) await search(near, locale, query, forget)
    }
    return { words, pages: [...near.values()] }
  }

  async function search(near: Map<string, NearPage>, locale: Locale, query: string, forget: () => void): Promise<void> {
    const asked = { query, locale, limit: NEAR_LIMIT, highlights: false, sections: 'none', facets: false } as const
    const answer = await docs.search({ ...asked, version: 0, section: 0 }, () => false)
    if (!answer.ok) return forget()
    // The bytes are a SearchResponse that the engine wrote.
    const { locale: served, results } = JSON.parse(new TextDecoder().decode(answer.value)) as SearchAnswer
    for (const { title, url } of results) {
      const own = url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url
      add(near, { url: own, title, locale: served })
    }
  }
}

function add(near: Map<string, NearPage>, page: NearPage): void {
  if (near.size < NEAR_LIMIT && !near.has(page.url)) near.set(page.url, page)
}

/** The parts of an address, without locale, extension and the name of an index. */
function segmentsOf(rawPath: string): readonly string[] {
  const address = parsePageAddress(rawPath) ?? parsePageAddress(`/en${rawPath}`)
  if (address === null) return []
  const bare = address.path.replace(/\.html?$/i, '').replace(/(?:^|\/)index$/i, '')
  return bare
    .split('/')
    .filter((segment) => segment !== '')
    .slice(-SEGMENT_LIMIT)
}

/** Paths at which the page may be: without the first folders, which other sites have, and the folders above it. */
function alike(segments: readonly string[]): string[] {
  const within = segments.slice(1).map((_, at) => segments.slice(at + 1).join('/'))
  const above = segments.slice(1).map((_, at) => segments.slice(0, -1 - at).join('/'))
  return [...new Set([segments.join('/'), ...within, ...above])].filter((path) => path !== '')
}

function wordsOf(segments: readonly string[]): string {
  const words = segments.join(' ').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return normaliseQuery(Array.from(words.join(' ')).slice(0, WORDS_LIMIT_CHARS).join(''))
}
