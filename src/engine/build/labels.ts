import { pairTerm } from '../text/analyse.ts'
import { WORD } from '../text/characters.ts'
import { fingerprintText, hashText } from '../text/hash.ts'
import { normaliseTitle } from '../text/normalise-title.ts'
import { normaliseText } from '../../shared/normalise-query.ts'
import type { SearchDocument } from '../index/document.ts'
import { LABEL_LIMIT, LABEL_TERM_LIMIT, LABEL_UNITS } from '../index/labels.ts'
import { readQuery } from '../index/read-query.ts'
import { LABEL_GAIN, RANK } from '../index/scoring.ts'
import { growableInt32, push, take } from './growable.ts'

/** Weight of a term in a query, in steps: this number stands for 1. */
export const QUERY_WEIGHT_STEPS = 1024

/** The labels of the pages of a partition, before the terms of all partitions are known. */
export interface CollectedLabels {
  /** Labels of each page, and terms of each label: row i is [starts[i], starts[i + 1]). */
  readonly pageStarts: Int32Array
  readonly termStarts: Int32Array
  readonly gains: Int32Array
  /** 1 for each label that is a heading, and nothing better. */
  readonly headings: Int32Array
  /** Number of pages that link with the text of a label, and the hash of that text. */
  readonly linkPages: Int32Array
  readonly textHashes: Int32Array
  /** The two hashes of each term, and its weight in a query. */
  readonly termHashes: Int32Array
  readonly termFingerprints: Int32Array
  readonly termWeights: Int32Array
  /** For each page, up to 255. */
  readonly prominences: Int32Array
}

export interface LabelCollector {
  /** For the hash of each text of a link, the number of pages that have it, whatever page it leads to. */
  readonly linkCounts: ReadonlyMap<number, number>
  /** For the hash of each heading, the number of pages that have it. */
  readonly headingCounts: ReadonlyMap<number, number>
  add(document: SearchDocument): void
  /** Returns what was added since the last call. */
  take(): CollectedLabels
}

/** A term of a label, by its two hashes. */
interface LabelTerm {
  readonly hash: number
  readonly fingerprint: number
  /** Weight in a query, in steps. */
  steps: number
}

/** What a text says as a label. */
interface LabelWords {
  /** The text, normalised, and its hash. */
  readonly name: string
  readonly hash: number
  readonly terms: readonly LabelTerm[]
}

interface Label {
  readonly words: LabelWords
  gain: number
  linkPages: number
  /** Whether it is a heading, and nothing better. */
  readonly isHeading: boolean
}

const PROMINENCE_UNITS = 255
/** Texts whose words are known, for labels that many pages have. */
const KNOWN_LIMIT = 20_000

/** @param isKept whether pages have labels at all */
export function createLabelCollector(isKept: boolean): LabelCollector {
  const pageStarts = growableInt32()
  const termStarts = growableInt32()
  const gains = growableInt32()
  const headings = growableInt32()
  const linkPages = growableInt32()
  const textHashes = growableInt32()
  const termHashes = growableInt32()
  const termFingerprints = growableInt32()
  const termWeights = growableInt32()
  const prominences = growableInt32()
  const linkCounts = new Map<number, number>()
  const headingCounts = new Map<number, number>()
  const known = new Map<string, LabelWords>()

  return {
    linkCounts,
    headingCounts,
    add(document) {
      push(pageStarts, gains.length)
      push(prominences, Math.round(Math.min(1, Math.max(0, document.prominence ?? 0)) * PROMINENCE_UNITS))
      if (!isKept) return
      for (const label of labelsOf(document, wordsOf).values()) {
        const { hash, terms } = label.words
        if (label.linkPages > 0) linkCounts.set(hash, (linkCounts.get(hash) ?? 0) + label.linkPages)
        if (label.isHeading) headingCounts.set(hash, (headingCounts.get(hash) ?? 0) + 1)
        push(textHashes, hash)
        push(linkPages, label.linkPages)
        push(gains, Math.round(label.gain * LABEL_UNITS))
        push(headings, label.isHeading ? 1 : 0)
        push(termStarts, termHashes.length)
        for (const term of terms) addTerm(term)
      }
    },
    take() {
      push(pageStarts, gains.length)
      push(termStarts, termHashes.length)
      return {
        pageStarts: take(pageStarts).slice(),
        termStarts: take(termStarts).slice(),
        gains: take(gains).slice(),
        headings: take(headings).slice(),
        linkPages: take(linkPages).slice(),
        textHashes: take(textHashes).slice(),
        termHashes: take(termHashes).slice(),
        termFingerprints: take(termFingerprints).slice(),
        termWeights: take(termWeights).slice(),
        prominences: take(prominences).slice(),
      }
    },
  }

  /** Words of a text, which many pages may have: a heading such as `Examples`. */
  function wordsOf(text: string): LabelWords {
    let words = known.get(text)
    if (words === undefined) {
      if (known.size >= KNOWN_LIMIT) known.clear()
      const name = normaliseTitle(text)
      known.set(text, (words = { name, hash: hashText(name), terms: termsOf(text) }))
    }
    return words
  }

  function addTerm({ fingerprint, hash, steps }: LabelTerm): void {
    push(termHashes, hash)
    push(termFingerprints, fingerprint)
    push(termWeights, steps)
  }
}

/** The terms of a text with the weights that they would have in a query. */
function termsOf(text: string): LabelTerm[] {
  const terms: LabelTerm[] = []
  const add = (hash: number, fingerprint: number, weight: number): void => {
    const steps = Math.round(weight * QUERY_WEIGHT_STEPS)
    const known = terms.find((term) => term.hash === (hash | 0) && term.fingerprint === (fingerprint | 0))
    if (known !== undefined) known.steps = Math.max(known.steps, steps)
    else if (terms.length < LABEL_TERM_LIMIT) terms.push({ hash: hash | 0, fingerprint: fingerprint | 0, steps })
  }
  for (const run of readQuery(normaliseText(text))) {
    if (run.kind === WORD) {
      const { stop, termFingerprint, termHash } = run.form
      add(termHash, termFingerprint, stop ? RANK.stopWordWeight : 1)
    } else {
      for (const pair of run.pairs) {
        const term = pairTerm(pair.first, pair.second)
        add(hashText(term), fingerprintText(term), pair.weight)
      }
    }
  }
  return terms
}

/** The labels of a page by their normalised texts, its title first. A text that is several kinds of label is the best of them. */
function labelsOf(
  { links = [], otherTitles = [], sections, title }: SearchDocument,
  wordsOf: (text: string) => LabelWords,
): ReadonlyMap<string, Label> {
  const labels = new Map<string, Label>()
  const add = (text: string, gain: number, linkPages: number, isHeading = false): void => {
    const words = wordsOf(text)
    const { name } = words
    const known = labels.get(name)
    if (known !== undefined) {
      known.gain = Math.max(known.gain, gain)
      known.linkPages += linkPages
    } else if ((name !== '' || labels.size === 0) && labels.size < LABEL_LIMIT) {
      labels.set(name, { words, gain, linkPages, isHeading })
    }
  }
  add(title, 1, 0)
  for (const other of otherTitles) add(other, LABEL_GAIN.otherTitle, 0)
  const byPages = links.length < 2 ? links : links.toSorted((a, b) => b.pages - a.pages)
  for (const { pages, text } of byPages) add(text, pages / (pages + LABEL_GAIN.linkHalf), pages)
  for (const { heading } of sections) if (heading !== '') add(heading, LABEL_GAIN.heading, 0, true)
  return labels
}
