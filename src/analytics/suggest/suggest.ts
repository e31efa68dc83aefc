import type { Locale } from '../../shared/locale.ts'
import type { QueryRecord } from '../day-record.ts'
import { findSynonym } from './find-synonym.ts'
import { readVocabulary, wordsOf, type SuggestPage, type Vocabulary } from './vocabulary.ts'
import { append } from '../../shared/append.ts'

/** Clicks on one page from which it says what a query means. */
const CLICKS_MINIMUM = 3
/** Mean place of a click from which readers must look for the page. */
const PLACE_MINIMUM = 2
/** Queries that are shown for a missing page. */
const QUERIES_SHOWN = 5

/** Two words or phrases that may stand for one another. */
export interface SuggestedGroup {
  readonly locale: Locale
  readonly words: readonly [asked: string, written: string]
  /** Searches that would gain. */
  readonly searches: number
  readonly reason: string
}

/** A word that readers search and no page has. */
export interface MissingPage {
  readonly locale: Locale
  readonly word: string
  readonly searches: number
  /** Queries with the word, the most frequent first. */
  readonly queries: readonly { readonly query: string; readonly searches: number }[]
}

export interface Suggestions {
  readonly groups: readonly SuggestedGroup[]
  readonly missing: readonly MissingPage[]
}

/** Proposes synonyms and missing pages from what readers and programs searched in the documentation. */
export function suggest(
  queries: readonly QueryRecord[],
  content: ReadonlyMap<Locale, readonly SuggestPage[]>,
): Suggestions {
  const vocabularies = new Map([...content].map(([locale, pages]) => [locale, readVocabulary(pages)]))
  const groups: SuggestedGroup[] = []
  const missing: MissingPage[] = []
  for (const [locale, vocabulary] of vocabularies) {
    const asked = queries.filter((query) => query.locale === locale && query.source !== 'icons')
    const others = [...vocabularies].flatMap(([other, words]) => (other === locale ? [] : [words]))
    for (const { queries: failed, searches, word } of unknownWords(asked, vocabulary)) {
      const found = findSynonym(word, vocabulary, others)
      if (found === null) missing.push({ locale, word, searches, queries: failed.slice(0, QUERIES_SHOWN) })
      else groups.push({ locale, words: [word, found.word], searches, reason: found.reason })
    }
    groups.push(...sharedPages(asked, locale))
  }
  const most = (a: { readonly searches: number }, b: { readonly searches: number }): number => b.searches - a.searches
  return { groups: groups.sort(most), missing: missing.sort(most) }
}

/** Words of queries without results that no page has. What pages have by now, since they were changed, is left out. */
function unknownWords(asked: readonly QueryRecord[], { has }: Vocabulary): Omit<MissingPage, 'locale'>[] {
  const failed = new Map<string, number>()
  for (const { nothing, query } of asked) if (nothing > 0) failed.set(query, (failed.get(query) ?? 0) + nothing)
  const byWord = new Map<string, { query: string; searches: number }[]>()
  for (const [query, searches] of failed) {
    for (const word of new Set(wordsOf(query))) {
      if (!has(word)) append(byWord, word, { query, searches })
    }
  }
  return [...byWord].map(([word, queries]) => ({
    word,
    searches: queries.reduce((sum, each) => sum + each.searches, 0),
    queries: queries.sort((a, b) => b.searches - a.searches),
  }))
}

/** Pairs of queries without a common word whose readers choose one page, which one of the queries does not show first. */
function sharedPages(asked: readonly QueryRecord[], locale: Locale): SuggestedGroup[] {
  const chosen = asked.flatMap((record) => {
    const [page, clicks] = Object.entries(record.pages).sort((a, b) => b[1] - a[1])[0] ?? ['', 0]
    return clicks >= CLICKS_MINIMUM && clicks * 2 >= record.clicks ? [{ page, record }] : []
  })
  return chosen.flatMap(({ page, record }) => {
    if (record.positions / record.clicks < PLACE_MINIMUM) return []
    const words = new Set(wordsOf(record.query))
    const other = chosen.find(
      (each) =>
        each.page === page &&
        each.record.positions / each.record.clicks < PLACE_MINIMUM &&
        !wordsOf(each.record.query).some((word) => words.has(word)),
    )
    if (other === undefined) return []
    const reason = `readers of both choose ${page}`
    return [{ locale, words: [record.query, other.record.query] as const, searches: record.searches, reason }]
  })
}
