import type { EmbedTarget } from '../../../icons/embed/embed-input.ts'
import { ICON_NOUN } from './words.ts'

/** Words for the places that code is for, in the three languages. */
const TARGETS: readonly (readonly [EmbedTarget, string])[] = [
  ['lottie-web', 'lottie[- ]web'],
  ['dotlottie', 'dotlottie'],
  ['react', 'react(?:\\.?js)?|jsx|tsx|next\\.?js|리액트'],
  ['vue', 'vue(?:\\.?js)?|nuxt|뷰'],
  ['svelte', 'svelte(?:kit)?|스벨트'],
  ['html', 'html'],
]
/** Places without code of their own. Each of them can show HTML. */
const OTHERS =
  'web components?|custom elements?|angular|solid(?:js)?|preact|ember|astro|lit|react native|flutter|android|ios|swiftui|앵귤러|웹 컴포넌트'
const CODE = '(?:embed(?:ding)?\\s)?(?:code|snippet|component|markup)|(?:嵌入)?代码|组件|(?:임베드\\s)?코드|컴포넌트'
const JOINT = '(?:\\b(?:in|for|with|as|using|to)\\s(?:an?\\s|the\\s)?)?'

const PLACE = `(${OTHERS})|(${TARGETS.map(([, words]) => words).join(')|(')})`
const START = '(?<![\\w-])'
const END = '(?![\\w-])'
const PLACE_WORD = new RegExp(`${JOINT}${START}(?:${PLACE})${END}(?:용|에서)?(?:\\s?的?\\s?(?:${CODE})[을를]?)?`)
const CODE_WORD = new RegExp(`${JOINT}${START}(?:${CODE}|jsx|tsx|html|web component|custom element)[을를]?${END}`)
const EMBED_WORD = /\bembed\b|嵌入/
/** `code icon` is an icon, and so is `react icon`. */
const PICTURE = new RegExp(`${START}(?:${CODE}|${PLACE})\\s?的?\\s?${ICON_NOUN}$`)
const BEHIND_ICON = new RegExp(`${ICON_NOUN}\\s(?:in|for|with)\\s(?:${PLACE})$`)

/**
 * Finds the place that code is asked for, and the text without the words for it; null: the text asks for no code. Beside an id,
 * a place or a word for code alone asks for it.
 */
export function takeTarget(
  text: string,
  isOfId: boolean,
): {
  readonly target: EmbedTarget
  readonly text: string
  readonly unmet: readonly { readonly name: 'target'; readonly value: string }[]
} | null {
  const place = PLACE_WORD.exec(text)
  const isCode = CODE_WORD.test(text)
  const isAsked = isOfId
    ? isCode || EMBED_WORD.test(text) || (place !== null && place[3] === undefined)
    : place !== null && !PICTURE.test(text) && (isCode || BEHIND_ICON.test(text))
  if (!isAsked) return null
  const at = TARGETS.findIndex((_, position) => place?.[position + 2] !== undefined)
  const other = place?.[1]
  const [target] = TARGETS[at] ?? (['html'] as const)
  // What stays says that an icon is wanted: `code for rain` is `icon for rain`.
  const rest = text.replace(PLACE_WORD, ' icon ').replace(CODE_WORD, ' icon ').replace(/\s+/g, ' ').trim()
  return { target, text: rest, unmet: other === undefined ? [] : [{ name: 'target', value: other }] }
}
