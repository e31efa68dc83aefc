import type { Collection } from './collect.ts'
import type { PageHead } from '../index/display.ts'
import { visitGrams } from '../text/grams.ts'
import { hashText, powerOfTwo } from '../text/hash.ts'
import type { IndexArrays } from '../index/layout.ts'
import { startsOf } from '../index/packed-arrays.ts'
import { normaliseTitle } from '../text/normalise-title.ts'

/** Titles of a partition. Terms have their vocabulary numbers. */
export type Titles = Pick<
  IndexArrays,
  'titleHashes' | 'titleStarts' | 'titleBytes' | 'titleTermStarts' | 'titleTerms' | 'gramStarts' | 'grams'
>

/** Builds the title data that the rerank reads. */
export function buildTitles(pages: readonly PageHead[], collection: Collection): Titles {
  const titles = pages.map((page) => normaliseTitle(page.title))
  const encoded = titles.map((title) => Buffer.from(title))
  const gramRows = titles.map((title) => {
    const grams = new Set<number>()
    visitGrams(title, (gram) => grams.add(gram))
    return [...grams].toSorted((a, b) => a - b)
  })
  return {
    titleHashes: Uint32Array.from(titles, hashText),
    titleStarts: startsOf(encoded),
    titleBytes: Buffer.concat(encoded),
    titleTermStarts: Uint32Array.from(collection.titleStarts),
    titleTerms: Uint32Array.from(collection.titleTerms),
    gramStarts: startsOf(gramRows),
    grams: Uint16Array.from(gramRows.flat()),
  }
}

/** Number of rows in the hash table of titles. */
export function titleHashRows(pageCount: number): number {
  return powerOfTwo(Math.max(1, pageCount))
}

/** Adds the pages to the hash table of their titles. */
export function fillTitleHash({
  titleHashes,
  titleHashStarts,
  titleHashPages,
}: Pick<IndexArrays, 'titleHashStarts' | 'titleHashPages' | 'titleHashes'>): void {
  const rows = titleHashStarts.length - 1
  for (const hash of titleHashes) titleHashStarts[(hash & (rows - 1)) + 1]!++
  for (let row = 0; row < rows; row++) titleHashStarts[row + 1]! += titleHashStarts[row]!
  const next = titleHashStarts.slice()
  titleHashes.forEach((hash, page) => (titleHashPages[next[hash & (rows - 1)]!++] = page))
}
