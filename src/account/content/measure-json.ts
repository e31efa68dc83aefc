const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

export interface JsonMeasures {
  /** Objects and arrays in one another. */
  readonly depth: number
  /** Objects and arrays together. */
  readonly containers: number
}

/**
 * Looks over JSON text without making anything of it, at some ns a character: a million brackets take `JSON.parse` a tenth of
 * a second and more memory than their text. Of text that is no JSON it says at least what a parser would come to see.
 */
export function measureJson(text: string): JsonMeasures {
  let open = 0
  let depth = 0
  let containers = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        for (at++; at < text.length; at++) {
          const sign = text.charCodeAt(at)
          if (sign === QUOTE) break
          if (sign === BACKSLASH) at++
        }
        break
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        containers++
        open++
        if (open > depth) depth = open
        break
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        open--
        break
    }
  }
  return { depth, containers }
}
