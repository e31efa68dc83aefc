/**
 * Returns the value of the word `source[start, end)`, with a hash of its units, and remembers it. Words are looked up in place: a
 * known word needs no new string, and nearly every word of a build is known.
 */
export type WordTable<T> = (source: Uint16Array, start: number, end: number, hash: number) => T

/** Limit of remembered words. A large locale has many more, nearly all on only one page; a full table starts empty again. */
const MAX_WORDS = 2 ** 18
/** Limit of a remembered word. Longer words are rare. */
const MAX_LETTERS = 96
const FIRST_ROWS = 2 ** 12

export function createWordTable<T>(analyse: (word: string) => T): WordTable<T> {
  /** Open-addressed table, at most half full: 0 for a free row, otherwise 1 + the number of the word. */
  let rows = new Int32Array(FIRST_ROWS)
  let hashes = new Int32Array(FIRST_ROWS / 2)
  let starts = new Int32Array(FIRST_ROWS / 2 + 1)
  let units = new Uint16Array(FIRST_ROWS * 8)
  let values: T[] = []

  return (source, start, end, unmixed) => {
    const hash = unmixed ^ (unmixed >>> 15)
    const mask = rows.length - 1
    for (let row = hash & mask; ; row = (row + 1) & mask) {
      const word = rows[row]! - 1
      if (word === -1) return add(source, start, end, hash)
      if (hashes[word] === hash && isAt(word, source, start, end)) return values[word]!
    }
  }

  function isAt(word: number, source: Uint16Array, start: number, end: number): boolean {
    const first = starts[word]!
    if (starts[word + 1]! - first !== end - start) return false
    for (let i = start; i < end; i++) if (units[first + i - start] !== source[i]) return false
    return true
  }

  function add(source: Uint16Array, start: number, end: number, hash: number): T {
    const value = analyse(
      Buffer.from(source.buffer, source.byteOffset + start * 2, (end - start) * 2).toString('utf16le'),
    )
    if (end - start > MAX_LETTERS) return value
    if (values.length === MAX_WORDS) {
      rows.fill(0)
      values = []
    } else if (values.length === hashes.length) {
      grow()
    }
    const word = values.length
    const first = starts[word]!
    if (first + MAX_LETTERS > units.length) units = resized(units, new Uint16Array(units.length * 2))
    for (let i = start; i < end; i++) units[first + i - start] = source[i]!
    starts[word + 1] = first + end - start
    hashes[word] = hash
    values.push(value)
    file(word)
    return value
  }

  function grow(): void {
    const count = hashes.length
    rows = new Int32Array(rows.length * 2)
    hashes = resized(hashes, new Int32Array(count * 2))
    starts = resized(starts, new Int32Array(count * 2 + 1))
    for (let word = 0; word < count; word++) file(word)
  }

  function file(word: number): void {
    const mask = rows.length - 1
    let row = hashes[word]! & mask
    while (rows[row] !== 0) row = (row + 1) & mask
    rows[row] = word + 1
  }
}

function resized<A extends Int32Array | Uint16Array>(from: A, to: A): A {
  to.set(from)
  return to
}
