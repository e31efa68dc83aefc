import { scanRuns, toSurface, toTerm } from '../text/analyse.ts'
import { WORD, type RunKind } from '../text/characters.ts'
import { isWithinEdits } from '../text/edit-distance.ts'
import { readForm } from '../text/word-forms.ts'
import type { IsKnownWord } from '../query/plan.ts'
import type { CatalogueEntries } from './catalogue-index.ts'

/** Limit of the entries that are nearest to a query without a match. */
export const NEAREST_LIMIT = 6
/** Most words of a query that are looked up. */
const WORDS_LIMIT = 8
/** Most words of a phrase of the table. */
const LONGEST_PHRASE = 4
/** Most signs of a word of the table that is looked for inside of a longer one. */
const LONGEST_PART = 6
/** Fewest letters that must stand before an ending. */
const STEM_LETTERS = 3
/** Fewest letters of a word with one and with two typos. */
const ONE_TYPO_FROM = 5
const TWO_TYPOS_FROM = 9

/** A word of a query: letters between spaces, or signs of one script. */
interface Unit {
  readonly kind: RunKind
  /** The word in lower case. */
  readonly text: string
  /** Its term, by which forms of one English word are the same. */
  readonly term: string
}

/** Finds by sense the entries that are nearest to a query without a match. It returns entries for each thing that they show, best first. */
export type FindNearest = (query: string) => readonly (readonly number[])[]

/**
 * Creates the search in the table of everyday words. The table is read at the first query without a match.
 *
 * Each word of the query is looked up, as part of a phrase first. If it is not there, the longest ending of it that is counts. In
 * Chinese and Korean the longest part of two signs or more counts too. A word that is known nowhere may be a typo of one that is.
 */
export function createFindNearest(entries: CatalogueEntries, isKnownWord: IsKnownWord): FindNearest {
  let table: Table | null = null

  return (query) => {
    table ??= readTable(entries)
    const { rows } = table
    const found = [...new Set(rowsOf(unitsOf(query).slice(0, WORDS_LIMIT), table))].map((row) => rows[row]!)
    const longest = Math.max(0, ...found.map((row) => row.length))
    // The first of each row come before the second of any.
    return Array.from({ length: longest }, (_, rank) => found.flatMap((row) => row.slice(rank, rank + 1))).flat()
  }

  function rowsOf(units: readonly Unit[], table: Table): number[] {
    const { words } = table
    const found: number[] = []
    for (let first = 0; first < units.length;) {
      let count = Math.min(LONGEST_PHRASE, units.length - first)
      while (count > 0 && !words.has(keyOf(units.slice(first, first + count)))) count--
      const unit = units[first]!
      if (count > 0) found.push(...words.get(keyOf(units.slice(first, first + count)))!)
      else found.push(...(unit.kind === WORD ? rowsOfLetters(unit, table) : rowsOfSigns(unit, table)))
      first += Math.max(1, count)
    }
    return found
  }

  function rowsOfLetters({ text }: Unit, { letters, words }: Table): readonly number[] {
    for (let start = STEM_LETTERS; start < text.length; start++) {
      const rows = words.get(`-${text.slice(start)}`)
      if (rows !== undefined) return rows
    }
    const form = readForm(text, 0, text.length)
    if (form === null || text.length < ONE_TYPO_FROM || isKnownWord(form.termHash, form.termFingerprint)) return []
    const alike = letters.get(text[0]!) ?? []
    const edits = text.length < TWO_TYPOS_FROM ? [1] : [1, 2]
    const meant = edits.flatMap((count) => alike.find((word) => isNear(text, word, count)) ?? [])
    return meant.slice(0, 1).flatMap((word) => words.get(toTerm(word)) ?? [])
  }

  /** What a compound is stands at its end, in Chinese as in Korean. */
  function rowsOfSigns({ text }: Unit, { words }: Table): readonly number[] {
    const ending = endsOf(text).flatMap(
      (end) => (end.length > 1 ? words.get(end) : undefined) ?? words.get(`-${end}`) ?? [],
    )
    const part = partsOf(text).find((each) => words.has(each))
    return [...ending.slice(0, 1), ...(part === undefined ? [] : words.get(part)!)]
  }
}

interface Table {
  /** The things that each row names, each with the entries that show it. */
  readonly rows: readonly (readonly (readonly number[])[])[]
  /** Numbers of rows by the key of a word, or by `-` and an ending. */
  readonly words: ReadonlyMap<string, readonly number[]>
  /** Single words by their first letter. */
  readonly letters: ReadonlyMap<string, readonly string[]>
}

function readTable({ nearby }: CatalogueEntries): Table {
  const words = new Map<string, number[]>()
  const letters = new Map<string, string[]>()
  nearby.forEach(({ words: said }, row) => {
    for (const word of said) {
      const units = unitsOf(word)
      const key = word.startsWith('-') ? word : keyOf(units)
      push(words, key, row)
      if (units.length !== 1 || units[0]!.kind !== WORD || word.startsWith('-')) continue
      const { text } = units[0]!
      push(letters, text[0]!, text)
    }
  })
  return { rows: nearby.map(({ entries }) => entries), words, letters }
}

function push<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const known = lists.get(key)
  if (known === undefined) lists.set(key, [value])
  else known.push(value)
}

function unitsOf(text: string): Unit[] {
  const units: Unit[] = []
  scanRuns(text, (kind, start, end) => {
    const run = text.slice(start, end)
    const written = kind === WORD ? toSurface(run) : run
    if (written !== '') units.push({ kind, text: written, term: kind === WORD ? toTerm(written) : run })
  })
  return units
}

function keyOf(units: readonly Unit[]): string {
  return units.map(({ term }) => term).join(' ')
}

/** Endings of a text that a word of the table can be, the longest first. */
function endsOf(text: string): string[] {
  const longest = Math.min(text.length, LONGEST_PART)
  return Array.from({ length: longest }, (_, shorter) => text.slice(shorter - longest))
}

/** Proper parts of a text that a word of the table can be, of two signs at least, the longest first. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  for (let length = Math.min(text.length - 1, LONGEST_PART); length > 1; length--) {
    for (let start = 0; start + length <= text.length; start++) parts.push(text.slice(start, start + length))
  }
  return parts
}

function isNear(word: string, other: string, edits: number): boolean {
  if (Math.abs(word.length - other.length) > edits) return false
  const [a, b] = [word, other].map((text) => Uint16Array.from(text, (letter) => letter.charCodeAt(0)))
  return isWithinEdits(a!, a!.length, b!, 0, b!.length, edits)
}
