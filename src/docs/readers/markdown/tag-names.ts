import { SPAN_ELEMENTS, type SpanElement } from '../../model/page-model.ts'
import type { Tag } from './tag.ts'

/** Elements that never have content and so need no closing tag. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

/** Elements whose content is not text for a reader. */
export const HIDDEN_ELEMENTS: ReadonlySet<string> = new Set('script style template svg math'.split(' '))

/** Elements that stand inside a line of text, and start no block. */
const INLINE_ELEMENTS: ReadonlySet<string> = new Set([
  ...'a audio br embed font iframe img input label object picture rp rt ruby source span strike tt track video wbr'.split(
    ' ',
  ),
  ...SPAN_ELEMENTS,
])

/** Elements that start a block where a line starts with them. */
const BLOCK_ELEMENTS: ReadonlySet<string> = new Set(
  `address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2
  h3 h4 h5 h6 header hr html legend li main menu nav ol p pre script search section style summary svg table
  tbody td template tfoot th thead tr ul math noscript`.split(/\s+/),
)

/** Elements that people write bare in Markdown. Others without attributes read as placeholders: `cp <source> <path>`. */
const WRITTEN_BARE: ReadonlySet<string> = new Set(
  [...INLINE_ELEMENTS, ...BLOCK_ELEMENTS].filter(
    (name) => !'body dialog font form html input label menu object search source template'.split(' ').includes(name),
  ),
)

/** Without these tags the words on both sides are still one. */
const INSIDE_WORDS: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q rp rt ruby s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
)

const SPANS: ReadonlyMap<string, SpanElement> = new Map([
  ...SPAN_ELEMENTS.map((name): [string, SpanElement] => [name, name]),
  ['strike', 's'],
  ['tt', 'code'],
])

/** The element of the model that a tag writes, or undefined. */
export function spanElement(name: string): SpanElement | undefined {
  return SPANS.get(name.toLowerCase())
}

/** Whether a tag of this name stands in a line of text, also where the line begins with it. */
export function isInlineElement(name: string): boolean {
  return INLINE_ELEMENTS.has(name.toLowerCase()) || name === 'Badge'
}

/** Whether a tag of this name makes a link of its content. */
export function isLinkElement(name: string): boolean {
  return name === 'a' || name === 'Link' || name === 'LinkButton' || name === 'NextLink'
}

export function isBlockElement(name: string): boolean {
  return BLOCK_ELEMENTS.has(name.toLowerCase())
}

/** Whether a tag of this name ends the word before it, as `<br>` and every component do. */
export function separatesWords(name: string): boolean {
  return name !== '' && !INSIDE_WORDS.has(name.toLowerCase())
}

/** Tells whether a tag in plain Markdown is HTML or a component, and not a word in angle brackets. */
export function isMarkup(tag: Tag): boolean {
  const { name } = tag
  const isOneCase = name === name.toLowerCase() || (name.length > 1 && name === name.toUpperCase())
  if (isOneCase && WRITTEN_BARE.has(name.toLowerCase())) return true
  return tag.hasValue || tag.kind === 'void' || (tag.kind === 'close' && name.length > 1)
}
