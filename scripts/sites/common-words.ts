/**
 * The longest common subsequence of two lists of words, thirty-two words at a time. A row of the classic table is a vector
 * of bits: a zero says that the length grows at this word of the second list. See Hyyrö, "Bit-parallel LCS-length
 * computation revisited", 2004.
 */

/** Words of a page that are compared. The rest of a longer page is not looked at. */
const WORD_LIMIT = 40_000
/** Bits of the table that are kept to walk back through it: 64 MiB. */
const TABLE_LIMIT_BITS = 8 * 64 * 1_048_576

const SCRIPTS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`
const WORD = new RegExp(String.raw`[${SCRIPTS}]|(?:(?![${SCRIPTS}])[\p{L}\p{N}\p{M}_])+`, 'gu')

/** Words of a text in its order. Characters that are written without spaces are one word each; punctuation is not counted. */
export function wordsOf(text: string): string[] {
  return (text.normalize('NFC').match(WORD) ?? []).slice(0, WORD_LIMIT)
}

/** Twice the number of words that two lists have in common, in order, by the number of all words: 0 to 1. */
export function similarity(first: readonly string[], second: readonly string[]): number {
  const all = first.length + second.length
  if (all === 0) return 1
  let same = 0
  while (same < first.length && first[same] === second[same]) same++
  if (2 * same === all) return 1
  const row = rowsOf(first.slice(same), second.slice(same), false)
  return (2 * (same + row.length)) / all
}

/** A run of words that one list has and the other lacks, with the words before it. */
export interface Run {
  readonly kind: 'missing' | 'added'
  readonly before: readonly string[]
  readonly words: readonly string[]
}

const BEFORE = 4

/** Runs of words in which `second` differs from `first`; null: the lists are too long to tell. */
export function differingRuns(first: readonly string[], second: readonly string[]): Run[] | null {
  if (first.length * second.length > TABLE_LIMIT_BITS) return null
  const { rows, width } = rowsOf(first, second, true)
  const runs: Run[] = []
  const isSet = (row: number, column: number): boolean =>
    (((rows[row * width + (column >> 5)] as number) >>> (column & 31)) & 1) === 1
  let row = first.length
  let column = second.length
  let words: string[] = []
  let kind: Run['kind'] = 'missing'
  function end(): void {
    if (words.length > 0) {
      runs.push({ kind, before: first.slice(Math.max(0, row - BEFORE), row), words: words.toReversed() })
    }
    words = []
  }
  function take(word: string, as: Run['kind']): void {
    if (as !== kind) end()
    kind = as
    words.push(word)
  }
  while (row > 0 || column > 0) {
    if (row === 0 || (column > 0 && isSet(row - 1, column - 1))) take(second[--column] as string, 'added')
    else if (column === 0 || (row > 1 && !isSet(row - 2, column - 1))) {
      const word = first[row - 1] as string
      take(word, 'missing')
      row--
    } else {
      end()
      row--
      column--
    }
  }
  end()
  return runs.toReversed()
}

interface Rows {
  /** Length of the subsequence. */
  readonly length: number
  /** One row for each word of `first`, each of `width` numbers of 32 bits; only the last row when no table is kept. */
  readonly rows: Uint32Array
  readonly width: number
}

function rowsOf(first: readonly string[], second: readonly string[], isTable: boolean): Rows {
  const width = Math.max(1, Math.ceil(second.length / 32))
  const places = new Map<string, Uint32Array>()
  for (const [at, word] of second.entries()) {
    let bits = places.get(word)
    if (bits === undefined) places.set(word, (bits = new Uint32Array(width)))
    bits[at >> 5] = (bits[at >> 5] as number) | (1 << (at & 31))
  }
  const rows = new Uint32Array(width * (isTable ? Math.max(1, first.length) : 1)).fill(0xff_ff_ff_ff)
  let from = 0
  for (const [row, word] of first.entries()) {
    const to = isTable ? row * width : 0
    const bits = places.get(word)
    if (bits === undefined) rows.copyWithin(to, from, from + width)
    else addRow(rows, from, to, bits)
    from = to
  }
  let zeros = 0
  for (let at = 0; at < second.length; at++) {
    if ((((rows[from + (at >> 5)] as number) >>> (at & 31)) & 1) === 0) zeros++
  }
  return { length: zeros, rows, width }
}

/** V' = (V + (V & M)) | (V & ~M), with the carry from one number to the next. */
function addRow(rows: Uint32Array, from: number, to: number, bits: Uint32Array): void {
  let carry = 0
  for (const [at, places] of bits.entries()) {
    const value = rows[from + at] as number
    const sum = value + ((value & places) >>> 0) + carry
    carry = sum > 0xff_ff_ff_ff ? 1 : 0
    rows[to + at] = sum | (value & ~places)
  }
}
