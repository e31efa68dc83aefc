import type { Collection } from './collect.ts'
import type { SearchDocument } from './document.ts'
import { visitGrams } from './grams.ts'
import { powerOfTwo } from './dictionary-build.ts'
import { hashText } from './hash.ts'
import type { IndexArrays } from './layout.ts'
import { normaliseTitle } from './normalise-title.ts'

type TitleArrays = Pick<
  IndexArrays,
  | 'titleHashStarts'
  | 'titleHashPages'
  | 'titleHashes'
  | 'titleStarts'
  | 'titleBytes'
  | 'titleTermStarts'
  | 'titleTerms'
  | 'gramStarts'
  | 'grams'
>

/** Everything that the rerank asks of a title. */
export function buildTitles(
  pages: readonly SearchDocument[],
  collection: Collection,
  newNumber: Uint32Array,
): TitleArrays {
  const titles = pages.map((page) => normaliseTitle(page.title))
  const encoded = titles.map((title) => Buffer.from(title))
  const gramRows = titles.map((title) => {
    const grams = new Set<number>()
    visitGrams(title, (gram) => grams.add(gram))
    return [...grams].toSorted((a, b) => a - b)
  })
  return {
    ...buildTitleHash(titles),
    titleStarts: startsOf(encoded),
    titleBytes: Buffer.concat(encoded),
    titleTermStarts: Uint32Array.from(collection.titleStarts),
    titleTerms: Uint32Array.from(
      collection.titleTerms.data.subarray(0, collection.titleTerms.length),
      (term) => newNumber[term]!,
    ),
    gramStarts: startsOf(gramRows),
    grams: Uint16Array.from(gramRows.flat()),
  }
}

function buildTitleHash(
  titles: readonly string[],
): Pick<IndexArrays, 'titleHashStarts' | 'titleHashPages' | 'titleHashes'> {
  const rows = powerOfTwo(Math.max(1, titles.length))
  const hashes = Uint32Array.from(titles, hashText)
  const titleHashStarts = new Uint32Array(rows + 1)
  for (const hash of hashes) titleHashStarts[(hash & (rows - 1)) + 1]!++
  for (let row = 0; row < rows; row++) titleHashStarts[row + 1]! += titleHashStarts[row]!
  const next = titleHashStarts.slice()
  const titleHashPages = new Uint32Array(titles.length)
  hashes.forEach((hash, page) => (titleHashPages[next[hash & (rows - 1)]!++] = page))
  return { titleHashStarts, titleHashPages, titleHashes: hashes }
}

/** Where each of the rows begins when they stand one after another. */
export function startsOf(rows: readonly { readonly length: number }[]): Uint32Array {
  const starts = new Uint32Array(rows.length + 1)
  rows.forEach((row, i) => (starts[i + 1] = starts[i]! + row.length))
  return starts
}
