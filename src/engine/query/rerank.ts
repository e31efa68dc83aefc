import { bonusOf, factorOf } from './compile-plan.ts'
import { labelValue } from './label-value.ts'
import { visitGrams } from '../text/grams.ts'
import type { SearchIndex } from '../index/open.ts'
import { NO_WORD, type Plan } from './plan.ts'
import { RERANK } from '../index/scoring.ts'
import { findPosting, readPositions } from '../index/rows.ts'

/** Ranks a few pages by their titles, by their labels and by the positions of words in the text, which the first pass does not read. */
export interface Reranker {
  /** Prepares for one query. `title` is the query normalised by `normaliseTitle`. */
  begin(index: SearchIndex, plan: Plan, title: string): void
  /** Final value of the page from its first-pass score; never negative. */
  value(page: number, score: number): number
}

const MAX_HITS = 1024
const GROUP_BITS = 5
const GROUP_MASK = 31

export function createReranker(): Reranker {
  let index: SearchIndex
  let plan: Plan
  let queryBytes: Uint8Array = new Uint8Array(0)
  let queryLength = 0
  let queryGrams = 0
  let inverseScore = 0
  let groupCount = 0
  /** What the best section and the closeness of the words are worth in this query. */
  let sectionWeight = 0
  let spanWeight = 0
  /**
   * Index into `words`, or -1 for stop words and pairs across words. Closeness is measured between words, because the pairs of one
   * CJK word always stand together.
   */
  const wordOfGroup = new Int8Array(32)
  /** Group + 1 for which a term stands, by term; the first group wins. */
  let groupOfTerm = new Uint8Array(0)
  const usedTerms: number[] = []
  const gramMarks = new Uint8Array(65_536)
  const usedGrams: number[] = []
  /** Σ weight · idf of the groups, and each group's part. */
  const groupWeights = new Float64Array(32)
  let allGroupWeight = 0
  /** Group mask, group count and idf of each word. */
  let words: { mask: number; count: number; idf: number }[] = []
  let allWordIdf = 0
  /** Sort keys: position · 32 + group. */
  const hitKeys = new Int32Array(MAX_HITS)
  const lastPosition = new Int32Array(32)

  return { begin, value }

  function begin(nextIndex: SearchIndex, nextPlan: Plan, title: string): void {
    clearMarks()
    index = nextIndex
    plan = nextPlan
    queryBytes = Buffer.from(title)
    queryLength = queryBytes.length
    inverseScore = 1 / (RERANK.scoreDivisor * Math.max(plan.totalWeight, 1e-9))
    groupCount = plan.groups.length
    allGroupWeight = 0
    if (groupOfTerm.length < index.termCount) groupOfTerm = new Uint8Array(index.termCount)
    const numbers = new Map<number, number>()
    words = []
    wordOfGroup.fill(-1)
    plan.groups.forEach((group, g) => {
      for (const term of group.terms) {
        if (groupOfTerm[term] !== 0) continue
        groupOfTerm[term] = g + 1
        usedTerms.push(term)
      }
      groupWeights[g] = group.weight * group.idf
      allGroupWeight += group.weight * group.idf
      if (group.word === NO_WORD || group.stop) return
      const number = numbers.get(group.word) ?? words.length
      numbers.set(group.word, number)
      wordOfGroup[g] = number
      const word = (words[number] ??= { mask: 0, count: 0, idf: 0 })
      word.mask |= 1 << g
      word.count++
      word.idf = Math.max(word.idf, group.idf)
    })
    allWordIdf = words.reduce((sum, word) => sum + word.idf, 0)
    sectionWeight = RERANK.bestSection * gainOf(words.length - RERANK.fewWords)
    spanWeight = RERANK.closeness * gainOf(words.length - RERANK.fewCloseWords)
    queryGrams = 0
    visitGrams(title, (gram) => {
      if (gramMarks[gram] !== 0) return
      gramMarks[gram] = 1
      usedGrams.push(gram)
      queryGrams++
    })
  }

  /** Clears the marks of the previous query, also after it ended in an error. */
  function clearMarks(): void {
    for (const term of usedTerms) groupOfTerm[term] = 0
    for (const gram of usedGrams) gramMarks[gram] = 0
    usedTerms.length = 0
    usedGrams.length = 0
  }

  function value(page: number, score: number): number {
    const shared = sharedGrams(page)
    const titleGrams = index.gramStarts[page + 1]! - index.gramStarts[page]!
    const dice = queryGrams + titleGrams === 0 ? 0 : (2 * shared) / (queryGrams + titleGrams)
    const contains = queryGrams === 0 ? 0 : shared / queryGrams
    return (
      (score + stopWordScore(page)) * inverseScore +
      RERANK.titlePhrase * titlePhrase(page) +
      RERANK.titleDice * dice +
      RERANK.titleContains * contains +
      RERANK.titleCoverage * (1 - titleCoverage(page)) +
      (startsTitle(page) ? RERANK.titleStart : 0) +
      labelValue(index, page, { groupCount, groupOfTerm, groupWeights, allGroupWeight }) +
      closeness(page)
    )
  }

  /** Score of the stop words that the first pass left out (`compilePlan`). */
  function stopWordScore(page: number): number {
    if (plan.onlyStopWords) return 0
    let sum = 0
    for (const group of plan.groups) {
      if (!group.stop || group.terms.length === 0) continue
      const posting = findPosting(index, page, group.terms[0]!)
      if (posting !== -1) sum += index.postingImpacts[posting]! * factorOf(index, group, 0) + bonusOf(group)
    }
    return sum
  }

  function sharedGrams(page: number): number {
    let shared = 0
    for (let i = index.gramStarts[page]!; i < index.gramStarts[page + 1]!; i++) shared += gramMarks[index.grams[i]!]!
    return shared
  }

  /** Measures how well the query occurs in the title as one phrase: whole words count more than a part of one. */
  function titlePhrase(page: number): number {
    const { titleBytes } = index
    const start = index.titleStarts[page]!
    const end = index.titleStarts[page + 1]!
    if (queryLength === 0 || queryLength > end - start) return 0
    let found = 0
    for (let at = start; at + queryLength <= end; at++) {
      let i = 0
      while (i < queryLength && titleBytes[at + i] === queryBytes[i]) i++
      if (i < queryLength) continue
      const whole = isBoundary(titleBytes, start, end, at) && isBoundary(titleBytes, start, end, at + queryLength)
      if (whole) {
        found = 1
        break
      }
      found = 0.7
    }
    return found === 0 ? 0 : found * (0.4 + 0.6 * Math.min(1, queryLength / (end - start)))
  }

  function titleCoverage(page: number): number {
    if (allGroupWeight === 0) return 0
    let mask = 0
    for (let i = index.titleTermStarts[page]!; i < index.titleTermStarts[page + 1]!; i++) {
      const group = groupOfTerm[index.titleTerms[i]!]!
      if (group !== 0) mask |= 1 << (group - 1)
    }
    let sum = 0
    for (let g = 0; g < groupCount; g++) if ((mask & (1 << g)) !== 0) sum += groupWeights[g]!
    return sum / allGroupWeight
  }

  function startsTitle(page: number): boolean {
    const start = index.titleTermStarts[page]!
    if (start === index.titleTermStarts[page + 1]) return false
    return groupOfTerm[index.titleTerms[start]!] === 1
  }

  /** Measures the best single section, and the distance between the words in the text. */
  function closeness(page: number): number {
    const hits = gatherHits(page)
    const { sectionStarts, sectionPositions } = index
    let section = sectionStarts[page]!
    const lastSection = sectionStarts[page + 1]!
    let sectionMask = 0
    let pageMask = 0
    let best = 0
    for (let i = 0; i < hits; i++) {
      const position = hitKeys[i]! >>> GROUP_BITS
      if (section < lastSection && position > sectionPositions[section]!) {
        best = Math.max(best, sectionValue(sectionMask))
        sectionMask = 0
        while (section < lastSection && position > sectionPositions[section]!) section++
      }
      sectionMask |= 1 << (hitKeys[i]! & GROUP_MASK)
      pageMask |= sectionMask
    }
    best = Math.max(best, sectionValue(sectionMask))
    let matchedWords = 0
    for (const word of words) if ((pageMask & word.mask) !== 0) matchedWords++
    if (matchedWords < 2) return sectionWeight * best
    const window = smallestWindow(hits, matchedWords)
    const span = (matchedWords / words.length) * (matchedWords / Math.max(matchedWords, window))
    return sectionWeight * best + spanWeight * span
  }

  /** Fills `hitKeys` with the positions on the page of all terms of words, in order, and returns their count. */
  function gatherHits(page: number): number {
    let hits = 0
    for (let g = 0; g < groupCount; g++) {
      if (wordOfGroup[g] === -1) continue
      for (const term of plan.groups[g]!.terms) {
        const posting = findPosting(index, page, term)
        if (posting === -1) continue
        const end = readPositions(index, posting, hitKeys, hits)
        for (; hits < end; hits++) hitKeys[hits] = (hitKeys[hits]! << GROUP_BITS) | g
      }
    }
    sortKeys(hitKeys, hits)
    return hits
  }

  function sectionValue(mask: number): number {
    let sum = 0
    for (const word of words) {
      const matched = mask & word.mask
      if (matched === 0) continue
      const share = word.count === 1 ? 1 : popCount(matched) / word.count
      sum += word.idf * share * share
    }
    return allWordIdf === 0 ? 0 : sum / allWordIdf
  }

  /** Number of tokens in the smallest window with some part of every matched word. */
  function smallestWindow(hits: number, matchedWords: number): number {
    lastPosition.fill(-1)
    let seen = 0
    let best = 0x7fffffff
    for (let i = 0; i < hits; i++) {
      const word = wordOfGroup[hitKeys[i]! & GROUP_MASK]!
      const position = hitKeys[i]! >>> GROUP_BITS
      if (lastPosition[word] === -1) seen++
      lastPosition[word] = position
      if (seen < matchedWords) continue
      let oldest = 0x7fffffff
      for (let w = 0; w < words.length; w++) {
        const at = lastPosition[w]!
        if (at !== -1 && at < oldest) oldest = at
      }
      best = Math.min(best, position - oldest + 1)
    }
    return best
  }
}

/** Gain of what many words say together, by the words beyond a few. */
function gainOf(more: number): number {
  return Math.max(1, Math.min(RERANK.manyWordsGain, more))
}

/** Whether a byte of a normalised title is a word boundary: at its ends and beside a space. */
function isBoundary(bytes: Uint8Array, start: number, end: number, at: number): boolean {
  if (at === start || at === end) return true
  return bytes[at] === 0x20 || bytes[at - 1] === 0x20
}

/** Insertion sort: there are few keys, and they arrive in sorted runs. */
function sortKeys(keys: Int32Array, count: number): void {
  if (count > 64) {
    keys.subarray(0, count).sort()
    return
  }
  for (let i = 1; i < count; i++) {
    const key = keys[i]!
    let at = i
    while (at > 0 && keys[at - 1]! > key) {
      keys[at] = keys[at - 1]!
      at--
    }
    keys[at] = key
  }
}

function popCount(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
