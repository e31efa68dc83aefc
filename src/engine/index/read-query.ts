import { scanPairs, scanRuns } from '../text/analyse.ts'
import { CHARACTER_CLASS, HAN_KANA, HANGUL, WORD } from '../text/characters.ts'
import { isLittleChineseWord } from '../text/chinese.ts'
import { isLittleKoreanWord, koreanNounLength, mayBeShortNoun } from '../text/korean.ts'
import { questionFrame } from '../text/question-frame.ts'
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
  readonly place: PairPlace
}

/** Where a pair stands: within a word, across two Chinese words, or within words that say little, like a stop word. */
export type PairPlace = typeof WITHIN | typeof ACROSS | typeof LITTLE
export const WITHIN = 0
export const ACROSS = 1
export const LITTLE = 2

export type AskedRun = AskedWord | AskedSigns

/**
 * Reads a normalised query (`normaliseQuery`) without any index: all language-dependent work is done here. The native engine
 * receives the same data from `writeRequest`.
 */
export function readQuery(query: string): readonly AskedRun[] {
  const asked: AskedRun[] = []
  const frame = questionFrame(query)
  scanRuns(query, (kind, start, end) => {
    const run = kind === WORD ? readWord(query, start, end, frame) : readSigns(kind, query, start, end)
    if (run !== null) asked.push(run)
  })
  return asked
}

/** Reads the word run `query[start, end)`; null for a dropped word. A word that begins before `frame` only asks. */
function readWord(query: string, start: number, end: number, frame: number): AskedWord | null {
  const form = formOf(query, start, end)
  if (form === null) return null
  return { kind: WORD, form: start < frame ? { ...form, stop: true } : form, last: end === query.length }
}

/** Reads the run of CJK characters `query[start, end)`. */
export function readSigns(kind: AskedSigns['kind'], query: string, start: number, end: number): AskedSigns {
  const text = query.slice(start, end)
  const last = end === query.length
  if (kind === HAN_KANA) return { kind, text, last, mayBeShortNoun: false, pairs: readHan(query, start, end) }
  const isLittle = isLittleKoreanWord(text)
  const weight = isLittle ? RANK.littleWordWeight : longWordWeight(koreanNounLength(text))
  const place = isLittle ? LITTLE : WITHIN
  const pairs: AskedPair[] = []
  scanPairs(query, start, end, (first, second) => pairs.push({ first, second, weight, place }))
  return { kind, text, last, mayBeShortNoun: !isLittle && mayBeShortNoun(text), pairs }
}

function readHan(query: string, start: number, end: number): AskedPair[] {
  const { littleSigns, starts } = wordsOf(query)
  const pairs: AskedPair[] = []
  let position = start
  scanPairs(query, start, end, (first, second) => {
    const at = position
    position += first > 0xffff ? 2 : 1
    if (littleSigns.has(at) && (second === -1 || littleSigns.has(position))) {
      pairs.push({ first, second, weight: RANK.littleWordWeight, place: LITTLE })
    } else if (second === -1) {
      pairs.push({ first, second, weight: 1, place: WITHIN })
    } else if (starts.has(position)) {
      pairs.push({ first, second, weight: RANK.acrossWordsWeight, place: ACROSS })
    } else {
      pairs.push({ first, second, weight: longWordWeight(wordLength(starts, at, start, end)), place: WITHIN })
    }
  })
  return pairs
}

/** Weight of each pair in a word of `signs` characters. */
function longWordWeight(signs: number): number {
  return Math.max(1, signs - 1) ** -RANK.longWordExponent
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

interface ChineseWords {
  readonly query: string
  /** Positions in the query at which a word begins. */
  readonly starts: ReadonlySet<number>
  /** Positions of the characters of words that say little. */
  readonly littleSigns: ReadonlySet<number>
}

/** Words of the last query, which its runs share. */
let known: ChineseWords = { query: '', starts: new Set(), littleSigns: new Set() }

/**
 * Finds the words of a query. The segmenter splits unknown words into single characters, so adjacent single characters count as one
 * word: 端口 is split into 端 and 口. Words that say little stand apart, unless such a character is beside them: 对 of 对齐.
 */
function wordsOf(query: string): ChineseWords {
  if (known.query === query) return known
  const starts = new Set<number>()
  const littleSigns = new Set<number>()
  const segments = Array.from(segmenter.segment(query), ({ index, segment }) => {
    const isSign = segment.length === 1 && CHARACTER_CLASS[segment.charCodeAt(0)] === HAN_KANA
    return { index, segment, isSign, isLittle: isLittleChineseWord(segment) }
  })
  const isLone = (at: number): boolean => segments[at]?.isSign === true && !segments[at].isLittle
  let afterSign = false
  for (const [at, { index, isLittle, isSign, segment }] of segments.entries()) {
    const standsApart = isLittle && !(isSign && (isLone(at - 1) || isLone(at + 1)))
    if (standsApart) for (let i = 0; i < segment.length; i++) littleSigns.add(index + i)
    if (standsApart || !isSign || !afterSign) starts.add(index)
    afterSign = isSign && !standsApart
  }
  known = { query, starts, littleSigns }
  return known
}

function wordLength(boundaries: ReadonlySet<number>, at: number, start: number, end: number): number {
  let first = at
  while (first > start && !boundaries.has(first)) first--
  let last = at + 1
  while (last < end && !boundaries.has(last)) last++
  return last - first
}
