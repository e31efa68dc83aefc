/** Most UTF-16 code units of a snippet, without the ellipses at its ends. */
export const SNIPPET_UNITS = 300
/** Most text before the first match. A sentence that is longer before it is cut. */
const LEAD_UNITS = 150
/** Text that may be removed at a cut so that words stay whole, where there are spaces. */
const WORD_UNITS = 24

const SENTENCE_END = /[.!?…][)\]"'”’]*\s+|[。！？；][」』”’）]*|\n/g

/**
 * Cuts a snippet of whole sentences around a place of a text, on one line. Where a sentence is too long, the snippet begins
 * or ends within it, between words.
 */
export function cutAtSentences(text: string, at: number): string {
  const starts = sentenceStarts(text, Math.max(0, at - 4 * SNIPPET_UNITS), at + SNIPPET_UNITS + 1)
  let start = 0
  for (const each of starts) if (each <= at) start = each
  if (at - start > LEAD_UNITS) start = wordStart(text, at - LEAD_UNITS / 2, at)
  let end = Math.min(text.length, start + SNIPPET_UNITS)
  if (end < text.length) {
    const last = starts.findLast((each) => each > at && each <= end)
    end = last ?? wordEnd(text, end)
  }
  const body = text.slice(start, end).replace(/\s+/g, ' ').trim()
  const cutBefore = start > 0 && !starts.includes(start)
  const cutAfter = end < text.length && !starts.includes(end)
  return `${cutBefore ? '…' : ''}${body}${cutAfter ? '…' : ''}`
}

/** Places of a text between `from` and `to` at which a sentence begins, and its beginning. */
function sentenceStarts(text: string, from: number, to: number): number[] {
  const starts = from === 0 ? [0] : []
  for (const { 0: end, index } of text.slice(from, to).matchAll(SENTENCE_END)) starts.push(from + index + end.length)
  return starts
}

function wordStart(text: string, from: number, at: number): number {
  const space = text.slice(from, at).search(/\s/)
  return space !== -1 && space < WORD_UNITS ? from + space + 1 : wholeCharacter(text, from)
}

function wordEnd(text: string, end: number): number {
  const space = text.slice(end - WORD_UNITS, end).search(/\s\S*$/)
  return space === -1 ? wholeCharacter(text, end) : end - WORD_UNITS + space
}

/** Moves a place so that it divides no surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}
