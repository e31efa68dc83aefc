import { POSITION_BLOCK } from './layout.ts'
import type { SearchIndex } from './open.ts'

// How the arrays of postings are read: the one place that knows which terms are dense, for the scoring loop and the rerank. A
// kernel in another language has the same three functions.

/** Postings [start, end). */
export interface Row {
  start: number
  end: number
}

/** Puts the postings of a term in one partition into `row`. */
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
  // A few dozen postings at most (DENSE_TERM_PAGES).
  while (at < stop && rarePartitions[at - base]! < partition) at++
  row.start = at
  while (at < stop && rarePartitions[at - base] === partition) at++
  row.end = at
}

const found: Row = { start: 0, end: 0 }

/** The posting of a term on one page, -1 where the page does not have it. */
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

/** Where the positions of a posting begin in `positionBytes`. */
export function findPositions(index: SearchIndex, posting: number): number {
  const { positionBytes } = index
  const block = Math.floor(posting / POSITION_BLOCK)
  let at = index.positionBlocks[block]!
  for (let before = posting - block * POSITION_BLOCK; before > 0 && at < positionBytes.length; at++) {
    // The first byte of a varint says whether it is the last of its posting.
    if ((positionBytes[at]! & 1) === 1) before--
    while (positionBytes[at]! > 127) at++
  }
  return at
}
