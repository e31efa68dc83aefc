import { CHARACTER_CLASS, OTHER, UNDERSCORE } from './characters.ts'

/** Title or query as it is compared whole: NFKC, lower case, everything but letters, digits and CJK signs a single space. */
export function normaliseTitle(text: string): string {
  const source = text.normalize('NFKC').toLowerCase()
  let out = ''
  let start = -1
  for (let i = 0; i <= source.length; i++) {
    const code = i < source.length ? source.charCodeAt(i) : 0
    // A low surrogate goes with its high surrogate: the one of an ideograph is kept, the one of an emoji is not.
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
