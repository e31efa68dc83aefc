import { scanPairs, scanRuns } from '../text/analyse.ts'
import { CHARACTER_CLASS, HAN_KANA, HANGUL, WORD } from '../text/characters.ts'
import { koreanNounLength, mayBeShortNoun } from '../text/korean.ts'
import { RANK } from './scoring.ts'
import { formOf, type WordForm } from '../text/word-forms.ts'

/** A word of a query: a run of letters in its form for look-ups. */
export interface AskedWord {
  readonly kind: typeof WORD
  readonly form: WordForm
  /** Whether the word ends the query, so that it may be the beginning of a longer word. */
  readonly last: boolean
}

/** A run of CJK characters. */
export interface AskedSigns {
  readonly kind: typeof HAN_KANA | typeof HANGUL
  readonly text: string
  readonly last: boolean
  /** Whether two Hangul characters may be a noun of one character and a particle, if no page has them together. */
  readonly mayBeShortNoun: boolean
  readonly pairs: readonly AskedPair[]
}

export interface AskedPair {
  readonly first: number
  /** Second code point; -1 when the run is one character. */
  readonly second: number
  readonly weight: number
  /** Whether the pair spans two Chinese words. */
  readonly across: boolean
}

export type AskedRun = AskedWord | AskedSigns

/**
 * Reads a normalised query (`normaliseQuery`) without any index: all language-dependent work is done here. The native engine
 * receives the same data from `writeRequest`.
 */
export function readQuery(query: string): readonly AskedRun[] {
  const asked: AskedRun[] = []
  scanRuns(query, (kind, start, end) => {
    const run = kind === WORD ? readWord(query, start, end) : readSigns(kind, query, start, end)
    if (run !== null) asked.push(run)
  })
  return asked
}

/** Reads the word run `query[start, end)`; null for a dropped word. */
function readWord(query: string, start: number, end: number): AskedWord | null {
  const form = formOf(query, start, end)
  return form === null ? null : { kind: WORD, form, last: end === query.length }
}

/** Reads the run of CJK characters `query[start, end)`. */
export function readSigns(kind: AskedSigns['kind'], query: string, start: number, end: number): AskedSigns {
  const text = query.slice(start, end)
  const last = end === query.length
  if (kind === HAN_KANA) return { kind, text, last, mayBeShortNoun: false, pairs: readHan(query, start, end) }
  const weight = longWordWeight(koreanNounLength(text))
  const pairs: AskedPair[] = []
  scanPairs(query, start, end, (first, second) => pairs.push({ first, second, weight, across: false }))
  return { kind, text, last, mayBeShortNoun: mayBeShortNoun(text), pairs }
}

function readHan(query: string, start: number, end: number): AskedPair[] {
  const boundaries = wordBoundaries(query)
  const pairs: AskedPair[] = []
  let position = start
  scanPairs(query, start, end, (first, second) => {
    const at = position
    position += first > 0xffff ? 2 : 1
    if (second === -1) {
      pairs.push({ first, second, weight: 1, across: false })
      return
    }
    const across = boundaries.has(position)
    const weight = across ? RANK.acrossWordsWeight : longWordWeight(wordLength(boundaries, at, start, end))
    pairs.push({ first, second, weight, across })
  })
  return pairs
}

/** Weight of each pair in a word of `signs` characters. */
function longWordWeight(signs: number): number {
  return Math.max(1, signs - 1) ** -RANK.longWordExponent
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Word boundaries of the last query, which its runs share. */
let known: { readonly query: string; readonly starts: ReadonlySet<number> } = { query: '', starts: new Set() }

/**
 * Positions in the query at which a word begins. The segmenter splits unknown words into single characters, so adjacent single
 * characters count as one word: 端口 is split into 端 and 口.
 */
function wordBoundaries(query: string): ReadonlySet<number> {
  if (known.query === query) return known.starts
  const starts = new Set<number>()
  let afterSign = false
  for (const { index, segment } of segmenter.segment(query)) {
    const isSign = segment.length === 1 && CHARACTER_CLASS[segment.charCodeAt(0)] === HAN_KANA
    if (!isSign || !afterSign) starts.add(index)
    afterSign = isSign
  }
  known = { query, starts }
  return starts
}

function wordLength(boundaries: ReadonlySet<number>, at: number, start: number, end: number): number {
  let first = at
  while (first > start && !boundaries.has(first)) first--
  let last = at + 1
  while (last < end && !boundaries.has(last)) last++
  return last - first
}
