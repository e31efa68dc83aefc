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
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Shortest word that marks longer ones which begin with it. */
const PREFIX_MINIMUM = 2

/** Escapes a text for HTML with the entities that DocSearch reads. It puts all texts of hits into a page as HTML. */
export function escapeText(text: string): string {
  return text.replace(SPECIAL, (character) => ENTITIES[character]!)
}

/** The words of a text in lower case. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}

/** Finds the words of a title or heading that were searched: the same words, and those that the last one begins. */
export function findWords(text: string, words: readonly string[], matched: ReadonlySet<string>): Ranges {
  const last = words.at(-1) ?? ''
  const unspaced = [...new Set([...words, ...matched])].filter((word) => UNSPACED.test(word))
  const ranges: [number, number][] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const lower = word.toLowerCase()
    if (words.includes(lower) || matched.has(lower)) ranges.push([index, index + word.length])
    else if (last.length >= PREFIX_MINIMUM && !UNSPACED.test(last) && lower.startsWith(last)) {
      ranges.push([index, index + word.length])
    } else if (UNSPACED.test(lower)) ranges.push(...findWithin(lower, unspaced, index))
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
  const places = [...text.matchAll(SNIPPET_WORD)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }))
  if (places.length <= words) return { text, ranges }
  const matchStart = ranges[0]?.[0] ?? 0
  const matchPlace = Math.max(
    0,
    places.findIndex(({ end }) => end > matchStart),
  )
  const first = Math.max(0, Math.min(matchPlace - Math.floor(words / 3), places.length - words))
  const from = first === 0 ? 0 : places[first]!.start
  const isEnd = first + words >= places.length
  const to = isEnd ? text.length : places[first + Math.max(1, words) - 1]!.end
  const before = from > 0 ? ellipsis : ''
  const shift = before.length - from
  return {
    text: `${before}${text.slice(from, to)}${isEnd ? '' : ellipsis}`,
    ranges: ranges
      .filter(([start, end]) => start >= from && end <= to)
      .map(([start, end]): [number, number] => [start + shift, end + shift]),
  }
}
