import { pairTerm, splitIdentifier, toSurface, toTerm } from '../text/analyse.ts'
import { isStopWord } from '../text/stop-words.ts'
import { createWordTable, type WordTable } from '../text/word-table.ts'

/** All terms and surface forms of some pages, numbered in order of first occurrence. */
export interface Vocabulary {
  readonly termTexts: string[]
  readonly surfaces: SurfaceForms
  /** Indexed form of the run of word characters `units[start, end)`. */
  readonly wordAt: WordTable<Word>
  termOf(text: string): number
  /** Number of a surface form, whose term has this text. */
  surfaceOf(surface: string, term: string): number
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

/** What a run of word characters is indexed as, in texts; null: it is dropped. */
interface WordForm {
  readonly whole: Form
  readonly parts: readonly Form[]
  readonly isStop: boolean
  /** The same in the numbers of the vocabulary that asked last. */
  word: Word
  owner: Vocabulary | null
}

interface Form {
  readonly surface: string
  readonly term: string
}

/** Words that were analysed, which vocabularies can share. */
export type WordForms = WordTable<WordForm | null>

export function createWordForms(): WordForms {
  return createWordTable((run) => {
    const surface = toSurface(run)
    const parts = splitIdentifier(run)
      .map(toSurface)
      .filter((part) => part !== '')
    if (surface === '' && parts.length === 0) return null
    const whole = surface === '' ? parts[0]! : surface
    const formOf = (text: string): Form => ({ surface: text, term: toTerm(text) })
    return {
      whole: formOf(whole),
      parts: parts.filter((part) => part !== whole).map(formOf),
      isStop: isStopWord(whole),
      word: DROPPED,
      owner: null,
    }
  })
}

export function createVocabulary(forms: WordForms = createWordForms()): Vocabulary {
  const termTexts: string[] = []
  const termNumbers = new Map<string, number>()
  /** Terms of pairs within the BMP, by their two code units: a number is a cheaper key than a string for every pair. */
  const pairs = new Map<number, number>()
  const surfaces: SurfaceForms = { texts: [], terms: [], pageCounts: [], inTitle: [] }
  const surfaceNumbers = new Map<string, number>()
  const vocabulary: Vocabulary = {
    termTexts,
    surfaces,
    wordAt(units, start, end, hash) {
      const form = forms(units, start, end, hash)
      if (form === null) return DROPPED
      if (form.owner !== vocabulary) {
        form.owner = vocabulary
        form.word = toWord(form)
      }
      return form.word
    },
    termOf,
    surfaceOf,
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
  return vocabulary

  function termOf(text: string): number {
    let number = termNumbers.get(text)
    if (number === undefined) {
      number = termTexts.length
      termTexts.push(text)
      termNumbers.set(text, number)
    }
    return number
  }

  function toWord({ isStop, parts, whole }: WordForm): Word {
    const partSurfaces = parts.map(({ surface, term }) => surfaceOf(surface, term))
    return {
      term: termOf(whole.term),
      surface: surfaceOf(whole.surface, whole.term),
      stop: isStop,
      partTerms: partSurfaces.map((part) => surfaces.terms[part]!),
      partSurfaces,
    }
  }

  function surfaceOf(surface: string, term: string): number {
    let number = surfaceNumbers.get(surface)
    if (number === undefined) {
      number = surfaces.texts.length
      surfaceNumbers.set(surface, number)
      surfaces.texts.push(surface)
      surfaces.terms.push(termOf(term))
      surfaces.pageCounts.push(0)
      surfaces.inTitle.push(0)
    }
    return number
  }
}
