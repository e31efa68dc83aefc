import type { Collection } from './collect.ts'
import type { TermOrder } from './dictionary-build.ts'
import { PARTITION_PAGES, type IndexArrays } from './layout.ts'
import { buildPositions } from './positions.ts'
import { FIELD_COUNT, inverseDocumentFrequency, type ImpactWeights } from './scoring.ts'

type PostingArrays = Pick<
  IndexArrays,
  | 'termPages'
  | 'termScale'
  | 'postingStarts'
  | 'postingPages'
  | 'postingImpacts'
  | 'positionBlocks'
  | 'positionSizes'
  | 'positionBytes'
  | 'sectionStarts'
  | 'sectionPositions'
>

/**
 * Sorts the collected (page, term) records by partition and term, and reduces the counts of each to one byte of impact:
 * a share of the largest impact that its term has anywhere, which `termScale` gives back.
 */
export function buildPostings(collection: Collection, order: TermOrder, weights: ImpactWeights): PostingArrays {
  const { entryTerm, entryPage, entryCounts, pageCount } = collection
  const termCount = order.pages.length
  const entryCount = entryTerm.length
  const partitions = Math.max(1, Math.ceil(pageCount / PARTITION_PAGES))

  const postingStarts = new Uint32Array(partitions * termCount + 1)
  const rowOf = (entry: number): number =>
    Math.floor(entryPage.data[entry]! / PARTITION_PAGES) * termCount + order.newNumber[entryTerm.data[entry]!]!
  for (let entry = 0; entry < entryCount; entry++) postingStarts[rowOf(entry) + 1]!++
  for (let row = 0; row < partitions * termCount; row++) postingStarts[row + 1]! += postingStarts[row]!

  const fieldPages = countFieldPages(collection, order)
  const lengthNorms = createLengthNorms(collection, weights)
  const impacts = new Float32Array(entryCount)
  const maximum = new Float32Array(termCount)
  for (let entry = 0; entry < entryCount; entry++) {
    const term = order.newNumber[entryTerm.data[entry]!]!
    const impact = impactOf(
      weights,
      entryCounts.data,
      entry * FIELD_COUNT,
      lengthNorms,
      entryPage.data[entry]! * FIELD_COUNT,
      pageCount,
      order.pages[term]!,
      fieldPages,
      term * FIELD_COUNT,
    )
    impacts[entry] = impact
    if (impact > maximum[term]!) maximum[term] = impact
  }

  const next = postingStarts.slice()
  const slots = new Uint32Array(entryCount)
  const postingPages = new Uint16Array(entryCount)
  const postingImpacts = new Uint8Array(entryCount)
  for (let entry = 0; entry < entryCount; entry++) {
    const slot = next[rowOf(entry)]!++
    slots[entry] = slot
    const term = order.newNumber[entryTerm.data[entry]!]!
    postingPages[slot] = entryPage.data[entry]! % PARTITION_PAGES
    postingImpacts[slot] = Math.max(1, Math.round((impacts[entry]! / maximum[term]!) * 255))
  }
  return {
    termPages: order.pages,
    termScale: maximum.map((value) => value / 255),
    postingStarts,
    postingPages,
    postingImpacts,
    ...buildPositions(collection, slots),
  }
}

/** Pages that hold a term in a field: FIELD_COUNT numbers a term. */
function countFieldPages({ entryTerm, entryCounts }: Collection, order: TermOrder): Uint32Array {
  const pages = new Uint32Array(order.pages.length * FIELD_COUNT)
  for (let entry = 0; entry < entryTerm.length; entry++) {
    const term = order.newNumber[entryTerm.data[entry]!]!
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (entryCounts.data[entry * FIELD_COUNT + field]! > 0) pages[term * FIELD_COUNT + field]!++
    }
  }
  return pages
}

/** 1 / (1 − b + b · length / average) for every field of every page. */
function createLengthNorms({ fieldLengths, pageCount }: Collection, { b: shares }: ImpactWeights): Float32Array {
  const average = new Float64Array(FIELD_COUNT)
  for (let i = 0; i < fieldLengths.length; i++) average[i % FIELD_COUNT]! += fieldLengths[i]! / pageCount
  const norms = new Float32Array(fieldLengths.length)
  for (let i = 0; i < fieldLengths.length; i++) {
    const field = i % FIELD_COUNT
    const b = shares[field]!
    norms[i] = 1 / (1 - b + (b * fieldLengths[i]!) / Math.max(average[field]!, 1e-9))
  }
  return norms
}

function impactOf(
  weights: ImpactWeights,
  counts: Uint8Array,
  countsAt: number,
  norms: Float32Array,
  normsAt: number,
  pageCount: number,
  pages: number,
  fieldPages: Uint32Array,
  fieldPagesAt: number,
): number {
  const idf = inverseDocumentFrequency(pageCount, pages)
  let sum = 0
  let best = 0
  let fused = 0
  for (let field = 0; field < FIELD_COUNT; field++) {
    const count = counts[countsAt + field]!
    if (count === 0) continue
    const x = count * norms[normsAt + field]!
    const fieldIdf = inverseDocumentFrequency(pageCount, fieldPages[fieldPagesAt + field]!)
    const part =
      weights.sumWeight[field]! * (0.5 * idf + 0.5 * fieldIdf) * (((weights.k + 1) * x) / (x + weights.k) + 0.2)
    sum += part
    if (part > best) best = part
    fused += weights.fusedWeight[field]! * x
  }
  const summed = (1 - weights.bestShare) * sum + weights.bestShare * weights.bestGain * best
  const blended = (weights.fusedGain * idf * fused) / (fused + weights.fusedK)
  return 0.5 * summed + 0.5 * blended
}
