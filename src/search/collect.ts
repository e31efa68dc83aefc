import { pairTerm, scanPairs, scanRuns, splitIdentifier, toSurface, toTerm } from './analyse.ts'
import { WORD } from './characters.ts'
import type { SearchDocument } from './document.ts'
import { ensure, growableInt32, growableUint8, push, type Growable } from './growable.ts'
import { BODY, DESCRIPTION, FIELD_COUNT, HEADINGS, PATH, TITLE } from './scoring.ts'
import { isStopWord } from './stop-words.ts'

/** Marks the end of a section in a page's token sequence. */
export const SECTION_END = -1

/** What one pass over all pages of a locale gathers. Terms and surface forms are numbered in order of appearance. */
export interface Collection {
  readonly pageCount: number
  readonly termTexts: string[]
  /** One record for each (page, term), pages ascending: term, page, and FIELD_COUNT saturated counts. */
  readonly entryTerm: Growable<Int32Array>
  readonly entryPage: Growable<Int32Array>
  readonly entryCounts: Growable<Uint8Array>
  /** Tokens of every field of every page: FIELD_COUNT numbers a page. */
  readonly fieldLengths: Float64Array
  readonly surfaces: SurfaceForms
  /** Terms of every page's title, in order, and where each page's begin. */
  readonly titleTerms: Growable<Int32Array>
  readonly titleStarts: Int32Array
  /** Terms of every page's sections, in order, stop words left out, and where each page's begin. */
  readonly sequence: Growable<Int32Array>
  readonly sequenceStarts: Int32Array
}

/** Words as they are written, beside the term that each is indexed under. */
export interface SurfaceForms {
  readonly texts: string[]
  readonly terms: number[]
  /** Pages that hold the form. */
  readonly pageCounts: number[]
  /** 1 where the form stands in some title. */
  readonly inTitle: number[]
}

interface Word {
  /** -1: dropped. */
  readonly term: number
  readonly surface: number
  readonly stop: boolean
  readonly partTerms: readonly number[]
  readonly partSurfaces: readonly number[]
}

const DROPPED: Word = { term: -1, surface: -1, stop: false, partTerms: [], partSurfaces: [] }

export function collect(
  pages: readonly SearchDocument[],
  onProgress?: (done: number, total: number) => void,
): Collection {
  const terms = createTermNumbers()
  const surfaces: SurfaceForms = { texts: [], terms: [], pageCounts: [], inTitle: [] }
  const surfaceNumbers = new Map<string, number>()
  const surfacePage = growableInt32(65_536)
  const words = new Map<string, Word>()

  const entryTerm = growableInt32(1 << 20)
  const entryPage = growableInt32(1 << 20)
  const entryCounts = growableUint8(FIELD_COUNT << 20)
  const fieldLengths = new Float64Array(pages.length * FIELD_COUNT)
  const titleTerms = growableInt32(65_536)
  const titleStarts = new Int32Array(pages.length + 1)
  const sequence = growableInt32(1 << 20)
  const sequenceStarts = new Int32Array(pages.length + 1)

  /** The entry that a term has on the current page, valid where `termPage` says so. */
  const termEntry = growableInt32(65_536)
  const termPage = growableInt32(65_536)

  let page = 0
  let field = TITLE
  let tokens = 0
  let order: Growable<Int32Array> | null = null
  let text = ''

  const addPair = (first: number, second: number): void => {
    const term = terms.ofPair(first, second)
    count(term)
    tokens++
    if (order !== null) push(order, term)
  }

  const addRun = (kind: number, start: number, end: number): void => {
    if (kind !== WORD) {
      scanPairs(text, start, end, addPair)
      return
    }
    const run = text.slice(start, end)
    let word = words.get(run)
    if (word === undefined) {
      word = toWord(run)
      words.set(run, word)
    }
    if (word.term === -1) return
    tokens++
    count(word.term)
    countSurface(word.surface)
    tokens += word.partTerms.length
    for (const term of word.partTerms) count(term)
    for (const surface of word.partSurfaces) countSurface(surface)
    if (order !== null && (!word.stop || field === TITLE)) push(order, word.term)
  }

  for (; page < pages.length; page++) {
    const document = pages[page]!
    titleStarts[page] = titleTerms.length
    addField(TITLE, document.title, titleTerms)
    addField(DESCRIPTION, document.description, null)
    addField(PATH, document.path.split('/').slice(-2).join(' '), null)
    sequenceStarts[page] = sequence.length
    for (const section of document.sections) {
      addField(HEADINGS, section.heading, sequence)
      addField(BODY, section.text, sequence)
      push(sequence, SECTION_END)
    }
    if ((page & 255) === 255) onProgress?.(page + 1, pages.length)
  }
  titleStarts[pages.length] = titleTerms.length
  sequenceStarts[pages.length] = sequence.length
  onProgress?.(pages.length, pages.length)

  return {
    pageCount: pages.length,
    termTexts: terms.texts,
    entryTerm,
    entryPage,
    entryCounts,
    fieldLengths,
    surfaces,
    titleTerms,
    titleStarts,
    sequence,
    sequenceStarts,
  }

  function addField(number: number, raw: string, sink: Growable<Int32Array> | null): void {
    if (raw === '') return
    field = number
    tokens = 0
    order = sink
    text = raw.normalize('NFKC')
    scanRuns(text, addRun)
    fieldLengths[page * FIELD_COUNT + number]! += tokens
  }

  function count(term: number): void {
    ensure(termPage, term)
    ensure(termEntry, term)
    let entry = termEntry.data[term]!
    if (termPage.data[term] !== page + 1) {
      entry = entryTerm.length
      termPage.data[term] = page + 1
      termEntry.data[term] = entry
      push(entryTerm, term)
      push(entryPage, page)
      ensure(entryCounts, entry * FIELD_COUNT + FIELD_COUNT)
    }
    const cell = entry * FIELD_COUNT + field
    if (entryCounts.data[cell]! < 255) entryCounts.data[cell]!++
  }

  function countSurface(surface: number): void {
    ensure(surfacePage, surface)
    if (field === TITLE) surfaces.inTitle[surface] = 1
    if (surfacePage.data[surface] === page + 1) return
    surfacePage.data[surface] = page + 1
    surfaces.pageCounts[surface]!++
  }

  function toWord(run: string): Word {
    const surface = toSurface(run)
    const parts = splitIdentifier(run)
      .map(toSurface)
      .filter((part) => part !== '')
    if (surface === '' && parts.length === 0) return DROPPED
    const whole = surface === '' ? parts[0]! : surface
    const partSurfaces = parts.filter((part) => part !== whole).map(surfaceNumber)
    return {
      term: terms.ofText(toTerm(whole)),
      surface: surfaceNumber(whole),
      stop: isStopWord(whole),
      partTerms: partSurfaces.map((part) => surfaces.terms[part]!),
      partSurfaces,
    }
  }

  function surfaceNumber(surface: string): number {
    let number = surfaceNumbers.get(surface)
    if (number === undefined) {
      number = surfaces.texts.length
      surfaceNumbers.set(surface, number)
      surfaces.texts.push(surface)
      surfaces.terms.push(terms.ofText(toTerm(surface)))
      surfaces.pageCounts.push(0)
      surfaces.inTitle.push(0)
    }
    return number
  }
}

interface TermNumbers {
  readonly texts: string[]
  ofText(text: string): number
  ofPair(first: number, second: number): number
}

function createTermNumbers(): TermNumbers {
  const texts: string[] = []
  const numbers = new Map<string, number>()
  /** Pairs within the BMP by their two code units: a number is a cheaper key than a string made for every pair. */
  const pairs = new Map<number, number>()
  const ofText = (text: string): number => {
    let number = numbers.get(text)
    if (number === undefined) {
      number = texts.length
      texts.push(text)
      numbers.set(text, number)
    }
    return number
  }
  return {
    texts,
    ofText,
    ofPair(first, second) {
      if (second === -1 || first > 0xffff || second > 0xffff) return ofText(pairTerm(first, second))
      const key = (first << 16) | second
      let number = pairs.get(key)
      if (number === undefined) {
        number = ofText(pairTerm(first, second))
        pairs.set(key, number)
      }
      return number
    },
  }
}
