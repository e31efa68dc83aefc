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
import { readQuery, type AskedSigns } from './read-query.ts'
import { inverseDocumentFrequency, RANK } from '../index/scoring.ts'
import type { Synonyms } from '../index/synonyms.ts'
import type { WordForm } from '../text/word-forms.ts'

/** One thing that a query asks for, and all terms that may stand for it. A page is scored by the best of them. */
export interface Group {
  /** Parallel arrays: terms, and what each weighs beside the exact term. Empty: no page holds the word. */
  readonly terms: number[]
  readonly weights: number[]
  /** How much the group counts beside the others. */
  weight: number
  /** Of the exact term where there is one; of words that match nothing ln(1 + 2N). */
  idf: number
  /** Stop words are scored, but on their own they make no page a match. */
  readonly stop: boolean
  /** Whether a page without it is left out of the pages that match every word. */
  countable: boolean
  /** A single CJK sign that stands alone in the query. */
  readonly loneSign: boolean
  /** The word of the query that it belongs to: a CJK word has a group for every pair of its signs. NO_WORD: to none. */
  readonly word: number
}

/** The word of a pair that straddles two Chinese words: an accident of writing, so it never decides `total`. */
export const NO_WORD = -1

export interface Plan {
  readonly groups: readonly Group[]
  /** Σ weight · idf: what scores are divided by. */
  readonly totalWeight: number
  /** Then they are searched like other words. */
  readonly onlyStopWords: boolean
}

/** More tokens than this cannot be told apart in a 31-bit mask; a query has at most 200 characters anyway. */
export const MAX_GROUPS = 31
/** Terms of one group: the exact one, its prefixes and typos, and all other members of a synonym group. */
export const MAX_GROUP_TERMS = 128

/** A word as it is written or one CJK sign, with the groups that came of it: what synonyms are looked up by. */
interface Unit {
  readonly text: string
  /** Of the word, or of the pair of this sign and the next; null where there is none. */
  readonly group: Group | null
  /** The group is of a pair, so it is part of a phrase only if the phrase goes on behind this sign. */
  readonly pair: boolean
}

/** `query` is normalised (`normaliseQuery`). What lies beyond MAX_GROUPS is not searched for. */
export function createPlan(index: SearchIndex, query: string, synonyms: Synonyms | null = null): Plan {
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
    const known = groups.length
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
    if (!stop && (exact || group.terms.length === 0) && !numeric && mayBeTypo(index, surface)) addTypos(group, surface)
    settleIdf(index, group, exact)
    if (group.terms.length > 0) return
    const parts = splitJoined(index, surface)
    if (parts === null) return
    groups.length = known
    units.pop()
    byKey.delete(surface)
    for (const part of parts) addPart(part)
  }

  /** A word that is known to stand on several pages, so it is no stop word, has a term, and is no typo. */
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
      addPair(pairs[0]!.first, -1, pairs[0]!.weight, word, last)
      addSignUnits(run.text.slice(0, 1))
    } else {
      for (const { across, first, second, weight } of pairs) {
        if (across) word++
        addPair(first, second, weight, across ? NO_WORD : word, last)
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

  function addPair(first: number, second: number, weight: number, ofWord: number, last: boolean): void {
    const text = pairTerm(first, second)
    const group = add(text, findTerm(index, text), weight, { word: ofWord, loneSign: second === -1 })
    if (group === null) return
    const exact = group.terms.length > 0
    if (second === -1 && last) {
      for (const term of termsWithSign(index, first)) {
        expand(group, term, RANK.prefixWeight * (exact ? RANK.prefixBesideExact : 1))
      }
    }
    settleIdf(index, group, exact)
  }

  /** A new group with its exact term; null where the query has it already (then it keeps the larger weight). */
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

/** The two known words that an unknown one was written together of, as in `fontsize`; null where there are none. */
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

/** A word that is found only through expansions counts as much as all of them together do. */
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

/** What depends on the query as a whole. */
function settleWeights(groups: readonly Group[]): void {
  const content = groups.some((group) => !group.stop)
  const long = groups.some((group) => !group.stop && !group.loneSign)
  const whole = groups.some((group) => !group.stop && group.word !== NO_WORD)
  for (const group of groups) {
    if (group.loneSign && long) group.weight = RANK.loneSignWeight
    group.countable = (!content || !group.stop) && (!whole || group.word !== NO_WORD)
  }
}
