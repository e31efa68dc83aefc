import { scanRuns } from '../text/analyse.ts'
import { WORD } from '../text/characters.ts'
import { writeTitle, writeUnits } from '../text/normalise-title.ts'
import { questionFrame } from '../text/question-frame.ts'
import { readSigns, type AskedSigns } from '../index/read-query.ts'
import type { IsKnownWord } from '../query/plan.ts'
import { fingerprintIn, hashIn, isNumericIn, isStopWordIn, readForm, slotOf } from '../text/word-forms.ts'

/** Flat arrays that pass a query to the native engine. `native/src/request.h` documents them. They are rewritten for each query. */
export interface RequestArrays {
  readonly ints: Int32Array
  readonly units: Uint16Array
  readonly weights: Float64Array
}

const RUN_WORD = 0
const RUN_SIGNS = 1
const LAST = 1
const STOP = 2
/** The word is a number, or a known word: in both cases it is no typo. */
const NO_TYPO = 4
const MAY_BE_SHORT_NOUN = 8

/** Allocates arrays for any query of at most `queryUnits` UTF-16 code units. */
export function createRequestArrays(queryUnits: number): RequestArrays {
  return {
    // A word takes 6 numbers; a run of one character takes 5, and its pair 3.
    ints: new Int32Array(2 + 8 * queryUnits),
    // The title and the texts of the runs are stored here; lower case may be twice as long.
    units: new Uint16Array(4 * queryUnits),
    weights: new Float64Array(queryUnits),
  }
}

/** Used length of each array of a request. */
export interface RequestLengths {
  readonly ints: number
  readonly units: number
  readonly weights: number
}

/** Writes the content of a normalised query (`normaliseQuery`). */
export function writeRequest(
  arrays: RequestArrays,
  query: string,
  isKnownWord: IsKnownWord | null = null,
): RequestLengths {
  const title = writeTitle(query, arrays.units)
  const writer: RequestWriter = { arrays, ints: 2, units: title, weights: 0 }
  const frame = questionFrame(query)
  let runs = 0
  scanRuns(query, (kind, start, end) => {
    if (kind === WORD) runs += writeWord(writer, query, start, end, frame, isKnownWord)
    else runs += writeSigns(writer, readSigns(kind, query, start, end))
  })
  arrays.ints[0] = runs
  arrays.ints[1] = title
  return writer
}

interface RequestWriter {
  readonly arrays: RequestArrays
  // Offset of the next run.
  ints: number
  units: number
  weights: number
}

/** @returns the number of runs written: 0 for a dropped word */
function writeWord(
  writer: RequestWriter,
  query: string,
  start: number,
  end: number,
  frame: number,
  isKnownWord: IsKnownWord | null,
): number {
  const { ints, units } = writer.arrays
  const { ints: at, units: unit } = writer
  const last = end === query.length ? LAST : 0
  const slot = slotOf(query, start, end)
  if (slot === -1) {
    const form = readForm(query, start, end)
    if (form === null) return 0
    writer.units = writeUnits(form.surface, units, unit)
    ints[at + 1] = last | (form.stop ? STOP : 0) | (form.numeric ? NO_TYPO : 0)
    ints[at + 4] = form.termHash
    ints[at + 5] = form.termFingerprint
  } else {
    // Characters of words with slots are lower case after this bit is set.
    for (let i = start; i < end; i++) units[unit + i - start] = query.charCodeAt(i) | 0x20
    writer.units = unit + end - start
    ints[at + 1] = last | (isStopWordIn(slot) ? STOP : 0) | (isNumericIn(slot) ? NO_TYPO : 0)
    ints[at + 4] = hashIn(slot)
    ints[at + 5] = fingerprintIn(slot)
  }
  if (start < frame) ints[at + 1]! |= STOP
  if (isKnownWord?.(ints[at + 4]! >>> 0, ints[at + 5]! >>> 0) === true) ints[at + 1]! |= NO_TYPO
  ints[at] = RUN_WORD
  ints[at + 2] = unit
  ints[at + 3] = writer.units - unit
  writer.ints = at + 6
  return 1
}

function writeSigns(writer: RequestWriter, { last, mayBeShortNoun, pairs, text }: AskedSigns): number {
  const { ints, units, weights } = writer.arrays
  const { ints: at, units: unit } = writer
  writer.units = writeUnits(text, units, unit)
  ints[at] = RUN_SIGNS
  ints[at + 1] = (last ? LAST : 0) | (mayBeShortNoun ? MAY_BE_SHORT_NOUN : 0)
  ints[at + 2] = unit
  ints[at + 3] = text.length
  ints[at + 4] = pairs.length
  let next = at + 5
  for (const { first, place, second, weight } of pairs) {
    ints[next] = first
    ints[next + 1] = second
    ints[next + 2] = place
    weights[writer.weights++] = weight
    next += 3
  }
  writer.ints = next
  return 1
}
