import type { Admonition, Inline, Tone } from '../../../model/page-model.ts'
import { plainText } from '../../../model/plain-text.ts'
import { HtmlElement, HtmlText, find, type HtmlNode } from '../tree.ts'
import type { Context } from './context.ts'
import { words } from '../../../../shared/words.ts'

const TONES: Readonly<Record<string, Tone | undefined>> = {
  note: 'note', info: 'note', seealso: 'note', secondary: 'note', primary: 'note', abstract: 'note', summary: 'note',
  quote: 'note', example: 'note', question: 'note', important: 'note', default: 'note', light: 'note', todo: 'note',
  information: 'note', definition: 'note', faq: 'note', tldr: 'note', cite: 'note',
  tip: 'tip', hint: 'tip', success: 'tip', check: 'tip', done: 'tip',
  warning: 'warning', caution: 'warning', danger: 'warning', error: 'warning', attention: 'warning', bug: 'warning',
  failure: 'warning', fail: 'warning', critical: 'warning', deprecated: 'warning', warn: 'warning', missing: 'warning',
} // prettier-ignore

/** Classes of boxes; the tone stands in another class, or in the rest of the same one. */
const BOXES = new Set(
  words(`admonition theme-admonition custom-block starlight-aside alert markdown-alert hint callout admonitionblock
    book-hint gdoc-hint nextra-callout github-alert blockquote-tag notice note-box docs-callout aside sl-aside
    callout-block admonition-block info-box message banner-note`),
)

/** Classes that make a box of a `div` by themselves, as DocBook and rustdoc write them. */
const PLAIN_TONES = new Set(['note', 'tip', 'warning', 'caution', 'important', 'danger'])

const TITLES = [
  'admonition-title',
  'custom-block-title',
  'starlight-aside__title',
  'markdown-alert-title',
  'alert-heading',
  'alert-title',
  'callout-title',
  'callout-heading',
  'hint__title',
  'gdoc-hint__title',
  'admonition-heading',
  'callout-title-container',
  'callout-header',
  'admonition__title',
  'notice-title',
] as const
/** A part of a box, which is not a box itself. */
const PART =
  /^(?:admonition|custom-block|starlight-aside|sl-aside|alert|callout|hint|notice|markdown-alert|gdoc-hint|message)(?:__|-)(?:content|title|icon|heading|body|header)/
const MODULE_TITLE = /^admonitionHeading(?:_|$)/
const CONTAINERS = new Set(['div', 'aside', 'section', 'blockquote', 'article'])

/** What was found for each name and classes: sites repeat them, and a hostile one may not fill the memory. */
const tones = new Map<string, Tone | null>()
const TONES_LIMIT = 50_000

/** The tone of a box beside the text, or null if it is not one. */
export function toneOf(element: HtmlElement): Tone | null {
  if (!CONTAINERS.has(element.name)) return null
  const callout = element.attributes['data-callout']
  if (callout !== undefined) return namedTone(callout) ?? 'note'
  const written = element.attributes['class']
  if (written === undefined || written === '') return null
  const key = `${element.name} ${written}`
  let tone = tones.get(key)
  if (tone === undefined) {
    tone = toneOfClasses(element.name, element.classes)
    if (tones.size < TONES_LIMIT) tones.set(key, tone)
  }
  return tone
}

function toneOfClasses(element: string, classes: readonly string[]): Tone | null {
  const lower = classes.map((name) => name.toLowerCase())
  const isBox = lower.some((name) => BOXES.has(name) || BOXES.has(name.split(/-{1,2}(?=[a-z]+$)/)[0] as string))
  if (!isBox) {
    const plain = element === 'section' ? undefined : lower.find((name) => PLAIN_TONES.has(name))
    return plain === undefined ? null : (TONES[plain] ?? null)
  }
  if (lower.some((name) => PART.test(name))) return null
  // The name of the box may be a tone too, and tells least.
  for (const name of [...lower.filter((one) => !BOXES.has(one)), ...lower.filter((one) => BOXES.has(one))]) {
    const tone = namedTone(name) ?? namedTone(name.split('-').at(-1) as string)
    if (tone !== undefined) return tone
  }
  return 'note'
}

/** The tone of which a generator has this name; undefined: it is no name of one. */
export function namedTone(name: string): Tone | undefined {
  return Object.hasOwn(TONES, name) ? TONES[name] : undefined
}

export function admonitionOf(context: Context, element: HtmlElement, tone: Tone): Admonition {
  const { title, rest } = parts(element)
  const content: Inline[] = title === null ? [] : context.inline(title.children)
  const text = plainText(content)
    .toLowerCase()
    .replace(/[:!.]$/, '')
  const isToneAlone = text === tone || text === ''
  return { kind: 'admonition', tone, title: isToneAlone ? [] : content, blocks: context.blocks(rest) }
}

function parts(element: HtmlElement): { title: HtmlElement | null; rest: readonly HtmlNode[] } {
  if (element.hasClass('admonitionblock')) {
    const icon = find(element, (inner) => inner.hasClass('icon'))
    const content = find(element, (inner) => inner.name === 'td' && inner.hasClass('content'))
    if (content !== null) {
      const title =
        find(content, (inner) => inner.hasClass('title')) ??
        (icon === null ? null : find(icon, (inner) => inner.hasClass('title')))
      return { title, rest: content.children.filter((child) => child !== title) }
    }
  }
  const first = element.children.filter((child) => !(child instanceof HtmlText) || child.text.trim() !== '')
  const head = first[0]
  if (head instanceof HtmlElement) {
    if (isTitle(head)) return { title: head, rest: first.slice(1) }
    const docbook = docbookTable(element, head)
    if (docbook !== null) return docbook
    const inner = head.elements.find(isTitle)
    if (inner !== undefined)
      return { title: inner, rest: [...head.children.filter((child) => child !== inner), ...first.slice(1)] }
  }
  return { title: null, rest: element.children }
}

function isTitle(element: HtmlElement): boolean {
  if (element.hasClass(...TITLES) || element.classes.some((name) => MODULE_TITLE.test(name))) return true
  const isPlain = element.hasClass('title') || /^h[1-6]$/.test(element.name)
  return isPlain && element.id === null
}

/** DocBook lays out its boxes by a table: an icon, the title, and the text in rows. */
function docbookTable(
  element: HtmlElement,
  table: HtmlElement,
): { title: HtmlElement | null; rest: readonly HtmlNode[] } | null {
  if (table.name !== 'table' || element.elements.length !== 1) return null
  const title = find(table, ({ name }) => name === 'th')
  const cells: HtmlElement[] = []
  const collect = (at: HtmlElement): void => {
    for (const child of at.elements) {
      if (child.name === 'td') cells.push(child)
      else if (child.name === 'tr' || child.name === 'tbody') collect(child)
    }
  }
  collect(table)
  const text = cells.filter((cell) => cell.attributes['rowspan'] === undefined)
  return { title, rest: text.flatMap((cell) => cell.children) }
}
