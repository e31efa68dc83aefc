import type { SearchParameters } from './parameters.ts'

/** Matches in a text, as [start, end) in UTF-16 code units, in order. */
export type Ranges = readonly (readonly [start: number, end: number])[]

export interface MarkedText {
  readonly text: string
  readonly ranges: Ranges
}

const WORD = /[\p{L}\p{N}_]+/gu
/** Han characters stand without spaces, and two of them are a word about as often as one or three. */
const SNIPPET_WORD = /\p{Script=Han}{1,2}|[\p{L}\p{N}_]+/gu
const UNSPACED = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u
const SPECIAL = /[&<>"]/g
const SPECIAL_ONE = /[&<>"]/
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Shortest word that marks longer ones which begin with it. */
const PREFIX_MINIMUM = 2

/** Escapes a text for HTML with the entities that DocSearch reads. It puts all texts of hits into a page as HTML. */
export function escapeText(text: string): string {
  return text.search(SPECIAL_ONE) === -1 ? text : text.replace(SPECIAL, (character) => ENTITIES[character]!)
}

/** The words of a text in lower case. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}

/** What a query asks for, as far as titles and headings are marked by it. */
export interface Terms {
  readonly words: ReadonlySet<string>
  /** The last word, if it may be the beginning of longer ones; empty otherwise. */
  readonly prefix: string
  /** Words of scripts without spaces, which are found within longer runs of characters. */
  readonly unspaced: readonly string[]
}

/** @param words words that were searched, the last one last, and words that matched elsewhere */
export function toTerms(words: readonly string[], matched: readonly string[]): Terms {
  const last = words.at(-1) ?? ''
  const all = new Set([...words, ...matched])
  return {
    words: all,
    prefix: last.length < PREFIX_MINIMUM || isUnspaced(last) ? '' : last,
    unspaced: [...all].filter(isUnspaced),
  }
}

function isUnspaced(word: string): boolean {
  return UNSPACED.test(word)
}

/** Finds the words of a title or heading that were searched: the same words, and those that the last one begins. */
export function findWords(text: string, { prefix, unspaced, words }: Terms): Ranges {
  const lower = text.toLowerCase()
  // Few texts change their length, and places in one are those in the other.
  const searched = lower.length === text.length ? lower : text
  const ranges: [number, number][] = []
  for (const { 0: word, index } of searched.matchAll(WORD)) {
    if (words.has(word) || (prefix !== '' && word.startsWith(prefix))) ranges.push([index, index + word.length])
    else if (unspaced.length > 0) ranges.push(...findWithin(word, unspaced, index))
  }
  return ranges
}

/** Finds parts of a run of characters that stand without spaces. */
function findWithin(run: string, parts: readonly string[], offset: number): [number, number][] {
  const found: [number, number][] = []
  let at = 0
  while (at < run.length) {
    const part = parts.find((each) => run.startsWith(each, at))
    if (part !== undefined) found.push([offset + at, offset + at + part.length])
    at += part?.length ?? 1
  }
  return found
}

/** The words that the ranges cover, in lower case and once each. */
export function coveredWords({ ranges, text }: MarkedText): string[] {
  if (ranges.length === 0) return []
  return [...new Set(ranges.flatMap(([start, end]) => wordsOf(text.slice(start, end))))]
}

/** The text as HTML with its matches between the tags of the request. */
export function writeMarked(
  { ranges, text }: MarkedText,
  tags: Pick<SearchParameters, 'highlightPreTag' | 'highlightPostTag'>,
): string {
  let html = ''
  let at = 0
  for (const [start, end] of ranges) {
    html += `${escapeText(text.slice(at, start))}${tags.highlightPreTag}${escapeText(text.slice(start, end))}${tags.highlightPostTag}`
    at = end
  }
  return html + escapeText(text.slice(at))
}

/** Cuts the text to so many words around its first match, with an ellipsis where it is cut. */
export function cutSnippet({ ranges, text }: MarkedText, words: number, ellipsis: string): MarkedText {
  const length = Math.max(1, words)
  const matchStart = ranges[0]?.[0] ?? 0
  const starts: number[] = []
  const ends: number[] = []
  let matchPlace = 0
  for (const { 0: word, index } of text.matchAll(SNIPPET_WORD)) {
    if (index <= matchStart) matchPlace = starts.length
    starts.push(index)
    ends.push(index + word.length)
    // Enough is known of what follows the snippet.
    if (starts.length > matchPlace + length) break
  }
  if (starts.length <= length) return { text, ranges }
  const first = Math.max(0, Math.min(matchPlace - Math.floor(length / 3), starts.length - length))
  const from = first === 0 ? 0 : starts[first]!
  const isEnd = first + length >= starts.length
  const to = isEnd ? text.length : ends[first + length - 1]!
  const before = from > 0 ? ellipsis : ''
  const shift = before.length - from
  return {
    text: `${before}${text.slice(from, to)}${isEnd ? '' : ellipsis}`,
    ranges: ranges
      .filter(([start, end]) => start >= from && end <= to)
      .map(([start, end]): [number, number] => [start + shift, end + shift]),
  }
}
