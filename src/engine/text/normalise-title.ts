import { CHARACTER_CLASS, OTHER, UNDERSCORE } from './characters.ts'
import { normalised } from '../../shared/normalise-query.ts'

/**
 * Normalises a title or query for comparison as a whole: NFKC, lower case, and everything except letters, digits and CJK characters
 * as a single space.
 */
export function normaliseTitle(text: string): string {
  const source = normalised(text, 'NFKC').toLowerCase()
  let out = ''
  let start = -1
  for (let i = 0; i <= source.length; i++) {
    const code = i < source.length ? source.charCodeAt(i) : 0
    // A low surrogate follows its high surrogate: that of an ideograph is kept, and that of an emoji is not.
    const isLow = code >= 0xdc00 && code <= 0xdfff
    const kept = isLow ? start !== -1 : CHARACTER_CLASS[code] !== OTHER && code !== UNDERSCORE
    if (kept && start === -1) start = i
    else if (!kept && start !== -1) {
      out += (out === '' ? '' : ' ') + source.slice(start, i)
      start = -1
    }
  }
  return out
}

/**
 * Writes `normaliseTitle` of a text that is NFKC.
 *
 * @param out Room for the text in lower case, which may be twice as long.
 * @returns the number of units written
 */
export function writeTitle(text: string, out: Uint16Array): number {
  let length = 0
  let isApart = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 0x7f) return writeUnits(normaliseTitle(text), out, 0)
    const lower = code | 0x20
    const isLetter = lower >= 0x61 && lower <= 0x7a
    if (!isLetter && !(code >= 0x30 && code <= 0x39)) {
      isApart = length > 0
      continue
    }
    if (isApart) out[length++] = 0x20
    isApart = false
    out[length++] = lower
  }
  return length
}

/** Writes the code units of a text from `start` on. @returns the end of the written units */
export function writeUnits(text: string, out: Uint16Array, start: number): number {
  for (let i = 0; i < text.length; i++) out[start + i] = text.charCodeAt(i)
  return start + text.length
}
