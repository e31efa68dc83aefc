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

/** Each thread makes the table when it starts, so runs of code units are matched: one after another takes more than twice as long. */
function createClassTable(): Uint8Array {
  const table = new Uint8Array(65_536)
  const units = Uint16Array.from(table.keys()).fill(0, 0xd800, 0xe000)
  const text = Buffer.from(units.buffer).toString('utf16le')
  const fill = (kind: RunKind, runs: RegExp): void => {
    for (const { 0: run, index } of text.matchAll(runs)) table.fill(kind, index, index + run.length)
  }
  fill(WORD, /[\p{L}\p{N}\p{M}_]+/gu)
  fill(HAN_KANA, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆]+/gu)
  fill(HANGUL, /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]+/gu)
  // U+20000 to U+3FFFF, the two ideographic planes, begin with the high surrogates D840 to D8BF.
  return table.fill(HAN_KANA, 0xd840, 0xd8c0)
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
