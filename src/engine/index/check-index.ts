import { isLocale } from '../../shared/locale.ts'
import { MAX_PARTITIONS, PARTITION_PAGES, POSITION_BLOCK, type IndexArrays, type IndexHeader } from './layout.ts'

/**
 * Checks that queries can read an index safely: rows lie within their arrays, every look-up in the table of terms ends, and counts
 * fit. The values in the rows are not checked: a number that is too large reads `undefined` and spoils a score. The native engine,
 * where that would be worse, makes further checks itself.
 *
 * @throws when the index is damaged.
 */
export function checkIndex(header: IndexHeader, arrays: IndexArrays): void {
  const { bitTermCount, denseTermCount, locale, pageCount, partitionCount, partitionPages, synonyms, termCount } =
    header
  const counts = [pageCount, partitionPages, partitionCount, termCount, denseTermCount, bitTermCount]
  must(
    counts.every((count) => Number.isInteger(count) && count >= 0),
    'a count is not a number',
  )
  must(isLocale(locale), 'locale is missing')
  must(isSynonymTable(synonyms), 'the synonyms are no table of texts')
  must(partitionPages >= 1 && partitionPages <= PARTITION_PAGES, 'a partition is too large')
  must(
    partitionCount === Math.max(1, Math.ceil(pageCount / partitionPages)) && partitionCount <= MAX_PARTITIONS,
    'the number of partitions does not fit the number of pages',
  )
  must(denseTermCount <= termCount, 'there are more dense terms than terms')
  const denseRows = partitionCount * denseTermCount
  const postings = arrays.postingPages.length
  checkTermTable(arrays)
  must(arrays.termPages.length === termCount && arrays.termScale.length === termCount, 'terms are missing')
  checkStarts('postings', arrays.postingStarts, denseRows + termCount - denseTermCount, postings)
  must(arrays.postingImpacts.length === postings && arrays.denseRowImpacts.length === denseRows, 'impacts are missing')
  must(arrays.rarePartitions.length === postings - arrays.postingStarts[denseRows]!, 'rare partitions are missing')
  must(arrays.positionBlocks.length >= Math.ceil(postings / POSITION_BLOCK), 'positions are missing')
  const surfaces = arrays.surfaceTerms.length
  must(arrays.surfacePages.length === surfaces, 'forms are missing')
  checkStarts('forms', arrays.surfaceStarts, surfaces, arrays.surfaceUnits.length)
  checkTable('near forms', arrays.nearStarts, arrays.nearSurfaces.length)
  checkTable('far forms', arrays.farStarts, arrays.farSurfaces.length)
  checkStarts('signs', arrays.signStarts, arrays.signCodes.length, arrays.signTerms.length)
  checkTable('titles', arrays.titleHashStarts, arrays.titleHashPages.length)
  must(arrays.titleHashes.length === pageCount, 'hashes of titles are missing')
  checkStarts('title texts', arrays.titleStarts, pageCount, arrays.titleBytes.length)
  checkStarts('title terms', arrays.titleTermStarts, pageCount, arrays.titleTerms.length)
  checkStarts('grams', arrays.gramStarts, pageCount, arrays.grams.length)
  checkStarts('labels', arrays.labelStarts, pageCount, arrays.labels.length)
  must(arrays.prominences.length === pageCount, 'prominences are missing')
  checkStarts('sections', arrays.sectionStarts, pageCount, arrays.sectionPositions.length)
  checkStarts('display texts', arrays.displayStarts, pageCount, arrays.display.length)
  checkStarts('paths', arrays.pathStarts, pageCount, arrays.paths.length)
  if (arrays.siteAddressStarts.length > 0 || arrays.siteAddresses.length > 0) {
    checkStarts('addresses', arrays.siteAddressStarts, pageCount, arrays.siteAddresses.length)
  }
}

function must(holds: boolean, fault: string): void {
  if (!holds) throw new Error(`a search index is damaged: ${fault}`)
}

/** Rows must start at 0, never fall, and end where the values end. */
function checkStarts(what: string, starts: Uint32Array, rows: number, values: number): void {
  let before = 0
  let rising = starts.length === rows + 1 && starts[0] === 0 && starts[rows] === values
  for (let i = 0; rising && i <= rows; i++) {
    rising = starts[i]! >= before
    before = starts[i]!
  }
  must(rising, `the rows of ${what}`)
}

/** Checks a table whose rows are selected by the low bits of a hash. */
function checkTable(what: string, starts: Uint32Array, values: number): void {
  must(isPowerOfTwo(starts.length - 1), `the number of rows of ${what}`)
  checkStarts(what, starts, starts.length - 1, values)
}

/** Checks for a free slot: without one, a look-up would never end. */
function checkTermTable({ termFingerprints, termNumbers }: IndexArrays): void {
  const { length } = termFingerprints
  must(isPowerOfTwo(length) && termNumbers.length === length && termFingerprints.includes(0), 'the table of terms')
}

function isPowerOfTwo(n: number): boolean {
  return n > 0 && Number.isInteger(Math.log2(n))
}

function isSynonymTable(synonyms: unknown): boolean {
  return (
    Array.isArray(synonyms) &&
    synonyms.every((group) => Array.isArray(group) && group.every((member) => typeof member === 'string'))
  )
}
