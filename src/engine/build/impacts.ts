import { COUNTS_OF, type Partition } from './partition.ts'
import type { TermStatistics } from './term-statistics.ts'
import { BODY, FIELD_COUNT, inverseDocumentFrequency, type ImpactWeights } from '../index/scoring.ts'

/** Computes the unscaled impacts of the postings of one row of a partition into the first elements of `out`. */
export type RowImpacts = (partition: Partition, norms: Float32Array, row: number, out: Float32Array) => void

/** 1 / (1 − b + b · length / average) for every field of every page, partition by partition. */
export function createLengthNorms(
  partitions: readonly Partition[],
  pageCount: number,
  { b: shares }: ImpactWeights,
): Float32Array[] {
  const average = new Float64Array(FIELD_COUNT)
  for (const { fieldLengths } of partitions) {
    for (let i = 0; i < fieldLengths.length; i++) average[i % FIELD_COUNT]! += fieldLengths[i]! / pageCount
  }
  return partitions.map(({ fieldLengths }) => {
    const norms = new Float32Array(fieldLengths.length)
    for (let i = 0; i < fieldLengths.length; i++) {
      const field = i % FIELD_COUNT
      const b = shares[field]!
      norms[i] = 1 / (1 - b + (b * fieldLengths[i]!) / Math.max(average[field]!, 1e-9))
    }
    return norms
  })
}

export function createRowImpacts(pageCount: number, statistics: TermStatistics, weights: ImpactWeights): RowImpacts {
  const { bestGain, bestShare, fusedGain, fusedK, fusedWeight, k, sumWeight } = weights
  /** Weight of the row's term in the summed part, by field. */
  const fieldGain = new Float64Array(FIELD_COUNT)
  const counts = new Uint8Array(FIELD_COUNT)

  return (partition, norms, row, out) => {
    const term = partition.rowTerms[row]!
    const idf = inverseDocumentFrequency(pageCount, statistics.pages.data[term]!)
    const idfGain = fusedGain * idf
    for (let field = 0; field < FIELD_COUNT; field++) {
      const fieldIdf = inverseDocumentFrequency(pageCount, statistics.fieldPages.data[term * FIELD_COUNT + field]!)
      fieldGain[field] = sumWeight[field]! * (0.5 * idf + 0.5 * fieldIdf)
    }
    const start = partition.postingStarts[row]!
    const end = partition.postingStarts[row + 1]!
    let at = partition.countStarts[row]!
    for (let posting = start; posting < end; posting++) {
      const first = partition.counts[at++]!
      counts.fill(0)
      if (first < COUNTS_OF) counts[BODY] = first
      else
        for (let field = 0; field < FIELD_COUNT; field++)
          if (first & (1 << field)) counts[field] = partition.counts[at++]!
      const normsAt = partition.pages[posting]! * FIELD_COUNT
      let sum = 0
      let best = 0
      let fused = 0
      for (let field = 0; field < FIELD_COUNT; field++) {
        const count = counts[field]!
        if (count === 0) continue
        const x = count * norms[normsAt + field]!
        const part = fieldGain[field]! * (((k + 1) * x) / (x + k) + 0.2)
        sum += part
        if (part > best) best = part
        fused += fusedWeight[field]! * x
      }
      const summed = (1 - bestShare) * sum + bestShare * bestGain * best
      const blended = (idfGain * fused) / (fused + fusedK)
      out[posting - start] = 0.5 * summed + 0.5 * blended
    }
  }
}
