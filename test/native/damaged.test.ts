import { join } from 'node:path'
import t from 'tap'
import { readPart } from '../../bench/corpus.ts'
import type { BuildOptions } from '../../src/engine/build/build.ts'
import { createByteWriter } from '../../src/engine/index/byte-writer.ts'
import { createNativeSearcher } from '../../src/engine/native/native-searcher.ts'
import { openIndex, type SearchIndex } from '../../src/engine/index/open.ts'
import { createSearcher, type Searcher } from '../../src/engine/query/searcher.ts'
import type { Locale } from '../../src/shared/locale.ts'
import type { ExtractParts } from '../../src/engine/index/extracts.ts'
import type { Extras } from '../../src/engine/query/found.ts'
import { buffersOf, extrasOf, seededRandom } from '../support/search-fixture.ts'
import { LONG, SEED } from './compare-searchers.ts'
import { withAddon } from './native-addon.ts'
import { createQueryMaker } from './random-queries.ts'

t.setTimeout(600_000)

const DAMAGES = 600
const QUERIES = 6
const PAGES = 30
const HEADER_BYTES = 3 * 4
const EDGES = [0, 1, 63, 255, 65_535, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]

type Random = () => number

/** Index buffers to damage, as the service builds them: of one partition and of several, with and without synonyms and another site. */
async function soundIndexes(): Promise<
  { locale: Locale; buffer: SharedArrayBuffer; extracts: ExtractParts; makeQuery: () => string }[]
> {
  const kinds: (Partial<BuildOptions> & { locale: Locale })[] = [
    {
      locale: 'en',
      synonyms: [
        ['page', 'document'],
        ['search', 'find', 'look up'],
      ],
    },
    { locale: 'zh', partitionPages: 8 },
    { locale: 'ko', synonyms: [['검색', '찾기']], partitionPages: 16 },
  ]
  return Promise.all(
    kinds.map(async (kind) => {
      const { documents, queries } = await readPart(join(import.meta.dirname, '../../content'), 'content', kind.locale)
      const pages = documents.slice(0, PAGES).map((page, at) => ({
        ...page,
        siteAddress: kind.locale === 'ko' ? `https://docs.example/ko/${at}.html` : null,
      }))
      return {
        locale: kind.locale,
        ...buffersOf(pages, kind),
        makeQuery: createQueryMaker(
          { documents: pages, queries: queries.map(({ query }) => query) },
          seededRandom(SEED),
        ),
      }
    }),
  )
}

/** Makes a copy with a few changes to single bytes, 32-bit numbers or digits of the JSON header. Some copies are cut. */
function damage(sound: SharedArrayBuffer, random: Random): SharedArrayBuffer {
  const below = (n: number): number => Math.floor(random() * n)
  const length = random() < 0.05 ? below(sound.byteLength) : sound.byteLength
  const damaged = new SharedArrayBuffer(length)
  const bytes = new Uint8Array(damaged)
  bytes.set(new Uint8Array(sound).subarray(0, length))
  const jsonEnd = Math.min(length, HEADER_BYTES + new Uint32Array(sound, 8, 1)[0]!)
  for (let changes = 1 + below(4); changes > 0 && length > HEADER_BYTES; changes--) {
    const kind = random()
    if (kind < 0.3) {
      const at = HEADER_BYTES + below(jsonEnd - HEADER_BYTES)
      if (bytes[at]! >= 0x30 && bytes[at]! <= 0x39) bytes[at] = 0x30 + below(10)
    } else if (kind < 0.4) bytes[HEADER_BYTES + below(jsonEnd - HEADER_BYTES)] = below(256)
    else if (kind < 0.7) bytes[below(length)] = below(256)
    else if (length >= 4)
      new Uint32Array(damaged, 0, Math.floor(length / 4))[below(length / 4)] = EDGES[below(EDGES.length)]!
  }
  return damaged
}

/**
 * Opens a searcher and sends it all queries. @returns whether the index was refused, or all queries had answers or errors
 */
function outcome(
  open: () => Searcher,
  queries: readonly string[],
  locale: Locale,
  extras?: Extras,
): 'refused' | 'asked' {
  let searcher: Searcher
  try {
    searcher = open()
  } catch (error) {
    if (error instanceof Error) return 'refused'
    throw error
  }
  const out = createByteWriter()
  for (const query of queries) {
    out.length = 0
    try {
      searcher.writeAnswer({ query, locale, limit: 10 }, out, extras)
      searcher.search({ query, locale, limit: 50 })
    } catch (error) {
      if (!(error instanceof Error)) throw error
    }
  }
  return 'asked'
}

withAddon((addon) => {
  t.test('a damaged index is refused or answers in both engines, and none crashes or hangs', async (t) => {
    const sound = await soundIndexes()
    const random = seededRandom(SEED)
    const seen = { refused: 0, javascript: 0, native: 0 }
    for (let i = 0; i < DAMAGES * LONG; i++) {
      const { buffer, locale, makeQuery } = sound[i % sound.length]!
      const damaged = damage(buffer, random)
      const queries = Array.from({ length: QUERIES }, makeQuery)
      let index: SearchIndex
      try {
        index = openIndex(damaged)
      } catch {
        seen.refused++
        continue
      }
      const indexes = new Map([[locale, index]])
      if (outcome(() => createSearcher(indexes), queries, locale) === 'asked') seen.javascript++
      if (outcome(() => createNativeSearcher(addon, indexes), queries, locale) === 'asked') seen.native++
    }
    t.ok(seen.refused > 0, `${seen.refused} of ${DAMAGES * LONG} damaged indexes are refused`)
    t.ok(seen.javascript > 0 && seen.native > 0, `${seen.javascript} and ${seen.native} answer`)
  })

  t.test('damaged extracts are refused or answer in the native engine, and none crashes or hangs', async (t) => {
    const random = seededRandom(SEED)
    const below = (n: number): number => Math.floor(random() * n)
    const seen = { refused: 0, asked: 0 }
    for (const { buffer, extracts, locale, makeQuery } of await soundIndexes()) {
      const { byteLength, data } = extracts
      for (let i = 0; i < (DAMAGES * LONG) / 3; i++) {
        const length = random() < 0.05 ? below(byteLength / 8) * 8 : byteLength
        const damaged = new SharedArrayBuffer(length)
        new Uint8Array(damaged).set(new Uint8Array(data.buffer!, 0, length))
        for (let changes = 1 + below(8); changes > 0 && length >= 4; changes--) {
          new Uint32Array(damaged, 0, Math.floor(length / 4))[below(length / 4)] = EDGES[below(EDGES.length)]!
        }
        const parts = { data: { buffer: damaged }, byteLength: length }
        const index = {
          ...openIndex(buffer),
          extracts: { parts, page: () => t.fail('JavaScript reads a page') as never },
        }
        const queries = Array.from({ length: QUERIES }, makeQuery)
        const open = (): Searcher => createNativeSearcher(addon, new Map([[locale, index]]))
        seen[outcome(open, queries, locale, extrasOf())]++
      }
    }
    t.ok(seen.refused > 0 && seen.asked > 0, JSON.stringify(seen))
  })

  t.test('an index that is not damaged is opened and answers in both engines', async (t) => {
    for (const { buffer, locale, makeQuery } of await soundIndexes()) {
      const indexes = new Map([[locale, openIndex(buffer)]])
      const queries = Array.from({ length: 50 }, makeQuery)
      t.equal(
        outcome(() => createSearcher(indexes), queries, locale),
        'asked',
      )
      t.equal(
        outcome(() => createNativeSearcher(addon, indexes), queries, locale),
        'asked',
      )
    }
  })
})
