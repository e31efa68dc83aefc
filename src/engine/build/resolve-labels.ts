import { findHashedTerm } from '../index/dictionary.ts'
import type { IndexArrays } from '../index/layout.ts'
import { LABEL_UNITS, LABELLED_TERMS, packLabel, packLabelTerm, WEIGHT_STEPS } from '../index/labels.ts'
import { inverseDocumentFrequency, LABEL_GAIN } from '../index/scoring.ts'
import { QUERY_WEIGHT_STEPS, type CollectedLabels } from './labels.ts'

/** Statistics of the whole locale that decide what labels weigh. */
export interface LabelContext extends Pick<IndexArrays, 'termFingerprints' | 'termNumbers' | 'termPages'> {
  readonly pageCount: number
  readonly linkCounts: ReadonlyMap<number, number>
  readonly headingCounts: ReadonlyMap<number, number>
}

/** Labels of a partition as the index holds them: row i is [labelStarts[i], labelStarts[i + 1]). */
export type ResolvedLabels = Pick<IndexArrays, 'labelStarts' | 'labels' | 'prominences'>

/** A heading on more pages than these, such as "Examples", names none of them. */
const HEADING_PAGES = 4
/** Largest weight of a term in a label. */
const MAX_WEIGHT = 255

/** Finds the terms of labels, once all are known, and their weights. */
export function resolveLabels(collected: CollectedLabels, context: LabelContext): ResolvedLabels {
  const { gains, linkPages, pageStarts, prominences, termFingerprints, termHashes, termStarts, termWeights } = collected
  const { headingCounts, linkCounts, pageCount, termPages } = context
  const pages = prominences.length
  const labels = new Uint32Array(gains.length + termHashes.length)
  const labelStarts = new Uint32Array(pages + 1)
  let at = 0
  for (let page = 0; page < pages; page++) {
    for (let label = pageStarts[page]!; label < pageStarts[page + 1]!; label++) {
      const isCommon = (headingCounts.get(collected.textHashes[label]! >>> 0) ?? 0) > HEADING_PAGES
      if (collected.headings[label] === 1 && isCommon) continue
      const head = at++
      let sum = 0
      for (let i = termStarts[label]!; i < termStarts[label + 1]!; i++) {
        const term = findHashedTerm(context, termHashes[i]!, termFingerprints[i]! >>> 0)
        const idf = inverseDocumentFrequency(pageCount, term === -1 ? 0 : termPages[term]!)
        const exact = (idf * termWeights[i]! * WEIGHT_STEPS) / QUERY_WEIGHT_STEPS
        const weight = Math.min(MAX_WEIGHT, Math.max(1, Math.round(exact)))
        sum += weight
        if (term !== -1 && term < LABELLED_TERMS) labels[at++] = packLabelTerm(term, weight)
      }
      const all = linkCounts.get(collected.textHashes[label]! >>> 0) ?? 0
      const share = Math.floor((LABEL_UNITS * linkPages[label]!) / (all + LABEL_GAIN.shareDoubt))
      labels[head] = packLabel(at - head - 1, gains[label]!, share, sum)
    }
    labelStarts[page + 1] = at
  }
  return { labelStarts, labels: labels.slice(0, at), prominences: Uint8Array.from(prominences) }
}
