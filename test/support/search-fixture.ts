import type { Extras } from '../../src/engine/query/found.ts'
import { buildWithExtracts } from '../../src/engine/build/extracts.ts'
import type { ExtractParts } from '../../src/engine/index/extracts.ts'
import type { BuildOptions } from '../../src/engine/build/build.ts'
import type { SearchDocument, SynonymTable } from '../../src/engine/index/document.ts'
import { inOneBuffer } from '../../src/generation/keep-in-memory.ts'
import { openIndex, type SearchIndex } from '../../src/engine/index/open.ts'
import { createSearcher, type Searcher } from '../../src/engine/query/searcher.ts'
import type { Locale } from '../../src/shared/locale.ts'

/** Makes a page with one section from the parts that a test needs. */
export function page(path: string, title: string, text = '', more: Partial<SearchDocument> = {}): SearchDocument {
  return {
    path,
    title,
    description: '',
    section: path.includes('/') ? path.slice(0, path.indexOf('/')) : '',
    sections: [{ heading: '', anchor: '', text }],
    ...more,
  }
}

export function indexOf(pages: readonly SearchDocument[], locale: Locale = 'en', synonyms?: SynonymTable): SearchIndex {
  return fullIndex(pages, {
    locale,
    ...(synonyms === undefined ? {} : { synonyms }),
  })
}

/** Builds an index with its extracts. */
export function fullIndex(pages: readonly SearchDocument[], options: BuildOptions): SearchIndex {
  const { buffer, extracts } = buffersOf(pages, options)
  return openIndex(buffer, extracts, 'https://docs.example')
}

/** Builds an index with its extracts, and opens neither. */
export function buffersOf(
  pages: readonly SearchDocument[],
  options: BuildOptions,
): { buffer: SharedArrayBuffer; extracts: ExtractParts } {
  const { extracts, index } = buildWithExtracts(pages, options)
  return { buffer: index, extracts: inOneBuffer(extracts()) }
}

export function searcherOf(pages: readonly SearchDocument[], locale: Locale = 'en', synonyms?: SynonymTable): Searcher {
  return createSearcher(new Map([[locale, indexOf(pages, locale, synonyms)]]))
}

/** @returns the paths of the results, best first */
export function pathsOf(searcher: Searcher, query: string, locale: Locale = 'en', limit = 10): string[] {
  return searcher.search({ query, locale, limit }).hits.map((hit) => hit.path)
}

/** @returns a generator of numbers in [0, 1), with which random tests fail the same way each time */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Highlights and snippets of sections, without passages and code, which come from pages as they are stored. */
export function extrasOf(sections: Extras['sections'] = 'snippets'): Extras {
  return { highlights: true, sections, readPassage: () => '', readCode: () => [] }
}
