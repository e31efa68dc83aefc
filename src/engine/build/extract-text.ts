import { pairTerm, scanPairs, scanRuns, splitIdentifier, toSurface, toTerm } from '../text/analyse.ts'
import { WORD } from '../text/characters.ts'
import { isStopWord } from '../text/stop-words.ts'
import { createWordTable } from '../text/word-table.ts'
import { findTerm } from '../index/dictionary.ts'
import type { SearchIndex } from '../index/open.ts'

/** A word or pair of characters of a text: its place [start, end) in UTF-16 code units. */
export type VisitToken = (term: number, start: number, end: number, hasPosition: boolean) => void

/** Finds the tokens of texts as the collector does, since a position is the number of a token. */
export type TokenScanner = (text: string, visit: VisitToken) => void

const DROPPED = -2

export function createTokenScanner(index: SearchIndex): TokenScanner {
  /** Twice the term, and 1 more for a stop word. */
  const wordAt = createWordTable((run) => {
    const surface = toSurface(run)
    const whole =
      surface === ''
        ? splitIdentifier(run)
            .map(toSurface)
            .find((part) => part !== '')
        : surface
    return whole === undefined ? DROPPED * 2 : findTerm(index, toTerm(whole)) * 2 + (isStopWord(whole) ? 1 : 0)
  })
  const pairs = new Map<number, number>()
  const termOfPair = (first: number, second: number): number => {
    const key = first * 0x110000 + second
    let term = pairs.get(key)
    if (term === undefined) {
      term = findTerm(index, pairTerm(first, second))
      pairs.set(key, term)
    }
    return term
  }
  return (text, visit) => {
    const normal = text.normalize('NFKC')
    const placeOf = normal === text ? null : placesIn(text, normal)
    scanRuns(normal, (kind, start, end) => {
      if (kind === WORD) {
        const word = wordAt(normal, start, end)
        if (word >> 1 !== DROPPED) emit(word >> 1, start, end, (word & 1) === 0)
        return
      }
      let at = start
      scanPairs(normal, start, end, (first, second) => {
        const units = first > 0xffff ? 2 : 1
        emit(termOfPair(first, second), at, at + units + (second === -1 ? 0 : second > 0xffff ? 2 : 1), true)
        at += units
      })
    })

    function emit(term: number, start: number, end: number, hasPosition: boolean): void {
      if (placeOf === null) visit(term, start, end, hasPosition)
      else visit(term, placeOf[start]!, placeOf[end]!, hasPosition)
    }
  }
}

/** Characters below the first stay as they are, and no mark is below the second. */
const FIRST_CHANGED = 0xa0
const FIRST_MARK = 0x300
/** A character and the marks behind it, which are composed together, and the parts of a Hangul syllable. */
const COMPOSED = /[\uac00-\ud7a3]?[\u1100-\u11ff]+|[\s\S][\p{M}\uff9e\uff9f]*/uy

/** For each code unit of a normalised text, the place in the text of what it was made of. */
function placesIn(text: string, normal: string): Int32Array {
  const places = new Int32Array(normal.length + 1)
  let at = 0
  for (let from = 0; from < text.length && at < normal.length;) {
    const isPlain = text.charCodeAt(from) < FIRST_CHANGED && !(text.charCodeAt(from + 1) >= FIRST_MARK)
    if (isPlain) {
      places[at++] = from++
      continue
    }
    COMPOSED.lastIndex = from
    const piece = COMPOSED.exec(text)![0]
    const { length } = piece.normalize('NFKC')
    for (let i = 0; i < length && at < normal.length; i++) places[at++] = from
    from += piece.length
  }
  places.fill(text.length, at)
  return places
}
