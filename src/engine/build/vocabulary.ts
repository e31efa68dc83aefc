import { pairTerm, splitIdentifier, toSurface, toTerm } from '../text/analyse.ts'
import { isStopWord } from '../text/stop-words.ts'
import { createWordTable, type WordTable } from '../text/word-table.ts'

/** All terms and surface forms of a locale, numbered in order of first occurrence. */
export interface Vocabulary {
  readonly termTexts: string[]
  readonly surfaces: SurfaceForms
  /** Indexed form of the run of word characters `units[start, end)`. */
  readonly wordAt: WordTable<Word>
  /** Returns the term of a pair of CJK characters (code points), or of one character when `second` is -1. */
  termOfPair(first: number, second: number): number
}

/** Surface forms: words as written, with the term under which each is indexed. */
export interface SurfaceForms {
  readonly texts: string[]
  readonly terms: number[]
  /** Count of pages with each form. */
  readonly pageCounts: number[]
  /** 1 where at least one title contains the form. */
  readonly inTitle: number[]
}

export interface Word {
  /** Number of the term; -1 for a dropped word. */
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
  /** Terms of pairs within the BMP, by their two code units: a number is a cheaper key than a string for every pair. */
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
