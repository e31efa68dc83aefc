/**
 * Kind of run of a UTF-16 code unit. Runs of different kinds are different tokens even without a space between them: `使用CSS动画` is
 * three runs.
 */
export const OTHER = 0
/** Letters, digits and marks of every script that separates words by spaces. `_` joins words, as in `snake_case`. */
export const WORD = 1
/** Han, Hiragana and Katakana. */
export const HAN_KANA = 2
export const HANGUL = 3

export type RunKind = typeof WORD | typeof HAN_KANA | typeof HANGUL

/** Class of every BMP code unit. Surrogates are HAN_KANA where the astral planes contain ideographs, otherwise OTHER. */
export const CHARACTER_CLASS: Uint8Array = createClassTable()

function createClassTable(): Uint8Array {
  const table = new Uint8Array(65_536)
  const han = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆]$/u
  const word = /^[\p{L}\p{N}\p{M}_]$/u
  for (let code = 0; code < 0xd800; code++) classify(code)
  for (let code = 0xe000; code < 0xfffe; code++) classify(code)
  // U+20000 to U+3FFFF, the two ideographic planes, begin with the high surrogates D840 to D8BF.
  table.fill(HAN_KANA, 0xd840, 0xd8c0)
  return table

  function classify(code: number): void {
    const character = String.fromCharCode(code)
    if (isHangul(code)) table[code] = HANGUL
    else if (han.test(character)) table[code] = HAN_KANA
    else if (word.test(character)) table[code] = WORD
  }
}

function isHangul(code: number): boolean {
  return (code >= 0xac00 && code <= 0xd7a3) || (code >= 0x1100 && code <= 0x11ff) || (code >= 0x3130 && code <= 0x318f)
}

/** Whether the text has anything to search for: a letter, a digit or a CJK character (choices §2). */
export function hasSearchableCharacter(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (CHARACTER_CLASS[code] !== OTHER && code !== UNDERSCORE) return true
  }
  return false
}

export const UNDERSCORE = 0x5f
