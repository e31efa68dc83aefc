import { WORD } from './characters.ts'
import type { AskedRun } from './read-query.ts'

/**
 * What a query asks for in flat arrays, as it crosses into the native engine. `native/src/request.h` describes them; they
 * are written again for each query.
 */
export interface RequestArrays {
  readonly ints: Int32Array
  readonly units: Uint16Array
  readonly weights: Float64Array
}

const RUN_WORD = 0
const RUN_SIGNS = 1
const LAST = 1
const STOP = 2
const NUMERIC = 4
const MAY_BE_SHORT_NOUN = 8

/** Room for any query of at most that many UTF-16 code units. */
export function createRequestArrays(queryUnits: number): RequestArrays {
  return {
    // A word takes 6 numbers; a run of one sign takes 5 and its pair 3.
    ints: new Int32Array(2 + 8 * queryUnits),
    // The title and the texts of the runs; lower case may be twice as long.
    units: new Uint16Array(4 * queryUnits),
    weights: new Float64Array(queryUnits),
  }
}

/** @param title The query as `normaliseTitle` gives it. */
export function writeRequest({ ints, units, weights }: RequestArrays, runs: readonly AskedRun[], title: string): void {
  let unit = writeUnits(units, 0, title)
  let at = 2
  let pair = 0
  ints[0] = runs.length
  ints[1] = title.length
  for (const run of runs) {
    const text = run.kind === WORD ? run.form.surface : run.text
    const last = run.last ? LAST : 0
    ints[at + 2] = unit
    ints[at + 3] = text.length
    unit = writeUnits(units, unit, text)
    if (run.kind === WORD) {
      const { numeric, stop, termFingerprint, termHash } = run.form
      ints[at] = RUN_WORD
      ints[at + 1] = last | (stop ? STOP : 0) | (numeric ? NUMERIC : 0)
      ints[at + 4] = termHash
      ints[at + 5] = termFingerprint
      at += 6
      continue
    }
    ints[at] = RUN_SIGNS
    ints[at + 1] = last | (run.mayBeShortNoun ? MAY_BE_SHORT_NOUN : 0)
    ints[at + 4] = run.pairs.length
    at += 5
    for (const { across, first, second, weight } of run.pairs) {
      ints[at] = first
      ints[at + 1] = second
      ints[at + 2] = across ? 1 : 0
      at += 3
      weights[pair++] = weight
    }
  }
}

/** @returns where the text ends */
function writeUnits(units: Uint16Array, start: number, text: string): number {
  for (let i = 0; i < text.length; i++) units[start + i] = text.charCodeAt(i)
  return start + text.length
}
