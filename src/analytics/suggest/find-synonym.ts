import { wordsOf, type Vocabulary } from './vocabulary.ts'

/** A word of the pages that may mean the same as one of a query, and why. */
export interface Suggestion {
  readonly word: string
  readonly reason: string
}

/**
 * Looks for words of the pages that may mean the same as a word that no page has.
 *
 * @param vocabulary words of the locale
 * @param others words of the other locales
 */
export function findSynonym(word: string, vocabulary: Vocabulary, others: readonly Vocabulary[]): Suggestion | null {
  return (
    findNumeronym(word, vocabulary) ??
    findInitials(word, vocabulary) ??
    findParted(word, vocabulary) ??
    findTranslation(word, vocabulary, others) ??
    findNear(word, vocabulary)
  )
}

/** `k8s`: the first and the last letter, and the number of those between. */
function findNumeronym(word: string, { words }: Vocabulary): Suggestion | null {
  const [, first = '', count = '', last = ''] = /^([a-z])(\d{1,2})([a-z])$/.exec(word) ?? []
  if (first === '') return null
  const fits = (each: string): boolean =>
    each.length === Number(count) + 2 && each.startsWith(first) && each.endsWith(last) && /^[a-z]+$/.test(each)
  return mostFrequent(words, fits, 'a short form of a word of the pages')
}

/** `sso`: the first letters of a phrase in a title or a heading. */
function findInitials(word: string, { pages }: Vocabulary): Suggestion | null {
  if (!/^[a-z]{2,5}$/.test(word)) return null
  for (const { headings, title } of pages) {
    for (const text of [title, ...headings]) {
      const parts = wordsOf(text)
      for (let at = 0; at + word.length <= parts.length; at++) {
        const phrase = parts.slice(at, at + word.length)
        if (phrase.map((part) => part[0]).join('') === word) {
          return { word: phrase.join(' '), reason: `the first letters of words in “${text}”` }
        }
      }
    }
  }
  return null
}

/** `lifecycle`, where pages write `life cycle`. */
function findParted(word: string, { pages, words }: Vocabulary): Suggestion | null {
  for (let at = 3; at <= word.length - 3; at++) {
    const [start, end] = [word.slice(0, at), word.slice(at)]
    if (!words.has(start) || !words.has(end)) continue
    const written = [`${start} ${end}`, `${start}-${end}`]
    if (pages.some(({ text, title }) => written.some((each) => `${title}\n${text}`.toLowerCase().includes(each)))) {
      return { word: `${start} ${end}`, reason: 'pages write it as two words' }
    }
  }
  return null
}

/** A word of a title in another locale: the page has a title in this one. */
function findTranslation(word: string, { pages }: Vocabulary, others: readonly Vocabulary[]): Suggestion | null {
  for (const other of others) {
    const found = other.pages
      .filter(({ title }) => wordsOf(title).includes(word))
      .sort((a, b) => a.title.length - b.title.length)
    for (const { path, title } of found) {
      const page = pages.find((each) => each.path === path)
      if (page !== undefined && page.title.toLowerCase() !== title.toLowerCase()) {
        return { word: page.title, reason: `“${title}” is the title of the page in another locale` }
      }
    }
  }
  return null
}

function findNear(word: string, { words }: Vocabulary): Suggestion | null {
  if (word.length < 5) return null
  const most = word.length < 8 ? 1 : 2
  return mostFrequent(words, (each) => distanceWithin(word, each, most), 'it is spelt nearly so')
}

function mostFrequent(
  words: ReadonlyMap<string, number>,
  fits: (word: string) => boolean,
  reason: string,
): Suggestion | null {
  let best: string | null = null
  for (const [word, count] of words) if (count > (best === null ? 0 : (words.get(best) ?? 0)) && fits(word)) best = word
  return best === null ? null : { word: best, reason }
}

/** Whether at most `most` insertions, removals and replacements turn one word into the other. */
function distanceWithin(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + same))
    }
    if (Math.min(...next) > most) return false
    row = next
  }
  return row[b.length]! <= most
}
