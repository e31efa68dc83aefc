import type { Locale } from '../../shared/locale.ts'

/** Characters at the beginning of a text in which its script is looked for. */
const SCRIPT_LIMIT_CHARS = 10_000
/** One letter of so many is Chinese or Korean in a text of that language. Links to translations are fewer. */
const SCRIPT_SHARE = 10
/** Chinese texts quote fewer Japanese letters than this part of their own. */
const KANA_SHARE = 20
/** Where a link of Markdown or HTML leads, which is no text. */
const TARGET = /(?<=\]\()(?:<[^<>\n]*>|[^()\s]+)|(?<=\b(?:href|src)=")[^"<>]+/g

/** The locale of a text in Chinese or Korean, by its script; null: most of it is in no such script. */
export function localeOfText(text: string): Locale | null {
  const start = text.slice(0, SCRIPT_LIMIT_CHARS)
  const shown = start.replace(TARGET, '')
  const count = (letter: RegExp): number => shown.match(letter)?.length ?? 0
  const korean = count(/\p{Script=Hangul}/gu)
  const chinese = count(/\p{Script=Han}/gu)
  if (korean + chinese === 0 || (korean + chinese) * SCRIPT_SHARE < (start.match(/\p{L}/gu)?.length ?? 0)) return null
  if (korean > chinese) return 'ko'
  return count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) * KANA_SHARE > chinese ? null : 'zh'
}
