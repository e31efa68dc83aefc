// Which part of a text in a search box is a query while an input method composes. Pinyin and kana that wait to be converted
// do not count. Korean syllables do, since the last one is composed until the reader types on, and only its lone letters do not.

const KOREAN = /^[\uac00-\ud7a3\u1100-\u11ff\u3131-\u318e]+$/
const LONE_LETTERS = /[\u1100-\u11ff\u3131-\u318e]+$/
const LATIN = /^[\p{Script=Latin}\p{N}\p{M}'’-]+$/u

/**
 * The part of a composed text that can be searched.
 *
 * @param {string} text
 * @param {boolean} isPredicted Whether a keyboard on the screen composes whole words in Latin letters.
 */
function settled(text, isPredicted) {
  if (KOREAN.test(text)) return text.replace(LONE_LETTERS, '')
  return isPredicted && LATIN.test(text) ? text : ''
}

/**
 * The text of a field without what is half typed.
 *
 * @param {string} value
 * @param {number} caret
 * @param {{ start: number, text: string }} composed
 * @param {boolean} isPredicted
 */
export function settledValue(value, caret, { start, text }, isPredicted) {
  // A keyboard on the screen takes up a word that is there already, at whose start the caret was not.
  const from = [start, caret - text.length].find((at) => at >= 0 && value.slice(at, at + text.length) === text)
  if (from === undefined) return value
  return value.slice(0, from) + settled(text, isPredicted) + value.slice(from + text.length)
}

/**
 * Follows what an input method composes in a field.
 *
 * @param {HTMLInputElement} input
 * @param {string} locale
 * @returns {() => string} Reads the text that can be searched now.
 */
export function followComposition(input, locale) {
  /** @type {{ start: number, text: string } | null} */
  let composed = null
  let isOnScreen = false
  // Keyboards on the screen do not say which key it was. Their pinyin and English look alike, so the locale decides.
  input.addEventListener('keydown', ({ code }) => (isOnScreen = code === ''))
  input.addEventListener('compositionstart', () => (composed = { start: input.selectionStart ?? 0, text: '' }))
  input.addEventListener('compositionupdate', ({ data }) => {
    if (composed) composed = { start: composed.start, text: data }
  })
  input.addEventListener('compositionend', () => (composed = null))
  return () =>
    composed ? settledValue(input.value, input.selectionEnd ?? 0, composed, isOnScreen && locale !== 'zh') : input.value
}
