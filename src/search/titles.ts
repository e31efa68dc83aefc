import type { Collection } from './collect.ts'
import type { SearchDocument } from './document.ts'
import { visitGrams } from './grams.ts'
import { powerOfTwo } from './dictionary-build.ts'
import { hashText } from './hash.ts'
import type { IndexArrays } from './layout.ts'
import { normaliseTitle } from './normalise-title.ts'

/** What is shown of a page. */
export type PageHead = Pick<SearchDocument, 'path' | 'title' | 'description' | 'section'>

/** The titles of a partition. Terms have the numbers of the vocabulary. */
export type Titles = Pick<
  IndexArrays,
  'titleHashes' | 'titleStarts' | 'titleBytes' | 'titleTermStarts' | 'titleTerms' | 'gramStarts' | 'grams'
>

/** What the rerank asks of a title. */
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

/** Rows of the hash of titles. */
export function titleHashRows(pageCount: number): number {
  return powerOfTwo(Math.max(1, pageCount))
}

/** Files the pages under the hashes of their titles. */
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

/** Where each of the rows begins when they stand one after another. */
export function startsOf(rows: readonly { readonly length: number }[]): Uint32Array {
  const starts = new Uint32Array(rows.length + 1)
  rows.forEach((row, i) => (starts[i + 1] = starts[i]! + row.length))
  return starts
}
