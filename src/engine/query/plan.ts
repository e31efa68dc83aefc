import { pairTerm } from '../text/analyse.ts'
import { WORD } from '../text/characters.ts'
import {
  findHashedTerm,
  findTerm,
  surfacePages,
  surfaceTerm,
  termsNear,
  termsWithPrefix,
  termsWithSign,
} from '../index/dictionary.ts'
import { naturalLog } from '../index/logarithm.ts'
import { idfOf, type SearchIndex } from '../index/open.ts'
import { ACROSS, LITTLE, readQuery, type AskedPair, type AskedSigns } from '../index/read-query.ts'
import { inverseDocumentFrequency, RANK } from '../index/scoring.ts'
import type { Synonyms } from '../index/synonyms.ts'
import type { WordForm } from '../text/word-forms.ts'

/** One word or pair of the query, with all terms that may stand for it. The best of them scores a page. */
export interface Group {
  /** Terms and, in a parallel array, their weights relative to the exact term. Empty when no page has the word. */
  readonly terms: number[]
  readonly weights: number[]
  /** Weight of the group relative to the others. */
  weight: number
  /** Idf of the exact term where there is one; ln(1 + 2N) for words without a match. */
  idf: number
  /** Whether it is a stop word. Stop words are scored, but alone they make no page a match. */
  readonly stop: boolean
  /** Whether a page must have the group to match every word. */
  countable: boolean
  /** Whether it is a single CJK character that stands alone in the query. */
  readonly loneSign: boolean
  /** Query word of the group; a CJK word has a group for every pair of its characters. NO_WORD for a group of no word. */
  readonly word: number
}

/** Word of a pair that spans two Chinese words. Such a pair is accidental, so it never decides `total`. */
export const NO_WORD = -1

export interface Plan {
  readonly groups: readonly Group[]
  /** Σ weight · idf, by which scores are divided. */
  readonly totalWeight: number
  /** Whether the query has only stop words, which are then searched like other words. */
  readonly onlyStopWords: boolean
}

/** Limit of groups, which are bits of a 31-bit mask. A query has at most 200 characters anyway. */
export const MAX_GROUPS = 31
/** Limit of terms in one group: the exact term, its prefixes and typos, and all other members of a synonym group. */
export const MAX_GROUP_TERMS = 128

/** A word as written or one CJK character, with its groups. Synonyms are looked up by units. */
interface Unit {
  readonly text: string
  /** Group of the word, or of the pair of this character and the next; null where there is none. */
  readonly group: Group | null
  /** Whether the group is a pair. It is part of a phrase only if the phrase continues behind this character. */
  readonly pair: boolean
}

/** Whether a term, given by its two hashes, is that of a known word, which therefore is no typo of another. */
export type IsKnownWord = (termHash: number, termFingerprint: number) => boolean

/** Creates the plan of a normalised query (`normaliseQuery`). Groups beyond MAX_GROUPS are not searched. */
export function createPlan(
  index: SearchIndex,
  query: string,
  synonyms: Synonyms | null = null,
  isKnownWord: IsKnownWord | null = null,
): Plan {
  const units: Unit[] = []
  const groups: Group[] = []
  const byKey = new Map<string, Group>()
  let word = 0
  for (const run of readQuery(query)) {
    if (run.kind === WORD) addWord(run.form, run.last)
    else addSigns(run)
  }
  if (synonyms !== null) addSynonyms(synonyms)
  settleWeights(groups)
  let totalWeight = 0
  for (const group of groups) totalWeight += group.weight * group.idf
  return { groups, totalWeight, onlyStopWords: groups.every((group) => group.stop) }

  function addWord({ numeric, stop, surface, termFingerprint, termHash }: WordForm, last: boolean): void {
    const before = groups.length
    const term = findHashedTerm(index, termHash, termFingerprint)
    const group = add(surface, term, stop ? RANK.stopWordWeight : 1, { word, stop })
    units.push({ text: surface, group: byKey.get(surface) ?? null, pair: false })
    word++
    if (group === null) return
    const exact = group.terms.length > 0
    if (last && !stop) {
      const weight = RANK.prefixWeight * (exact ? RANK.prefixBesideExact : 1)
      for (const prefixed of termsWithPrefix(index, surface, RANK.prefixLimit)) expand(group, prefixed, weight)
    }
    const known = numeric || isKnownWord?.(termHash, termFingerprint) === true
    if (!stop && (exact || group.terms.length === 0) && !known && mayBeTypo(index, surface)) addTypos(group, surface)
    settleIdf(index, group, exact)
    if (group.terms.length > 0) return
    const parts = splitJoined(index, surface)
    if (parts === null) return
    groups.length = before
    units.pop()
    byKey.delete(surface)
    for (const part of parts) addPart(part)
  }

  /** Adds a word known to be on several pages. It is therefore no stop word and no typo, and it has a term. */
  function addPart(surface: string): void {
    const group = add(surface, surfaceTerm(index, surface), 1, { word })
    units.push({ text: surface, group: byKey.get(surface) ?? null, pair: false })
    word++
    if (group !== null) settleIdf(index, group, true)
  }

  function addTypos(group: Group, surface: string): void {
    let near = termsNear(index, surface, 1, RANK.typoLimit)
    if (near.length === 0 && surface.length >= TWO_EDITS_FROM) near = termsNear(index, surface, 2, RANK.typoLimit)
    for (const term of near) expand(group, term, RANK.typoWeight)
  }

  function addSigns(run: AskedSigns): void {
    const { last, pairs } = run
    if (run.mayBeShortNoun && findTerm(index, run.text) === -1) {
      addPair({ ...pairs[0]!, second: -1 }, last)
      addSignUnits(run.text.slice(0, 1))
    } else {
      for (const pair of pairs) {
        if (pair.place === ACROSS) word++
        addPair(pair, last)
      }
      addSignUnits(run.text)
    }
    word++
  }

  function addSignUnits(text: string): void {
    if (synonyms === null) return
    const signs = Array.from(text)
    const pair = signs.length > 1
    signs.forEach((sign, i) => {
      const key = pair ? sign + (signs[i + 1] ?? '') : sign
      units.push({ text: sign, group: byKey.get(key) ?? null, pair })
    })
  }

  function addSynonyms({ longest, standIns }: Synonyms): void {
    for (let first = 0; first < units.length; first++) {
      let key = ''
      for (let last = first; last < units.length && last - first < longest; last++) {
        key += (key === '' ? '' : ' ') + units[last]!.text
        const terms = standIns.get(key)
        if (terms === undefined) continue
        for (let i = first; i <= last; i++) {
          const { group, pair } = units[i]!
          if (group === null || (pair && i === last)) continue
          const exact = group.weights[0] === 1
          for (const term of terms) expand(group, term, RANK.synonymWeight)
          settleIdf(index, group, exact)
        }
      }
    }
  }

  function addPair({ first, place, second, weight }: AskedPair, last: boolean): void {
    const text = pairTerm(first, second)
    const stop = place === LITTLE
    const ofWord = place === ACROSS ? NO_WORD : word
    const group = add(text, findTerm(index, text), weight, { word: ofWord, stop, loneSign: second === -1 })
    if (group === null) return
    const exact = group.terms.length > 0
    if (second === -1 && last && !stop) {
      for (const term of termsWithSign(index, first)) {
        expand(group, term, RANK.prefixWeight * (exact ? RANK.prefixBesideExact : 1))
      }
    }
    settleIdf(index, group, exact)
  }

  /** Adds a group with its exact term. Returns null when the query already has it; that group then keeps the larger weight. */
  function add(
    key: string,
    term: number,
    weight: number,
    traits: { word: number; stop?: boolean; loneSign?: boolean },
  ): Group | null {
    const known = byKey.get(key)
    if (known !== undefined) {
      known.weight = Math.max(known.weight, weight)
      return null
    }
    if (groups.length === MAX_GROUPS) return null
    const group: Group = {
      terms: term === -1 ? [] : [term],
      weights: term === -1 ? [] : [1],
      weight,
      idf: 0,
      stop: traits.stop ?? false,
      loneSign: traits.loneSign ?? false,
      countable: true,
      word: traits.word,
    }
    byKey.set(key, group)
    groups.push(group)
    return group
  }
}

const TWO_EDITS_FROM = 9

const MIN_JOINED_PART = 2

/** Splits an unknown word into two known words, as in `fontsize`; null when there are none. */
function splitJoined(index: SearchIndex, surface: string): [string, string] | null {
  let best: [string, string] | null = null
  let bestPages = 1
  for (let at = MIN_JOINED_PART; at <= surface.length - MIN_JOINED_PART; at++) {
    const parts: [string, string] = [surface.slice(0, at), surface.slice(at)]
    const pages = Math.min(surfacePages(index, parts[0]), surfacePages(index, parts[1]))
    if (pages > bestPages) {
      best = parts
      bestPages = pages
    }
  }
  return best
}

function mayBeTypo(index: SearchIndex, surface: string): boolean {
  return surface.length >= 4 && surfacePages(index, surface) <= 1
}

function expand(group: Group, term: number, weight: number): void {
  const known = group.terms.indexOf(term)
  if (known === -1) {
    if (group.terms.length === MAX_GROUP_TERMS) return
    group.terms.push(term)
    group.weights.push(weight)
  } else if (group.weights[known]! < weight) {
    group.weights[known] = weight
  }
}

/** Sets the idf. A word that is found only through expansions counts as much as all of them together. */
function settleIdf(index: SearchIndex, group: Group, exact: boolean): void {
  if (group.terms.length === 0) {
    group.idf = naturalLog(1 + 2 * index.pageCount)
  } else if (exact) {
    group.idf = idfOf(index, group.terms[0]!)
  } else {
    let pages = 0
    for (const term of group.terms) pages += index.termPages[term]!
    group.idf = inverseDocumentFrequency(index.pageCount, Math.min(index.pageCount, pages))
  }
}

/** Sets the weights that depend on the query as a whole. */
function settleWeights(groups: readonly Group[]): void {
  const content = groups.some((group) => !group.stop)
  const long = groups.some((group) => !group.stop && !group.loneSign)
  const whole = groups.some((group) => !group.stop && group.word !== NO_WORD)
  const known = groups.filter((group) => !group.stop && group.terms.length > 0)
  const rarest = Math.max(0, ...known.map(({ idf }) => idf))
  const isLong = known.length >= RANK.longQuery && rarest > 0
  for (const group of groups) {
    if (group.loneSign && long && !group.stop) group.weight = RANK.loneSignWeight
    if (isLong && !group.stop && group.terms.length > 0) group.weight *= Math.sqrt(group.idf / rarest)
    group.countable = (!content || !group.stop) && (!whole || group.word !== NO_WORD)
  }
}
