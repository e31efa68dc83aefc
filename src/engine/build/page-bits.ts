import type { TermOrder } from './dictionary-build.ts'
import { BIT_TERM_PART, RANK_WORDS, type IndexArrays, type IndexHeader } from '../index/layout.ts'

/** Counts the terms that have a bit for each page. They have the lowest numbers, because terms are numbered by falling page count. */
export function countBitTerms({ pages }: TermOrder, partitionPages: number, partitionCount: number): number {
  const other = pages.findIndex((count) => count < partitionCount * partitionPages * BIT_TERM_PART)
  return other === -1 ? pages.length : other
}

/** Number of 32-bit words in the bits of one term in one partition. */
export function bitWords(partitionPages: number): number {
  return Math.ceil(partitionPages / 32)
}

/** Number of ranks in the bits of one term in one partition. */
export function rankCount(partitionPages: number): number {
  return Math.ceil(bitWords(partitionPages) / RANK_WORDS)
}

/** Fills the bits and their ranks from the postings, which must be complete. */
export function fillPageBits(
  { bitRanks, pageBits, postingPages, postingStarts }: IndexArrays,
  { bitTermCount, partitionCount, partitionPages }: IndexHeader,
): void {
  const words = bitWords(partitionPages)
  const ranks = rankCount(partitionPages)
  const pagesOfRank = RANK_WORDS * 32
  for (let row = 0; row < bitTermCount * partitionCount; row++) {
    const start = postingStarts[row]!
    let rank = 0
    for (let i = start; i < postingStarts[row + 1]!; i++) {
      const page = postingPages[i]!
      pageBits[row * words + (page >>> 5)]! |= 1 << (page & 31)
      for (; rank * pagesOfRank <= page; rank++) bitRanks[row * ranks + rank] = i - start
    }
    bitRanks.fill(postingStarts[row + 1]! - start, row * ranks + rank, (row + 1) * ranks)
  }
}
