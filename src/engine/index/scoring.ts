import { naturalLog } from './logarithm.ts'

/** Fields of a page, in the order of every per-field array of the engine. */
export const TITLE = 0
export const HEADINGS = 1
export const DESCRIPTION = 2
export const BODY = 3
export const PATH = 4
export const FIELD_COUNT = 5

/** Weights of one occurrence in each field. Each array has one number for each field. */
export interface ImpactWeights {
  /** Weight of a field in the sum of BM25 scores. */
  readonly sumWeight: readonly number[]
  /** Weight of a field in the BM25F score. */
  readonly fusedWeight: readonly number[]
  /** Length normalisation of a field: the one setting that really differs between families of documentation. */
  readonly b: readonly number[]
  readonly k: number
  readonly fusedK: number
  readonly fusedGain: number
  /** Share of the best field beside the sum of all fields. */
  readonly bestShare: number
  readonly bestGain: number
}

/**
 * Build-time half of the score: the meaning of one byte of impact in a posting. It blends summed BM25 (best for queries that are
 * the text of a link) with BM25F (best for words of a description).
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
 * Weights for a catalogue (`catalogue-index.ts`), whose fields are name, aliases, category and tags. A name says what an entry is
 * and an alias nearly so, while tags are other people's associations. Counts mean little, because each word occurs there once.
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

/** Query-time half of the score. */
export const RANK = {
  prefixWeight: 0.563,
  /** Factor on `prefixWeight` when the last word is also a complete word. */
  prefixBesideExact: 0.4,
  prefixLimit: 8,
  typoWeight: 0.7,
  typoLimit: 8,
  synonymWeight: 0.7,
  stopWordWeight: 0.5,
  /** Weight of a pair within a Chinese or Korean word that says little, beside 1 for other words. */
  littleWordWeight: 0.1,
  /** Known groups of a query, without stop words, from which on common ones weigh less than rare ones. */
  longQuery: 8,
  /** Bonus of a page that matches a word at all, multiplied by the word's idf. */
  matchBonus: 1.843,
  /** Bonus of a page whose title is the query, multiplied by the query's whole weight. */
  exactTitleBonus: 8,
  /** Exponent for a pair in a CJK word of L characters: the weight is max(1, L − 1) ^ −this. */
  longWordExponent: 0.4,
  /** Weight of a pair that spans two Chinese words. */
  acrossWordsWeight: 0.5,
  /** Weight of a lone CJK character beside longer words. */
  loneSignWeight: 0.3,
} as const

/** What the labels of a page are worth beside its title, which is worth 1 (`labels.ts`). */
export const LABEL_GAIN = {
  heading: 0.8,
  otherTitle: 0.9,
  /** A text with which `pages` pages link is worth pages / (pages + this). */
  linkHalf: 0.7,
  /** The share of a page among those to which a text leads is `pages` / (all pages with the text + this). */
  shareDoubt: 0.5,
} as const

/** Weights of the signals in the rerank of the first candidates. */
export const RERANK = {
  candidates: 20,
  scoreDivisor: 16,
  titlePhrase: 0.72,
  titleDice: 0.12,
  titleContains: 0.2,
  /** Subtracted, because the first pass has already counted title matches. */
  titleCoverage: 0.12,
  titleStart: 0.08,
  bestSection: 0.15,
  closeness: 0.08,
  /** `bestSection` is worth more for each word of the query beyond these, up to the gain. */
  fewWords: 7,
  /** The same for `closeness`. */
  fewCloseWords: 2,
  manyWordsGain: 4,
  sectionGap: 20,
  /** Most like the query of all labels of the page. */
  label: 0.7,
  /** Subtracted, because a title has been counted already. */
  labelTitle: 0.1,
  /** How alike the texts of all links to the page are together, each by the share of its links that lead to the page. */
  labelLinks: 0.5,
  /** How many of the links with the text of the query lead to the page. */
  labelShare: 1.5,
  /** How much links lead to the page at all. */
  prominence: 0.25,
} as const

/**
 * Weights of what a section has of the query, fitted on links of five documentations that lead to headings. They are for
 * the square of how much of the heading is asked for, and whether all of it is. Words of the heading and of those above it count,
 * and those of the heading once more. Words that only the text has count by how often it has them. Words by which
 * links or the fragment call the section count, too. It counts the less, the deeper it stands and the later on its
 * page. The top of a page is what its title names, and rarely what a query means.
 */
export const SECTION_RANK = {
  sectionHeading: 2.4,
  sectionWhole: 0.6,
  sectionPath: 4.6,
  sectionOwn: 1.8,
  sectionText: 0.9,
  sectionOften: 4.5,
  sectionLabel: 3.2,
  sectionExact: 0.7,
  sectionDepth: -0.95,
  sectionLate: -0.5,
  sectionTop: -1.9,
  /** How much a word of the title counts in a section, since the whole page is about it. */
  sectionTitle: 0.25,
  /** Positions within which words are close. */
  nearPositions: 12,
} as const

/** Robertson–Sparck Jones idf, never negative. */
export function inverseDocumentFrequency(pages: number, pagesWithTerm: number): number {
  return naturalLog(1 + (pages - pagesWithTerm + 0.5) / (pagesWithTerm + 0.5))
}
