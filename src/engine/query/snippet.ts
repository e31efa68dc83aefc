import { writeBytes, writeText, type ByteWriter } from '../index/byte-writer.ts'
import { NO_TERM, type PageExtract } from '../index/extracts.ts'
import type { GroupOfTerm } from './page-hits.ts'
import { entryAt, numberOf } from './page-matches.ts'
import type { Plan } from './plan.ts'

/** How a text is cut around a match. All lengths are in UTF-16 code units, without the ellipses at the ends. */
export interface CutShape {
  /** Most text of a cut, and most of it before the match. */
  readonly total: number
  readonly lead: number
  /** Text before the match where more than `lead` stands before it. */
  readonly back: number
  /** Whether a cut has whole sentences where they are short enough, and needs no ellipses then. */
  readonly sentences: boolean
}

export const SNIPPET: CutShape = { total: 300, lead: 150, back: 75, sentences: true }
export const EXTRACT: CutShape = { total: 160, lead: 30, back: 30, sentences: false }

/** Text that may be removed at a cut so that words stay whole, where there are spaces. */
const WORD_BYTES = 24
const SPACE = 0x20
const ELLIPSIS = '…'

/** An entry with the place where it begins: in the bytes of all text, and in code units from the beginning of a cut. */
interface Place {
  entry: number
  byte: number
  unit: number
}

/** Bytes [start, end) of the text of a section. */
interface Cut {
  readonly start: number
  readonly end: number
  /** The first entry in it. */
  readonly first: Place
  /** The entry before which it ends, and how many code units it has at most. */
  readonly last: number
  readonly units: number
  readonly cutBefore: boolean
  readonly cutAfter: boolean
}

/** Words that answers mark. */
export interface Marker {
  readonly plan: Plan
  readonly groupOfTerm: GroupOfTerm
}

/**
 * Writes `"<name>":"…","ranges":[…]`: a part of the text of a section and the words of the query in it.
 *
 * @param position Position of the index around which the text is cut; 0: its beginning is shown.
 */
export function writeSnippet(
  out: ByteWriter,
  name: string,
  extract: PageExtract,
  section: number,
  position: number,
  shape: CutShape,
  marker: Marker,
): void {
  const cut = cutText(extract, section, position === 0 ? -1 : entryAt(extract, section, position), shape)
  writeText(out, `"${name}":"`)
  if (cut.cutBefore) writeText(out, ELLIPSIS)
  writeBytes(out, extract.text, cut.start, cut.end)
  if (cut.cutAfter) writeText(out, ELLIPSIS)
  writeText(out, '","ranges":')
  writeRanges(out, extract, cut, marker)
}

/** Writes the words of the query in the title of a page. */
export function writeTitleRanges(out: ByteWriter, extract: PageExtract, marker: Marker): void {
  const { gapBytes, gapUnits, text, titleEntries: last } = extract
  const first = { entry: 0, byte: last === 0 ? 0 : gapBytes[0]!, unit: last === 0 ? 0 : gapUnits[0]! }
  const whole = { start: 0, end: text.length, first, last, units: Infinity, cutBefore: false, cutAfter: false }
  writeRanges(out, extract, whole, marker)
}

/** Writes merged ranges of neighbours and overlapping pairs; a range never begins with a stop word. */
function writeRanges(out: ByteWriter, extract: PageExtract, cut: Cut, { groupOfTerm, plan }: Marker): void {
  const { entries, gapBytes, gapUnits, text } = extract
  const shift = cut.cutBefore ? ELLIPSIS.length : 0
  const at = { ...cut.first }
  let from = -1
  let to = -1
  let separator = '['
  const flush = (): void => {
    if (from === -1) return
    writeText(out, `${separator}[${from + shift},${to + shift}]`)
    separator = ','
  }
  for (; at.entry < cut.last && at.byte < cut.end; advance()) {
    const number = entries[at.entry]!
    const group = number >>> 8 === NO_TERM ? -1 : groupOfTerm[number >>> 8]! - 1
    const end = at.unit + (number & 0xff)
    if (group === -1 || end > cut.units) continue
    if (from !== -1 && (at.unit <= to || (at.unit === to + 1 && text[at.byte - 1] === SPACE))) {
      to = Math.max(to, end)
    } else if (!plan.groups[group]!.stop || plan.onlyStopWords) {
      flush()
      from = at.unit
      to = end
    }
  }
  flush()
  writeText(out, separator === '[' ? '[]' : ']')

  function advance(): void {
    at.entry++
    at.byte += gapBytes[at.entry] ?? 0
    at.unit += gapUnits[at.entry] ?? 0
  }
}

/** Cuts the text of a section around an entry; -1: from its beginning. */
function cutText(extract: PageExtract, section: number, match: number, shape: CutShape): Cut {
  const { entries, gapBytes, gapUnits, text } = extract
  const begin = numberOf(extract, section, 'textEntry')
  const stop = numberOf(extract, section + 1, 'headingEntry')
  const textStart = numberOf(extract, section, 'textStart')
  const matched = Math.max(begin, match)
  let byte = textStart
  for (let entry = begin; entry <= matched; entry++) byte += gapBytes[entry]!
  const { cutBefore, first, start } = findStart()
  const at = { ...first }
  let sentence: Place | null = first.entry === stop - 1 ? first : null
  let last = first
  while (at.entry + 1 < stop && at.unit + gapUnits[at.entry + 1]! <= shape.total) {
    at.entry++
    at.unit += gapUnits[at.entry]!
    at.byte += gapBytes[at.entry]!
    last = { ...at }
    const isEnd = (entries[at.entry]! & 0xff) === 0 && (at.entry === stop - 1 || shape.sentences)
    if (isEnd && at.entry > matched) sentence = last
  }
  if (sentence !== null) {
    const end = sentence.byte > start && text[sentence.byte - 1] === SPACE ? sentence.byte - 1 : sentence.byte
    return { start, end, first, last: sentence.entry, units: Infinity, cutBefore, cutAfter: false }
  }
  let end = last.byte
  for (let i = end - 1; i > Math.max(byte, last.byte - WORD_BYTES); i--) {
    if (text[i] !== SPACE) continue
    end = i
    break
  }
  return { start, end, first, last: last.entry, units: last.unit, cutBefore, cutAfter: true }

  function findStart(): Pick<Cut, 'first' | 'start' | 'cutBefore'> {
    let back = 0
    let word: Place = { entry: matched, byte, unit: 0 }
    for (let entry = matched, at = byte; ; entry--) {
      const before = back + gapUnits[entry]!
      if (shape.sentences && entry < matched && (entries[entry]! & 0xff) === 0) {
        return { first: { entry, byte: at, unit: 0 }, start: at, cutBefore: false }
      }
      if (back <= shape.back) word = { entry, byte: at, unit: 0 }
      if (entry === begin && (match === -1 || before <= shape.lead)) {
        return { first: { entry, byte: at, unit: gapUnits[entry]! }, start: textStart, cutBefore: false }
      }
      if (entry === begin || before > shape.lead) return { first: word, start: word.byte, cutBefore: true }
      back = before
      at -= gapBytes[entry]!
    }
  }
}
