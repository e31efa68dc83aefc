import { normalised } from '../../shared/normalise-query.ts'

/** A page, as far as words for it are looked for. */
export interface SuggestPage {
  /** Path without the locale; pages of several locales with one path are translations. */
  readonly path: string
  readonly title: string
  readonly headings: readonly string[]
  readonly text: string
}

/** The words of a locale's pages. */
export interface Vocabulary {
  readonly pages: readonly SuggestPage[]
  /** Each word in lower case, with the number of times that it occurs. */
  readonly words: ReadonlyMap<string, number>
  /** Whether pages have the text, as a word or, in languages without spaces, within a text. */
  readonly has: (word: string) => boolean
}

const WORD = /[\p{L}\p{N}]+/gu
/** Scripts whose words are not parted by spaces, or carry endings. */
const UNPARTED = /[\p{Script=Han}\p{Script=Hangul}]/u

export function wordsOf(text: string): string[] {
  return normalised(text, 'NFKC').toLowerCase().match(WORD) ?? []
}

export function readVocabulary(pages: readonly SuggestPage[]): Vocabulary {
  const words = new Map<string, number>()
  const texts: string[] = []
  for (const { headings, text, title } of pages) {
    const whole = normalised([title, ...headings, text].join('\n'), 'NFKC').toLowerCase()
    texts.push(whole)
    for (const word of whole.match(WORD) ?? []) words.set(word, (words.get(word) ?? 0) + 1)
  }
  return {
    pages,
    words,
    has: (word) => words.has(word) || (UNPARTED.test(word) && texts.some((text) => text.includes(word))),
  }
}
