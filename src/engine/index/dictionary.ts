import { FAR_MIN_LETTERS, NEAR_MIN_LETTERS, visitFar, visitNear } from './deletions.ts'
import { fingerprintText, hashText } from '../text/hash.ts'
import type { SearchIndex } from './open.ts'
import { isWithinEdits } from '../text/edit-distance.ts'

/** Returns the number of a term, or -1 when no page has it. */
export function findTerm(index: SearchIndex, text: string): number {
  return findHashedTerm(index, hashText(text), fingerprintText(text))
}

export function findHashedTerm(
  { termFingerprints, termNumbers }: Pick<SearchIndex, 'termFingerprints' | 'termNumbers'>,
  hash: number,
  fingerprint: number,
): number {
  const mask = termFingerprints.length - 1
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const found = termFingerprints[slot]!
    if (found === fingerprint) return termNumbers[slot]!
    if (found === 0) return -1
  }
}

/** Position of `text`, or its insertion position, among the sorted surface forms. */
function lowerBound(index: SearchIndex, text: string): number {
  let low = 0
  let high = index.surfaceTerms.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareSurface(index, middle, text) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function compareSurface(index: SearchIndex, surface: number, text: string): number {
  const { surfaceUnits } = index
  const start = index.surfaceStarts[surface]!
  const length = index.surfaceStarts[surface + 1]! - start
  const shared = Math.min(length, text.length)
  for (let i = 0; i < shared; i++) {
    const difference = surfaceUnits[start + i]! - text.charCodeAt(i)
    if (difference !== 0) return difference
  }
  return length - text.length
}

/** Number of pages with the word as written; at most one page when the form is not in the index. */
export function surfacePages(index: SearchIndex, surface: string): number {
  const at = lowerBound(index, surface)
  if (at === index.surfaceTerms.length || compareSurface(index, at, surface) !== 0) return 0
  return index.surfacePages[at]!
}

/** Term of a word that `surfacePages` knows. */
export function surfaceTerm(index: SearchIndex, surface: string): number {
  return index.surfaceTerms[lowerBound(index, surface)]!
}

/** Limit of forms scanned for the most frequent ones; a prefix with more forms is too short to be informative. */
const MAX_PREFIX_SCAN = 4096

/** Returns the terms of the most frequent surface forms that begin with `prefix`, most frequent first. */
export function termsWithPrefix(index: SearchIndex, prefix: string, limit: number): number[] {
  const { surfaceStarts, surfaceUnits, surfaceTerms, surfacePages: pages } = index
  const terms: number[] = []
  const counts: number[] = []
  const first = lowerBound(index, prefix)
  const end = Math.min(surfaceTerms.length, first + MAX_PREFIX_SCAN)
  for (let surface = first; surface < end; surface++) {
    const start = surfaceStarts[surface]!
    if (surfaceStarts[surface + 1]! - start < prefix.length) break
    let i = 0
    while (i < prefix.length && surfaceUnits[start + i] === prefix.charCodeAt(i)) i++
    if (i < prefix.length) break
    const count = pages[surface]!
    if (terms.length < limit || count > counts[limit - 1]!)
      insertTerm(terms, counts, surfaceTerms[surface]!, count, limit)
  }
  return terms
}

/** Inserts a term, and keeps `terms` sorted by falling count and without duplicates. */
function insertTerm(terms: number[], counts: number[], term: number, count: number, limit: number): void {
  const known = terms.indexOf(term)
  if (known !== -1) {
    if (counts[known]! >= count) return
    terms.splice(known, 1)
    counts.splice(known, 1)
  }
  let at = terms.length
  while (at > 0 && counts[at - 1]! < count) at--
  terms.splice(at, 0, term)
  counts.splice(at, 0, count)
  if (terms.length > limit) {
    terms.pop()
    counts.pop()
  }
}

/** Returns the terms of the most frequent pairs that begin with one CJK character. */
export function termsWithSign(index: SearchIndex, code: number): number[] {
  const { signCodes, signStarts, signTerms } = index
  let low = 0
  let high = signCodes.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (signCodes[middle]! < code) low = middle + 1
    else high = middle
  }
  if (low === signCodes.length || signCodes[low] !== code) return []
  return Array.from(signTerms.subarray(signStarts[low], signStarts[low + 1]))
}

const queryUnits = new Uint16Array(64)
/** Limit of candidates verified for one word, which bounds the cost of a hostile word. */
const MAX_CANDIDATES = 2048

/**
 * Returns the terms of surface forms within `edits` (1 or 2) of a word, most frequent first. Letters are corrected and digits are
 * not: `http2` is not a typo of `http3`.
 */
export function termsNear(index: SearchIndex, word: string, edits: 1 | 2, limit: number): number[] {
  if (word.length < (edits === 1 ? NEAR_MIN_LETTERS : FAR_MIN_LETTERS) || word.length > queryUnits.length) return []
  for (let i = 0; i < word.length; i++) queryUnits[i] = word.charCodeAt(i)
  const starts = edits === 1 ? index.nearStarts : index.farStarts
  const surfaces = edits === 1 ? index.nearSurfaces : index.farSurfaces
  const mask = starts.length - 2
  const terms: number[] = []
  const counts: number[] = []
  let left = MAX_CANDIDATES
  const visit = edits === 1 ? visitNear : visitFar
  visit(queryUnits, 0, word.length, (hash) => {
    const row = hash & mask
    for (let i = starts[row]!; i < starts[row + 1]! && left > 0; i++, left--) {
      const surface = surfaces[i]!
      const start = index.surfaceStarts[surface]!
      const end = index.surfaceStarts[surface + 1]!
      if (
        isWithinEdits(queryUnits, word.length, index.surfaceUnits, start, end, edits) &&
        haveSameDigits(queryUnits, word.length, index.surfaceUnits, start, end)
      ) {
        insertTerm(terms, counts, index.surfaceTerms[surface]!, index.surfacePages[surface]!, limit)
      }
    }
  })
  return terms
}

/** Whether `a[0, aLength)` and `b[bStart, bEnd)` hold the same ASCII digits in the same order. */
function haveSameDigits(a: Uint16Array, aLength: number, b: Uint16Array, bStart: number, bEnd: number): boolean {
  let j = bStart
  for (let i = 0; i < aLength; i++) {
    if (!isDigit(a[i]!)) continue
    while (j < bEnd && !isDigit(b[j]!)) j++
    if (j === bEnd || b[j++] !== a[i]) return false
  }
  while (j < bEnd) if (isDigit(b[j++]!)) return false
  return true
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}
