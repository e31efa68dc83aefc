import { POSITION_BLOCK } from './layout.ts'
import type { SearchIndex } from './open.ts'

// These functions read the arrays of postings for the scoring loop and the rerank. Only they know which terms are dense. A kernel
// in another language has the same three functions.

/** Range of postings: [start, end). */
export interface Row {
  start: number
  end: number
}

/** Stores the range of a term's postings in one partition in `row`. */
export function findRow(index: SearchIndex, partition: number, term: number, row: Row): void {
  const { denseTermCount, partitionCount, postingStarts } = index
  if (term < denseTermCount) {
    const number = term * partitionCount + partition
    row.start = postingStarts[number]!
    row.end = postingStarts[number + 1]!
    return
  }
  const firstRare = partitionCount * denseTermCount
  const number = firstRare + term - denseTermCount
  const base = postingStarts[firstRare]!
  let at = postingStarts[number]!
  const stop = postingStarts[number + 1]!
  const { rarePartitions } = index
  // The row has at most a few dozen postings (DENSE_TERM_PAGES).
  while (at < stop && rarePartitions[at - base]! < partition) at++
  row.start = at
  while (at < stop && rarePartitions[at - base] === partition) at++
  row.end = at
}

const found: Row = { start: 0, end: 0 }

/** Returns the posting of a term on one page, or -1 when the page does not have the term. */
export function findPosting(index: SearchIndex, page: number, term: number): number {
  const { partitionPages, postingPages } = index
  const partition = Math.floor(page / partitionPages)
  const local = page % partitionPages
  findRow(index, partition, term, found)
  let low = found.start
  let high = found.end
  while (low < high) {
    const middle = (low + high) >>> 1
    if (postingPages[middle]! < local) low = middle + 1
    else high = middle
  }
  return low < found.end && postingPages[low] === local ? low : -1
}

/** Offset of the positions of a posting in `positionBytes`. */
export function findPositions(index: SearchIndex, posting: number): number {
  const { positionBytes } = index
  const block = Math.floor(posting / POSITION_BLOCK)
  let at = index.positionBlocks[block]!
  for (let before = posting - block * POSITION_BLOCK; before > 0 && at < positionBytes.length; at++) {
    // The first byte of a varint has the bit that marks the last one of its posting.
    if ((positionBytes[at]! & 1) === 1) before--
    while (positionBytes[at]! > 127) at++
  }
  return at
}

/**
 * Reads the positions of a posting, rising, into `out` from `from` on, as long as there is room.
 *
 * @returns the end of the positions in `out`
 */
export function readPositions(index: SearchIndex, posting: number, out: Int32Array, from: number): number {
  const { positionBytes } = index
  let at = findPositions(index, posting)
  let position = 0
  let count = from
  for (let last = 0; last === 0 && count < out.length;) {
    let byte = positionBytes[at++]!
    last = byte & 1
    let distance = (byte & 127) >>> 1
    for (let shift = 6; byte > 127; shift += 7) {
      byte = positionBytes[at++]!
      distance |= (byte & 127) << shift
    }
    if (distance === 0) return count
    position += distance
    out[count++] = position
  }
  return count
}
