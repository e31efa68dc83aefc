import { SECTION_END, type Collection } from './collect.ts'
import type { IndexArrays } from './layout.ts'

/** Stands for every term whose number does not fit: rare ones that no title holds. */
const OTHER_TERM = 65_535

export function sequenceCode(term: number): number {
  return term + 1 < OTHER_TERM ? term + 1 : OTHER_TERM
}

/** The terms of every page in order, for signals of closeness: 2 bytes a term. */
export function buildSequences(
  { sequence, sequenceStarts }: Collection,
  newNumber: Uint32Array,
): Pick<IndexArrays, 'sequenceStarts' | 'sequence'> {
  const codes = new Uint16Array(sequence.length)
  for (let i = 0; i < sequence.length; i++) {
    const term = sequence.data[i]!
    codes[i] = term === SECTION_END ? 0 : sequenceCode(newNumber[term]!)
  }
  return { sequenceStarts: Uint32Array.from(sequenceStarts), sequence: codes }
}
