import type { Test } from 'tap'
import { createByteWriter, type ByteWriter } from '../../src/engine/index/byte-writer.ts'
import type { Extras, SearcherQuery } from '../../src/engine/query/found.ts'
import { createNativeSearcher } from '../../src/engine/native/native-searcher.ts'
import type { Addon } from '../../src/engine/native/addon.ts'
import type { SearchIndex } from '../../src/engine/index/open.ts'
import { createSearcher, type Searcher } from '../../src/engine/query/searcher.ts'
import type { Locale } from '../../src/shared/locale.ts'
import { extrasOf, seededRandom } from '../support/search-fixture.ts'
import { createQueryMaker, type QuerySource } from './random-queries.ts'

/** With `LONG=1` there are ten times as many queries, as before a release. */
export const LONG = process.env['LONG'] === '1' ? 10 : 1
export const SEED = Number(process.env['SEED'] ?? 20_261_121)
/** Limits that hosts allow, at the edges of the rerank, and more than an answer contains. */
const LIMITS = [1, 5, 10, 20, 21, 50]
/** One in this number of queries also compares hits, and highlights and sections. */
const HITS_EVERY = 8
const EXTRAS_EVERY = 6
/** One in this number of queries is in one section, and one in that asks for facets. */
const SECTION_EVERY = 3
const FACETS_EVERY = 10

export interface Comparison {
  readonly indexes: ReadonlyMap<Locale, SearchIndex>
  readonly source: QuerySource
  readonly count: number
}

/**
 * Sends both engines the same random queries, some of them in one section and some with facets. Fails at the first answer that
 * is not equal byte for byte, or whose total and facets do not agree with its results.
 */
export function compareSearchers(t: Test, addon: Addon, { count, indexes, source }: Comparison): void {
  const javascript = createSearcher(indexes)
  const native = createNativeSearcher(addon, indexes)
  const random = seededRandom(SEED)
  const makeQuery = createQueryMaker(source, random)
  const locales = [...indexes.keys()]
  const names = [...new Set(source.documents.map(({ section }) => section)), 'no such section']
  const ours = createByteWriter()
  const theirs = createByteWriter()
  let matches = 0
  for (let i = 0; i < count * LONG; i++) {
    const query: SearcherQuery = {
      query: makeQuery(),
      locale: locales[Math.floor(random() * locales.length)]!,
      limit: LIMITS[Math.floor(random() * LIMITS.length)]!,
      ...(i % SECTION_EVERY === 0 ? { section: names[Math.floor(random() * names.length)]! } : {}),
    }
    const withFacets = i % FACETS_EVERY === 0
    const added = i % EXTRAS_EVERY === 0 ? extrasOf(i % 4 === 0 ? 'none' : 'snippets') : undefined
    const facets = withFacets ? { sectionTitle: (name: string, locale: Locale) => `${name} in ${locale}` } : {}
    const extras = withFacets ? { ...(added ?? { ...extrasOf('none'), highlights: false }), ...facets } : added
    // A writer that is too small grows in the middle of an answer.
    const out = i % HITS_EVERY === 0 ? createByteWriter(16) : theirs
    const expected = answer(javascript, query, ours, extras)
    const found = answer(native, query, out, extras)
    const same = expected.equals(found)
    if (same && expected.includes('"score":')) matches++
    const hits = i % HITS_EVERY === 0
    const fault = same && (hits || withFacets) ? disagreement(native, query, found) : null
    if (fault !== null) {
      t.fail(fault, { seed: SEED, number: i, ...query, answer: found.toString() })
      return
    }
    if (same && !(hits && JSON.stringify(javascript.search(query)) !== JSON.stringify(native.search(query)))) continue
    t.equal(found.toString(), expected.toString(), 'the bytes', { seed: SEED, number: i, ...query })
    t.same(native.search(query), javascript.search(query), 'the hits', { seed: SEED, number: i, ...query })
    return
  }
  const empty = [...indexes.values()].every(({ pageCount }) => pageCount === 0)
  t.equal(matches > 0, !empty, `${matches} of ${count * LONG} queries have results, all the same`)
}

interface Answer {
  readonly total: number
  readonly results: readonly { readonly section: string; readonly url: string }[]
  readonly facets?: { readonly section: readonly { readonly value: string; readonly count: number }[] }
}

/** Says where total, facets and results of an answer do not agree; null: they do. */
function disagreement(searcher: Searcher, query: SearcherQuery, json: Buffer): string | null {
  const { facets, results, total } = JSON.parse(json.toString()) as Answer
  if (results.length !== Math.min(query.limit, total)) return `${results.length} results of ${total}`
  if (new Set(results.map(({ url }) => url)).size !== results.length) return 'a page is twice in the results'
  if (query.section !== undefined && results.some(({ section }) => section !== query.section)) return 'another section'
  for (const { count, value } of facets?.section ?? []) {
    const { total: inSection } = searcher.search({ ...query, section: value })
    if (inSection !== count) return `the facet of ${value} counts ${count} of ${inSection}`
  }
  return null
}

function answer(searcher: Searcher, query: SearcherQuery, out: ByteWriter, extras: Extras | undefined): Buffer {
  out.length = 0
  searcher.writeAnswer(query, out, extras)
  return Buffer.from(out.bytes.buffer, out.bytes.byteOffset, out.length)
}
