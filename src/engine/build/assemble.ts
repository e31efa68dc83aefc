import { buildDeletions } from '../index/deletions.ts'
import { buildSigns, buildSurfaces, buildTermHash, type TermOrder } from './dictionary-build.ts'
import { createLengthNorms, createRowImpacts } from './impacts.ts'
import { allocateIndex, POSITION_BLOCK, type IndexArrays, type IndexHeader } from '../index/layout.ts'
import type { LabelCollector } from './labels.ts'
import type { Partition } from './partition.ts'
import { bitWords, countBitTerms, fillPageBits, rankCount } from './page-bits.ts'
import { countDenseTerms, createPostingWriter, findLargestImpacts } from './postings.ts'
import type { ImpactWeights } from '../index/scoring.ts'
import { resolveLabels, type ResolvedLabels } from './resolve-labels.ts'
import type { TermStatistics } from './term-statistics.ts'
import { fillTitleHash, titleHashRows } from './titles.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface AssemblyOptions extends Pick<IndexHeader, 'locale' | 'synonyms' | 'partitionPages'> {
  readonly impact: ImpactWeights
  readonly labelCounts: Pick<LabelCollector, 'linkCounts' | 'headingCounts'>
  readonly onStep: () => void
}

/**
 * Assembles an index from its partitions. Each partition is removed from the list once copied, so that its memory is freed while
 * the index grows.
 */
export function assembleIndex(
  partitions: Partition[],
  vocabulary: Vocabulary,
  statistics: TermStatistics,
  order: TermOrder,
  { impact, labelCounts, onStep, ...header }: AssemblyOptions,
): SharedArrayBuffer {
  const sum = (count: (partition: Partition) => number): number => partitions.reduce((all, one) => all + count(one), 0)
  const pageCount = sum((partition) => partition.pageCount)
  const partitionCount = partitions.length
  const { surfaces, termTexts } = vocabulary
  const termCount = termTexts.length
  const denseTermCount = countDenseTerms(order, partitionCount)
  const bitTermCount = Math.min(denseTermCount, countBitTerms(order, header.partitionPages, partitionCount))
  const rowImpacts = createRowImpacts(pageCount, statistics, impact)
  const norms = createLengthNorms(partitions, pageCount, impact)
  const largest = findLargestImpacts(partitions, norms, rowImpacts, termCount, onStep)

  const forms = buildSurfaces(surfaces, order)
  /** Arrays that exist once in an index; all other arrays are in the partitions. */
  const whole = {
    ...buildTermHash(termTexts, order.newNumber),
    termPages: order.pages,
    termScale: Float32Array.from(order.oldNumber, (term) => largest[term]! / 255),
    ...forms,
    ...buildDeletions(forms.surfaceStarts, forms.surfaceUnits),
    ...buildSigns(termTexts, order),
  }
  const named = partitions.map(({ labels }) => resolveLabels(labels, { ...whole, ...labelCounts, pageCount }))
  const postings = sum(({ pages }) => pages.length)
  const rarePostings = order.pages.subarray(denseTermCount).reduce((all, pages) => all + pages, 0)
  const stored = { ...header, pageCount, partitionCount, termCount, denseTermCount, bitTermCount }
  const siteAddressBytes = sum(({ display }) => display.siteAddresses.length)
  const { buffer, arrays } = allocateIndex(stored, {
    ...lengthsOf(whole),
    postingStarts: partitionCount * denseTermCount + (termCount - denseTermCount) + 1,
    postingPages: postings,
    postingImpacts: postings,
    denseRowImpacts: partitionCount * denseTermCount,
    rarePartitions: rarePostings,
    pageBits: partitionCount * bitTermCount * bitWords(header.partitionPages),
    bitRanks: partitionCount * bitTermCount * rankCount(header.partitionPages),
    positionBlocks: Math.ceil(postings / POSITION_BLOCK) + 1,
    positionBytes: sum(({ positions }) => positions.bytes.length),
    titleHashStarts: titleHashRows(pageCount) + 1,
    titleHashPages: pageCount,
    titleHashes: pageCount,
    titleStarts: pageCount + 1,
    titleBytes: sum(({ titles }) => titles.titleBytes.length),
    titleTermStarts: pageCount + 1,
    titleTerms: sum(({ titles }) => titles.titleTerms.length),
    gramStarts: pageCount + 1,
    grams: sum(({ titles }) => titles.grams.length),
    labelStarts: pageCount + 1,
    labels: named.reduce((all, { labels }) => all + labels.length, 0),
    prominences: pageCount,
    sectionStarts: pageCount + 1,
    sectionPositions: sum(({ positions }) => positions.sections.length),
    displayStarts: pageCount + 1,
    display: sum(({ display }) => display.display.length),
    pathStarts: pageCount + 1,
    paths: sum(({ display }) => display.paths.length),
    siteAddressStarts: siteAddressBytes === 0 ? 0 : pageCount + 1,
    siteAddresses: siteAddressBytes,
  })
  for (const name of Object.keys(whole) as (keyof typeof whole)[]) arrays[name].set(whole[name])

  const context = { order, denseTermCount, rowImpacts, largest }
  const writer = createPostingWriter(arrays, partitions, context)
  let first = 0
  for (let p = 0; p < partitionCount; p++) {
    const partition = partitions.shift()!
    writer.add(partition, norms[p]!)
    addPages(arrays, partition, first, order.newNumber)
    addLabels(arrays, named[p]!, first)
    first += partition.pageCount
    onStep()
  }
  writer.finish()
  fillPageBits(arrays, stored)
  fillTitleHash(arrays)
  return buffer
}

type LengthsOf<A> = { readonly [N in keyof A]: number }

function lengthsOf<A extends Record<string, { readonly length: number }>>(arrays: A): LengthsOf<A> {
  return Object.fromEntries(Object.entries(arrays).map(([name, { length }]) => [name, length])) as LengthsOf<A>
}

/** Adds the data that an index holds for each page. */
function addPages(
  arrays: IndexArrays,
  { display, positions, titles }: Partition,
  first: number,
  newNumber: Uint32Array,
): void {
  arrays.titleHashes.set(titles.titleHashes, first)
  addRows(arrays.titleStarts, arrays.titleBytes, first, titles.titleStarts, titles.titleBytes)
  const terms = titles.titleTerms.map((term) => newNumber[term]!)
  addRows(arrays.titleTermStarts, arrays.titleTerms, first, titles.titleTermStarts, terms)
  addRows(arrays.gramStarts, arrays.grams, first, titles.gramStarts, titles.grams)
  addRows(arrays.sectionStarts, arrays.sectionPositions, first, positions.sectionStarts, positions.sections)
  addRows(arrays.displayStarts, arrays.display, first, display.displayStarts, display.display)
  addRows(arrays.pathStarts, arrays.paths, first, display.pathStarts, display.paths)
  if (arrays.siteAddressStarts.length === 0) return
  addRows(arrays.siteAddressStarts, arrays.siteAddresses, first, display.siteAddressStarts, display.siteAddresses)
}

function addLabels(arrays: IndexArrays, { labelStarts, labels, prominences }: ResolvedLabels, first: number): void {
  addRows(arrays.labelStarts, arrays.labels, first, labelStarts, labels)
  arrays.prominences.set(prominences, first)
}

/** Appends rows to the rows already written, as row `first` and following. */
function addRows<A extends Uint8Array | Uint16Array | Uint32Array>(
  allStarts: Uint32Array,
  all: A,
  first: number,
  starts: Uint32Array,
  values: A,
): void {
  const base = allStarts[first]!
  for (let row = 0; row + 1 < starts.length; row++) allStarts[first + row + 1] = base + starts[row + 1]!
  all.set(values, base)
}
