import type { TermOrder } from './dictionary-build.ts'
import { BIT_TERM_PART, type IndexArrays, type IndexHeader } from './layout.ts'

/** Terms that have a bit for each page: the first so many, as terms are numbered by falling count of pages. */
export function countBitTerms({ pages }: TermOrder, pageCount: number, partitionCount: number): number {
  if (partitionCount === 1) return 0
  const other = pages.findIndex((count) => count < pageCount * BIT_TERM_PART)
  return other === -1 ? pages.length : other
}

/** Words of the bits of one term in one partition. */
export function bitWords(partitionPages: number): number {
  return Math.ceil(partitionPages / 32)
}

/** Sets the bits by the postings, which are there already. */
export function fillPageBits(
  { pageBits, postingPages, postingStarts }: IndexArrays,
  { bitTermCount, denseTermCount, partitionCount, partitionPages }: IndexHeader,
): void {
  const words = bitWords(partitionPages)
  for (let p = 0; p < partitionCount; p++) {
    for (let term = 0; term < bitTermCount; term++) {
      const base = (p * bitTermCount + term) * words
      const row = p * denseTermCount + term
      for (let i = postingStarts[row]!; i < postingStarts[row + 1]!; i++) {
        const page = postingPages[i]!
        pageBits[base + (page >>> 5)]! |= 1 << (page & 31)
      }
    }
  }
}
