import { naturalLog } from './logarithm.ts'

/** Fields of a page, in the order in which every per-field array of the engine holds them. */
export const TITLE = 0
export const HEADINGS = 1
export const DESCRIPTION = 2
export const BODY = 3
export const PATH = 4
export const FIELD_COUNT = 5

/** What one occurrence in a field is worth. Arrays have one number a field. */
export interface ImpactWeights {
  /** Weight of a field in the summed part. */
  readonly sumWeight: readonly number[]
  /** Weight of a field in the BM25F part. */
  readonly fusedWeight: readonly number[]
  /** Length normalisation of a field; the one setting on which documentation families really differ. */
  readonly b: readonly number[]
  readonly k: number
  readonly fusedK: number
  readonly fusedGain: number
  /** Share of the best field beside the sum of all. */
  readonly bestShare: number
  readonly bestGain: number
}

/**
 * The build-time half of the score: what one byte of impact in a posting stands for. It blends summed BM25 (best where
 * the query is the text of a link) with BM25F (best where it is words of a description).
 */
export const IMPACT: ImpactWeights = {
  sumWeight: [6, 1.05, 1.2, 1.5, 4.5],
  fusedWeight: [20, 6, 4, 1, 4],
  b: [0.9, 0.3, 0.55, 0.25, 0.6],
  k: 1.5,
  fusedK: 3.6,
  fusedGain: 30,
  bestShare: 0.3,
  bestGain: 1.25,
}

/**
 * The same for a catalogue (`catalogue-index.ts`), whose fields are name, aliases, category and tags: a name says what a thing
 * is, an alias nearly so, while tags are other people's ideas of it. Counts mean little, as each word stands there once.
 */
export const CATALOGUE_IMPACT: ImpactWeights = {
  sumWeight: [8, 5, 1, 1.5, 0],
  fusedWeight: [20, 12, 1, 2, 0],
  b: [0.7, 0.1, 0, 0.2, 0],
  k: 0.6,
  fusedK: 6,
  fusedGain: 15,
  bestShare: 0.6,
  bestGain: 1.25,
}

/** The query-time half. */
export const RANK = {
  prefixWeight: 0.563,
  /** Factor on `prefixWeight` when the last word is also a word of its own. */
  prefixBesideExact: 0.4,
  prefixLimit: 8,
  typoWeight: 0.7,
  typoLimit: 8,
  synonymWeight: 0.7,
  stopWordWeight: 0.5,
  /** What a page gains for matching a word at all, times the word's idf. */
  matchBonus: 1.843,
  /** What a page gains when its title is the query, times the query's whole weight. */
  exactTitleBonus: 8,
  /** Weight of a pair of CJK signs inside a word of L signs: max(1, L − 1) ^ −this. */
  longWordExponent: 0.4,
  /** Weight of a pair that straddles two Chinese words. */
  acrossWordsWeight: 0.5,
  /** Weight of a lone CJK sign beside longer words. */
  loneSignWeight: 0.3,
} as const

/** The rerank of the first candidates: weight of each signal. */
export const RERANK = {
  candidates: 20,
  scoreDivisor: 16,
  titlePhrase: 0.72,
  titleDice: 0.12,
  titleContains: 0.2,
  /** Subtracted: title matches were counted in the first pass already. */
  titleCoverage: 0.12,
  titleStart: 0.08,
  bestSection: 0.15,
  closeness: 0.08,
  sectionGap: 20,
} as const

/** Robertson–Sparck Jones idf, never negative. */
export function inverseDocumentFrequency(pages: number, pagesWithTerm: number): number {
  return naturalLog(1 + (pages - pagesWithTerm + 0.5) / (pagesWithTerm + 0.5))
}
