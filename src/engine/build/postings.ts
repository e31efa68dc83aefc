import type { TermOrder } from './dictionary-build.ts'
import type { RowImpacts } from './impacts.ts'
import { DENSE_TERM_PAGES, POSITION_BLOCK, type IndexArrays } from '../index/layout.ts'
import type { Partition } from './partition.ts'

/** Counts the terms that have a row of postings for each partition. They have the lowest numbers. */
export function countDenseTerms({ pages }: TermOrder, partitionCount: number): number {
  // One partition has no rows to save.
  if (partitionCount === 1) return pages.length
  const rare = pages.findIndex((count) => count < DENSE_TERM_PAGES)
  return rare === -1 ? pages.length : rare
}

/** Finds the largest impact of each term of the vocabulary across all partitions. */
export function findLargestImpacts(
  partitions: readonly Partition[],
  norms: readonly Float32Array[],
  rowImpacts: RowImpacts,
  termCount: number,
  onStep: () => void,
): Float32Array {
  const largest = new Float32Array(termCount)
  partitions.forEach((partition, p) => {
    const impacts = new Float32Array(partition.pageCount)
    for (let row = 0; row < partition.rowTerms.length; row++) {
      rowImpacts(partition, norms[p]!, row, impacts)
      const term = partition.rowTerms[row]!
      const count = partition.postingStarts[row + 1]! - partition.postingStarts[row]!
      for (let i = 0; i < count; i++) if (impacts[i]! > largest[term]!) largest[term] = impacts[i]!
    }
    onStep()
  })
  return largest
}

/** Writes partitions, in their order, into the posting arrays of an index. */
export interface PostingWriter {
  add(partition: Partition, norms: Float32Array): void
  /** Completes the arrays. Call it after the last partition. */
  finish(): void
}

export interface PostingContext {
  readonly order: TermOrder
  readonly denseTermCount: number
  readonly rowImpacts: RowImpacts
  /** Result of `findLargestImpacts`. */
  readonly largest: Float32Array
}

/** @param partitions All partitions: the writer counts their rows and retains none. */
export function createPostingWriter(
  arrays: IndexArrays,
  partitions: readonly Partition[],
  { denseTermCount, largest, order, rowImpacts }: PostingContext,
): PostingWriter {
  const {
    denseRowImpacts,
    positionBlocks,
    positionBytes,
    postingImpacts,
    postingPages,
    postingStarts,
    rarePartitions,
  } = arrays
  const partitionCount = partitions.length
  const firstRare = partitionCount * denseTermCount
  /** Offset of the position bytes of each row; for a rare term, the offset at which its next bytes are written. */
  const rowBytes = new Uint32Array(postingStarts.length)
  const rowOf = (p: number, term: number): number =>
    term < denseTermCount ? term * partitionCount + p : firstRare + term - denseTermCount
  partitions.forEach(({ positions, postingStarts: starts, rowTerms }, p) => {
    for (let row = 0; row < rowTerms.length; row++) {
      const number = rowOf(p, order.newNumber[rowTerms[row]!]!)
      postingStarts[number + 1]! += starts[row + 1]! - starts[row]!
      rowBytes[number + 1]! += positions.starts[row + 1]! - positions.starts[row]!
    }
  })
  for (let row = 0; row + 1 < postingStarts.length; row++) {
    postingStarts[row + 1]! += postingStarts[row]!
    rowBytes[row + 1]! += rowBytes[row]!
  }
  const rarePostings = postingStarts.slice(firstRare)
  const firstRarePosting = rarePostings[0]!
  let p = 0

  return {
    add(partition, norms) {
      const { positions, postingStarts: starts, rowTerms } = partition
      const impacts = new Float32Array(partition.pageCount)
      for (const row of rowsInOrder(rowTerms, order)) {
        const old = rowTerms[row]!
        const term = order.newNumber[old]!
        const count = starts[row + 1]! - starts[row]!
        const bytes = positions.starts[row + 1]! - positions.starts[row]!
        const number = rowOf(p, term)
        const byte = rowBytes[number]!
        let at = postingStarts[number]!
        if (term >= denseTermCount) {
          const rare = term - denseTermCount
          at = rarePostings[rare]!
          rarePostings[rare] = at + count
          rowBytes[number] = byte + bytes
          rarePartitions.fill(p, at - firstRarePosting, at - firstRarePosting + count)
        }
        copy(partition.pages, starts[row]!, postingPages, at, count)
        copy(positions.bytes, positions.starts[row]!, positionBytes, byte, bytes)
        rowImpacts(partition, norms, row, impacts)
        let most = 0
        for (let i = 0; i < count; i++) {
          const impact = Math.max(1, Math.round((impacts[i]! / largest[old]!) * 255))
          postingImpacts[at + i] = impact
          if (impact > most) most = impact
        }
        if (term < denseTermCount) denseRowImpacts[number] = most
      }
      p++
    },
    finish() {
      let posting = 0
      let isFirstOfVarint = true
      let isLast = false
      let isFirstOfPosting = true
      for (let at = 0; at < positionBytes.length; at++) {
        const byte = positionBytes[at]!
        if (isFirstOfPosting && posting % POSITION_BLOCK === 0) positionBlocks[posting / POSITION_BLOCK] = at
        if (isFirstOfVarint) isLast = (byte & 1) === 1
        isFirstOfVarint = byte < 128
        isFirstOfPosting = isFirstOfVarint && isLast
        if (isFirstOfPosting) posting++
      }
      positionBlocks[positionBlocks.length - 1] = positionBytes.length
    },
  }
}

/** Rows of a partition, ordered by the final number of their terms, which is the order in an index. */
function rowsInOrder(rowTerms: Uint32Array, { newNumber }: TermOrder): Uint32Array {
  const keys = Float64Array.from(rowTerms, (term, row) => newNumber[term]! * rowTerms.length + row).sort()
  return Uint32Array.from(keys, (key) => key % rowTerms.length)
}

/** Copies elements in a loop: a call of `set` costs more than the few elements that most rows have. */
function copy<A extends Uint8Array | Uint16Array>(source: A, from: number, target: A, to: number, count: number): void {
  if (count > 32) target.set(source.subarray(from, from + count), to)
  else for (let i = 0; i < count; i++) target[to + i] = source[from + i]!
}
