import { hashUnits, powerOfTwo } from '../text/hash.ts'
import type { IndexArrays } from './layout.ts'

/**
 * Two words within one edit become equal when at most one letter is deleted from each. Words within two edits do when at most two
 * are deleted from the first letters of each. Every surface form is therefore filed under the hashes of what remains after such
 * deletions, and a query word looks up its own. This is symmetric deletion; candidates are then verified.
 */
export const NEAR_MIN_LETTERS = 3
export const FAR_MIN_LETTERS = 7
/** Two deletions from a whole long word would give very many hashes, so only its first letters are used. */
const FAR_PREFIX_LETTERS = 7

type DeletionArrays = Pick<IndexArrays, 'nearStarts' | 'nearSurfaces' | 'farStarts' | 'farSurfaces'>

export function buildDeletions(starts: Uint32Array, units: Uint16Array): DeletionArrays {
  const near = createFiling(starts, NEAR_MIN_LETTERS, (start, end, visit) => visitNear(units, start, end, visit))
  const far = createFiling(starts, FAR_MIN_LETTERS, (start, end, visit) => visitFar(units, start, end, visit))
  return { nearStarts: near.starts, nearSurfaces: near.values, farStarts: far.starts, farSurfaces: far.values }
}

/** Visits the hashes of a word with at most one letter deleted. */
export function visitNear(units: Uint16Array, start: number, end: number, visit: (hash: number) => void): void {
  visit(hashUnits(units, start, end, -1, -1))
  for (let i = start; i < end; i++) {
    // Deleting either of two equal neighbours leaves the same letters.
    if (i === start || units[i] !== units[i - 1]) visit(hashUnits(units, start, end, i, -1))
  }
}

/** Visits the hashes of a word's first letters with at most two deleted. */
export function visitFar(units: Uint16Array, start: number, end: number, visit: (hash: number) => void): void {
  const stop = Math.min(end, start + FAR_PREFIX_LETTERS)
  visit(hashUnits(units, start, stop, -1, -1))
  for (let i = start; i < stop; i++) {
    visit(hashUnits(units, start, stop, i, -1))
    for (let j = i + 1; j < stop; j++) visit(hashUnits(units, start, stop, i, j))
  }
}

function createFiling(
  surfaceStarts: Uint32Array,
  minLetters: number,
  hashes: (start: number, end: number, visit: (hash: number) => void) => void,
): { starts: Uint32Array; values: Uint16Array } {
  const surfaceCount = surfaceStarts.length - 1
  let total = 0
  eachHash(() => total++)
  // Long rows cost little: most candidates are rejected first by their length.
  const rows = powerOfTwo(Math.max(1, total / 4))
  const starts = new Uint32Array(rows + 1)
  eachHash((hash) => starts[(hash & (rows - 1)) + 1]!++)
  for (let row = 0; row < rows; row++) starts[row + 1]! += starts[row]!
  const values = new Uint16Array(total)
  const next = starts.slice()
  eachHash((hash, surface) => (values[next[hash & (rows - 1)]!++] = surface))
  return { starts, values }

  function eachHash(visit: (hash: number, surface: number) => void): void {
    for (let surface = 0; surface < surfaceCount; surface++) {
      const start = surfaceStarts[surface]!
      const end = surfaceStarts[surface + 1]!
      if (end - start >= minLetters) hashes(start, end, (hash) => visit(hash, surface))
    }
  }
}
