import { scanPairs, scanUnits, unitsOf } from '../text/analyse.ts'
import { WORD } from '../text/characters.ts'
import type { SearchDocument } from '../index/document.ts'
import { ensure, growableInt32, growableUint8, push, take, type Growable } from './growable.ts'
import { BODY, DESCRIPTION, FIELD_COUNT, HEADINGS, PATH, TITLE } from '../index/scoring.ts'
import type { TokenLog } from './token-log.ts'
import type { Vocabulary } from './vocabulary.ts'
import { toStreamSafe } from '../../shared/normalise-query.ts'

/** Marks the end of a section in a page's token sequence. */
export const SECTION_END = -1
/** Marks a token whose term has already occurred SECTION_PLACES times in the section. */
const REPEATED = -2

/** Positions of a term in one section that the rerank uses. Further positions add no information but would take most of the bytes. */
const SECTION_PLACES = 2

/** Data that one pass over the pages of a partition collects. Terms have their vocabulary numbers. */
export interface Collection {
  readonly pageCount: number
  /**
   * Entries, one for each (page, term), with pages ascending: the term, the page within the partition, and FIELD_COUNT saturated
   * counts.
   */
  readonly entryTerm: Int32Array
  readonly entryPage: Int32Array
  readonly entryCounts: Uint8Array
  /** Tokens in every field of every page: FIELD_COUNT numbers for each page. */
  readonly fieldLengths: Int32Array
  /** Terms of every page's title in order, and the start of each page's terms. */
  readonly titleTerms: Int32Array
  readonly titleStarts: Int32Array
  /** Terms of every page's sections in order without stop words, and the start of each page's terms. */
  readonly sequence: Int32Array
  readonly sequenceStarts: Int32Array
}

export interface Collector {
  /**
   * @param vocabulary numbers of terms and surface forms, the same until what was added is taken
   * @param log keeps the tokens of titles and sections, of which extracts are made
   */
  add(document: SearchDocument, vocabulary: Vocabulary, log: TokenLog): void
  /** Returns what was added since the last call. The result is valid until more is added. */
  take(): Collection
}

/** The arrays of a collection while they grow. `take` empties them into one of so many pages. */
export function growCollection() {
  const entryTerm = growableInt32(1 << 16)
  const entryPage = growableInt32(1 << 16)
  const entryCounts = growableUint8(FIELD_COUNT << 16)
  const fieldLengths = growableInt32()
  const titleTerms = growableInt32()
  const titleStarts = growableInt32()
  const sequence = growableInt32(1 << 16)
  const sequenceStarts = growableInt32()
  return {
    entryTerm,
    entryPage,
    entryCounts,
    fieldLengths,
    titleTerms,
    titleStarts,
    sequence,
    sequenceStarts,
    take(pageCount: number): Collection {
      push(titleStarts, titleTerms.length)
      push(sequenceStarts, sequence.length)
      return {
        pageCount,
        entryTerm: take(entryTerm),
        entryPage: take(entryPage),
        entryCounts: take(entryCounts),
        fieldLengths: take(fieldLengths),
        titleTerms: take(titleTerms),
        titleStarts: take(titleStarts),
        sequence: take(sequence),
        sequenceStarts: take(sequenceStarts),
      }
    },
  }
}

export function createCollector(): Collector {
  const grown = growCollection()
  const { entryCounts, entryPage, entryTerm, fieldLengths, sequence, sequenceStarts, titleStarts, titleTerms } = grown

  /** Entry of a term on the current page, valid where `termPage` confirms it. Pages are numbered from 1 across all partitions. */
  const termEntry = growableInt32(65_536)
  const termPage = growableInt32(65_536)
  const surfacePage = growableInt32(65_536)
  /** Section · (SECTION_PLACES + 1) + positions of the term in it. Sections are numbered from 1 across all partitions. */
  const termPlaces = growableInt32(65_536)

  let vocabulary!: Vocabulary
  let log!: TokenLog
  let pageNumber = 0
  let sectionNumber = 0
  let page = 0
  let field = TITLE
  let tokens = 0
  let order: Growable<Int32Array> | null = null
  let text = ''
  let units: Uint16Array = new Uint16Array()
  let pairStart = 0

  return {
    add(document, ofPage, logOfPage) {
      vocabulary = ofPage
      log = logOfPage
      pageNumber++
      push(titleStarts, titleTerms.length)
      push(sequenceStarts, sequence.length)
      const lengths = fieldLengths.length
      for (let i = 0; i < FIELD_COUNT; i++) push(fieldLengths, 0)
      addField(TITLE, document.title, titleTerms)
      addField(DESCRIPTION, document.description, null)
      addField(PATH, document.path.split('/').slice(-2).join(' '), null)
      for (const section of document.sections) {
        sectionNumber++
        addField(HEADINGS, section.heading, sequence)
        addField(BODY, section.text, sequence)
        push(sequence, SECTION_END)
      }
      page++

      function addField(number: number, raw: string, sink: Growable<Int32Array> | null): void {
        field = number
        tokens = 0
        order = sink
        const wellFormed = toStreamSafe(raw.toWellFormed())
        text = wellFormed.normalize('NFKC')
        if (sink !== null) log.beginText(wellFormed, text)
        units = unitsOf(text)
        scanUnits(units, text.length, addRun)
        if (sink !== null) log.endText()
        fieldLengths.data[lengths + number]! += tokens
      }
    },
    take() {
      const collection = grown.take(page)
      page = 0
      return collection
    },
  }

  function addRun(kind: number, start: number, end: number, hash: number): void {
    if (kind !== WORD) {
      pairStart = start
      scanPairs(text, start, end, addPair)
      return
    }
    const word = vocabulary.wordAt(units, start, end, hash)
    if (word.term === -1) return
    if (order !== null) log.add(word.term, start, end, !word.stop)
    tokens++
    count(word.term)
    countSurface(word.surface)
    tokens += word.partTerms.length
    for (const term of word.partTerms) count(term)
    for (const surface of word.partSurfaces) countSurface(surface)
    if (!word.stop || field === TITLE) addToOrder(word.term)
  }

  function addPair(first: number, second: number): void {
    const term = vocabulary.termOfPair(first, second)
    const next = pairStart + widthOf(first)
    if (order !== null) log.add(term, pairStart, second === -1 ? next : next + widthOf(second), true)
    pairStart = next
    count(term)
    tokens++
    addToOrder(term)
  }

  function addToOrder(term: number): void {
    if (order === null) return
    if (field === TITLE) {
      push(order, term)
      return
    }
    ensure(termPlaces, term)
    const none = sectionNumber * (SECTION_PLACES + 1)
    const places = Math.max(termPlaces.data[term]!, none)
    if (places - none === SECTION_PLACES) {
      push(order, REPEATED)
    } else {
      termPlaces.data[term] = places + 1
      push(order, term)
    }
  }

  function count(term: number): void {
    ensure(termPage, term)
    ensure(termEntry, term)
    let entry = termEntry.data[term]!
    if (termPage.data[term] !== pageNumber) {
      entry = entryTerm.length
      termPage.data[term] = pageNumber
      termEntry.data[term] = entry
      push(entryTerm, term)
      push(entryPage, page)
      entryCounts.length += FIELD_COUNT
      ensure(entryCounts, entryCounts.length)
      entryCounts.data.fill(0, entry * FIELD_COUNT, entryCounts.length)
    }
    const cell = entry * FIELD_COUNT + field
    if (entryCounts.data[cell]! < 255) entryCounts.data[cell]!++
  }

  function countSurface(surface: number): void {
    const { surfaces } = vocabulary
    ensure(surfacePage, surface)
    if (field === TITLE) surfaces.inTitle[surface] = 1
    if (surfacePage.data[surface] === pageNumber) return
    surfacePage.data[surface] = pageNumber
    surfaces.pageCounts[surface]!++
  }
}

function widthOf(point: number): number {
  return point > 0xffff ? 2 : 1
}
