import { pairTerm, splitIdentifier, toSurface, toTerm } from '../text/analyse.ts'
import { isStopWord } from '../text/stop-words.ts'
import { createWordTable, type WordTable } from '../text/word-table.ts'

/** All terms and surface forms of a locale, numbered in order of appearance. */
export interface Vocabulary {
  readonly termTexts: string[]
  readonly surfaces: SurfaceForms
  /** What the run of word characters `text[start, end)` is indexed as. */
  readonly wordAt: WordTable<Word>
  /** The term of a pair of CJK signs (code points), or of one sign where `second` is -1. */
  termOfPair(first: number, second: number): number
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

export interface Word {
  /** -1: dropped. */
  readonly term: number
  readonly surface: number
  readonly stop: boolean
  readonly partTerms: readonly number[]
  readonly partSurfaces: readonly number[]
}

const DROPPED: Word = { term: -1, surface: -1, stop: false, partTerms: [], partSurfaces: [] }

export function createVocabulary(): Vocabulary {
  const termTexts: string[] = []
  const termNumbers = new Map<string, number>()
  /** Pairs within the BMP by their two code units: a number is a cheaper key than a string made for every pair. */
  const pairs = new Map<number, number>()
  const surfaces: SurfaceForms = { texts: [], terms: [], pageCounts: [], inTitle: [] }
  const surfaceNumbers = new Map<string, number>()

  return {
    termTexts,
    surfaces,
    wordAt: createWordTable(toWord),
    termOfPair(first, second) {
      if (second === -1 || first > 0xffff || second > 0xffff) return termOf(pairTerm(first, second))
      const key = (first << 16) | second
      let number = pairs.get(key)
      if (number === undefined) {
        number = termOf(pairTerm(first, second))
        pairs.set(key, number)
      }
      return number
    },
  }

  function termOf(text: string): number {
    let number = termNumbers.get(text)
    if (number === undefined) {
      number = termTexts.length
      termTexts.push(text)
      termNumbers.set(text, number)
    }
    return number
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
      term: termOf(toTerm(whole)),
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
      surfaces.terms.push(termOf(toTerm(surface)))
      surfaces.pageCounts.push(0)
      surfaces.inTitle.push(0)
    }
    return number
  }
}
