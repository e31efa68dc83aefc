import { findTerm } from '../index/dictionary.ts'
import type { SearchIndex } from '../index/open.ts'
import { pairTerm, scanPairs, scanRuns, toSurface, toTerm } from '../text/analyse.ts'
import { WORD } from '../text/characters.ts'
import { isStopWord } from '../text/stop-words.ts'
import { push, type Growable } from './growable.ts'
import { normalised } from '../../shared/normalise-query.ts'

/** Limit of terms by which one section is called. The first ones are kept. */
const TERM_LIMIT = 64

/** A section of which the labels are wanted. */
export interface LabelledSection {
  readonly section: number
  readonly anchor: string
  /** Texts of links that lead to it. */
  readonly texts: readonly string[]
  /** Entries of its heading, whose terms say the same already. */
  readonly heading: Int32Array | Uint32Array
}

/** Texts whose terms are known, since fragments such as `#examples` stand on many pages. */
const KNOWN_LIMIT = 20_000

/** Makes what appends the labels of a section, if it has any: the terms of its fragment and of the texts, without those of its heading. */
export function createSectionLabels(index: SearchIndex): (section: LabelledSection, out: Growable<Int32Array>) => void {
  const known = new Map<string, readonly number[]>()

  function termsOf(text: string): readonly number[] {
    let terms = known.get(text)
    if (terms === undefined) {
      if (known.size >= KNOWN_LIMIT) known.clear()
      known.set(text, (terms = findTerms(index, text)))
    }
    return terms
  }

  return ({ anchor, heading, section, texts }, out) => {
    const said = new Set(Array.from(heading, (entry) => entry >>> 8))
    const terms = new Set<number>()
    // Signs that join the words of a fragment are read as one word in a text.
    for (const text of [anchor.replaceAll('_', ' '), ...texts]) {
      for (const term of termsOf(text)) if (!said.has(term) && terms.size < TERM_LIMIT) terms.add(term)
    }
    if (terms.size === 0) return
    push(out, (section << 16) | terms.size)
    for (const term of terms) push(out, term)
  }
}

/** Terms of a text in their order, as the index has them. */
function findTerms(index: SearchIndex, text: string): number[] {
  const normal = normalised(text, 'NFKC')
  const terms: number[] = []
  const add = (term: number): void => {
    if (term !== -1) terms.push(term)
  }
  scanRuns(normal, (kind, start, end) => {
    if (kind === WORD) {
      const surface = toSurface(normal.slice(start, end))
      if (!isStopWord(surface)) add(findTerm(index, toTerm(surface)))
    } else scanPairs(normal, start, end, (first, second) => add(findTerm(index, pairTerm(first, second))))
  })
  return terms
}
