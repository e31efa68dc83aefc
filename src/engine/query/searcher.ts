import { FALLBACK_LOCALE, type Locale } from '../../shared/locale.ts'
import { writeAnswerJson } from './answer-json.ts'
import type { ByteWriter } from '../index/byte-writer.ts'
import { hasSearchableCharacter } from '../text/characters.ts'
import type { Extras, Found, SearcherQuery } from './found.ts'
import { hashText } from '../text/hash.ts'
import { compilePlan, createKernelPlan } from './compile-plan.ts'
import { createJavaScriptKernel, createKernelResult } from './kernel.ts'
import { normaliseTitle } from '../text/normalise-title.ts'
import { withoutNoise } from '../text/pasted-noise.ts'
import { pathOf, type SearchIndex } from '../index/open.ts'
import { createPlan, type Plan } from './plan.ts'
import { createReranker } from './rerank.ts'
import { createSectionTally, hasMatches } from './section-tally.ts'
import { compileSynonyms } from '../index/synonyms.ts'
import { RERANK } from '../index/scoring.ts'

export interface Hit {
  /** Number of the page in its locale's index. */
  readonly page: number
  readonly path: string
  readonly score: number
}

export interface SearchResult {
  /** Locale of the results. It is English when the requested locale has no match, even if English has none either (interface §2.1). */
  readonly locale: Locale
  /** Exact number of pages that match any content word, from which the hits are taken: at least as many as these. */
  readonly total: number
  readonly hits: readonly Hit[]
}

/** Searches immutable indexes. It has its own scratch memory, so each thread needs its own. */
export interface Searcher {
  search(query: SearcherQuery): SearchResult
  /** Appends a SearchResponse (interface §2.1) as JSON, whose results have what `extras` names. */
  writeAnswer(query: SearcherQuery, out: ByteWriter, extras?: Extras): void
}

/** Scores have four decimals in answers. Pages are ordered by these rounded scores, so that equal scores are in order of path. */
const SCORE_STEPS = 10_000

export function createSearcher(indexes: ReadonlyMap<Locale, SearchIndex>): Searcher {
  const kernel = createJavaScriptKernel()
  const kernelPlan = createKernelPlan()
  const result = createKernelResult()
  const reranker = createReranker()
  const synonyms = new Map([...indexes].map(([locale, index]) => [locale, compileSynonyms(index)]))
  const found: Found = {
    index: null,
    plan: null,
    tally: null,
    total: 0,
    length: 0,
    pages: new Int32Array(result.pages.length),
    scores: new Float64Array(result.pages.length),
  }

  return {
    search(query) {
      find(query, false)
      return resultOf(found)
    },
    writeAnswer(query, out, extras) {
      find(query, extras?.sectionTitle !== undefined)
      writeAnswerJson(query, found, out, extras)
    },
  }

  /** Stores in `found` the best pages of the locale or, if it has none, of English. `index` is null when no page matches. */
  function find(written: SearcherQuery, withFacets: boolean): void {
    const { locale } = written
    found.index = null
    found.plan = null
    found.tally = null
    found.total = 0
    found.length = 0
    if (!hasSearchableCharacter(written.query)) return
    const asked = { ...written, query: withoutNoise(written.query) }
    const title = normaliseTitle(asked.query)
    if (findIn(locale, asked, title, withFacets)) return
    if (locale !== FALLBACK_LOCALE) findIn(FALLBACK_LOCALE, asked, title, withFacets)
  }

  /** @returns whether the locale has a match, in whatever section */
  function findIn(
    locale: Locale,
    { limit, query, section }: SearcherQuery,
    title: string,
    withFacets: boolean,
  ): boolean {
    const index = indexes.get(locale)
    if (index === undefined) return false
    const plan = createPlan(index, query, synonyms.get(locale) ?? null)
    const steps = compilePlan(index, plan, exactTitles(index, title), kernelPlan)
    const tally = section !== undefined || withFacets ? createSectionTally(index, section) : null
    result.length = 0
    result.total = 0
    for (let partition = 0; partition < index.partitionCount; partition++) {
      kernel.score(index, partition, kernelPlan, result, tally)
    }
    if (result.length === 0 && (tally === null || !hasMatches(tally))) return false
    found.index = index
    found.plan = plan
    found.tally = tally
    found.total = result.total
    if (result.length > 0) order(index, plan, title, 1 / steps)
    found.length = Math.min(limit, result.length)
    return true
  }

  /** Final order: the first candidates by reranked value, then the others by first-pass score. */
  function order(index: SearchIndex, plan: Plan, title: string, unit: number): void {
    const { pages, scores } = found
    const reranked = Math.min(RERANK.candidates, result.length)
    let lowest = Infinity
    reranker.begin(index, plan, title)
    for (let i = 0; i < reranked; i++) {
      const value = reranker.value(result.pages[i]!, result.values[i]! * unit)
      lowest = Math.min(lowest, value)
      insert(i, result.pages[i]!, value)
    }
    const lastValue = result.values[reranked - 1]!
    for (let i = reranked; i < result.length; i++) insert(i, result.pages[i]!, (lowest * result.values[i]!) / lastValue)

    function insert(length: number, page: number, value: number): void {
      const score = Math.round(value * SCORE_STEPS) / SCORE_STEPS
      let at = length
      while (at > 0 && (scores[at - 1]! < score || (scores[at - 1] === score && pages[at - 1]! > page))) {
        scores[at] = scores[at - 1]!
        pages[at] = pages[at - 1]!
        at--
      }
      scores[at] = score
      pages[at] = page
    }
  }
}

export function resultOf({ index, length, pages, scores, total }: Found): SearchResult {
  if (index === null) return { locale: FALLBACK_LOCALE, total, hits: [] }
  const hits = Array.from({ length }, (_, i) => {
    const page = pages[i]!
    return { page, path: pathOf(index, page), score: scores[i]! }
  })
  return { locale: index.locale, total, hits }
}

/** Pages whose normalised title is the normalised query. Equal 32-bit hashes count as equal titles. */
export function exactTitles(index: SearchIndex, title: string): number[] {
  if (title === '') return []
  const hash = hashText(title)
  const { titleHashStarts, titleHashPages, titleHashes } = index
  const row = hash & (titleHashStarts.length - 2)
  const pages: number[] = []
  for (let i = titleHashStarts[row]!; i < titleHashStarts[row + 1]!; i++) {
    const page = titleHashPages[i]!
    if (titleHashes[page] === hash) pages.push(page)
  }
  return pages
}
