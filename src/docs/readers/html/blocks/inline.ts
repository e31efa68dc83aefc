import { linkParts } from '../../../model/link-parts.ts'
import { SPAN_ELEMENTS, type Badge, type Inline, type SpanElement } from '../../../model/page-model.ts'
import { plainText } from '../../../model/plain-text.ts'
import { detach } from '../detach.ts'
import { BLOCK_ELEMENTS } from '../element-names.ts'
import { furnitureKind } from '../furniture.ts'
import { HtmlElement, HtmlText, find, lineOf, type HtmlNode } from '../tree.ts'
import { namedTone } from './admonitions.ts'
import type { Context } from './context.ts'
import { footnoteReference } from './footnotes.ts'
import { imageOf } from './images.ts'
import { embeddedBy, isEmbedded } from './media.ts'
import { mathOf } from './math.ts'

const WHITE = /[ \t\n\r\f]+/g
const SPANS: ReadonlySet<string> = new Set(SPAN_ELEMENTS)
const SYNONYMS: ReadonlyMap<string, SpanElement> = new Map([
  ['strike', 's'],
  ['tt', 'code'],
  ['acronym', 'abbr'],
])
/** Small marks beside text that a style sets apart without a space. */
const APART = /^(?:sl-)?(?:badge|label|tag|chip|pill|vpbadge|stab|version-?badge)$/i
/** Labels, as Starlight, VitePress, Docusaurus and Bootstrap write them. */
const BADGE = /^(?:sl-|sd-)?badge$|^vpbadge$|^version-?badge$/i
const BADGE_LIMIT_CHARS = 60
const UNTONED = /^(?:default|light|primary|secondary)$/

/** Links to the top of a page, whose picture may have no text. */
const TO_TOP = /^#(?:top|page-header|header)?$/i
const UP = /^(?:(?:back |go )?(?:to )?top|↑|\^|⬆️?|)$/i

interface Line {
  /** Whether white space that follows is not shown. */
  spaced: boolean
  inLink: boolean
}

/** Text of a page in lines. White space is collapsed as browsers do it, and blocks part words. */
export function inlineOf(context: Context, nodes: readonly HtmlNode[]): Inline[] {
  const line: Line = { spaced: true, inLink: false }
  const out: Inline[] = []
  addNodes(context, nodes, out, line)
  trimEnd(out)
  return out
}

function addNodes(context: Context, nodes: readonly HtmlNode[], out: Inline[], line: Line): void {
  for (const node of nodes) {
    if (node instanceof HtmlText) addText(out, node.text, line)
    else addElement(context, node, out, line)
  }
}

function addText(out: Inline[], raw: string, line: Line): void {
  let text = raw.replace(WHITE, ' ')
  if (line.spaced && text.startsWith(' ')) text = text.slice(1)
  if (text === '') return
  line.spaced = text.endsWith(' ')
  const last = out.at(-1)
  if (typeof last === 'string') out[out.length - 1] = last + text
  else out.push(detach(text))
}

function addElement(context: Context, element: HtmlElement, out: Inline[], line: Line): void {
  const { name } = element
  const math = mathOf(element)
  if (math !== null) {
    if (math.text !== '') add(out, { kind: 'math', text: math.text }, line)
    return
  }
  const dropped = furnitureKind(element, false)
  if (dropped !== null) return context.drop(dropped)
  if (name === 'br') {
    trimEnd(out)
    if (out.length > 0) out.push({ kind: 'break' })
    line.spaced = true
    return
  }
  if (name === 'img' || name === 'picture') {
    const image = imageOf(element)
    if (typeof image === 'string') addText(out, image, line)
    else if (image !== null) add(out, image, line)
    else context.drop('image without a source')
    return
  }
  if (isEmbedded(name)) {
    const part = embeddedBy(element)
    if (part === null) return context.drop('embedded')
    if (typeof part === 'object' && part.kind === 'link' && line.inLink)
      return addText(out, plainText(part.content), line)
    return add(out, part, line)
  }
  const reference = footnoteReference(context, element)
  if (reference !== null) return add(out, reference, line)
  if (name === 'a' && !line.inLink) return addLink(context, element, out, line)
  if (name === 'code' || name === 'tt') return addCode(context, element, out, line)
  const span = SPANS.has(name) ? (name as SpanElement) : SYNONYMS.get(name)
  if (span !== undefined) return addSpan(context, element, span, out, line)
  const badge = badgeOf(element)
  if (badge !== null) {
    addText(out, ' ', line)
    add(out, badge, line)
    return addText(out, ' ', line)
  }
  const isApart =
    BLOCK_ELEMENTS.has(name) || element.classes.some((className) => APART.test(className)) || isLineOfHero(element)
  if (isApart) addText(out, ' ', line)
  addNodes(context, element.children, out, line)
  if (isApart) addText(out, ' ', line)
}

/** A label with its tone, which another class names; null if it is not one, or has more than text. */
function badgeOf(element: HtmlElement): Badge | null {
  if (!element.classes.some((className) => BADGE.test(className))) return null
  const text = lineOf(element)
  if (text === '' || text.length > BADGE_LIMIT_CHARS || find(element, () => true) !== null) return null
  const names = element.classes.map((name) => name.toLowerCase().split('-').at(-1) ?? '')
  const tone = names.flatMap((name) => (UNTONED.test(name) ? [] : (namedTone(name) ?? [])))[0]
  return { kind: 'badge', text, ...(tone === undefined ? {} : { tone }) }
}

/** VitePress parts the name and the text of a home page by style alone. */
function isLineOfHero(element: HtmlElement): boolean {
  return element.name === 'span' && element.parent?.name === 'h1' && element.parent.hasClass('heading')
}

function addSpan(context: Context, element: HtmlElement, name: SpanElement, out: Inline[], line: Line): void {
  const content: Inline[] = []
  addNodes(context, element.children, content, line)
  if (content.length === 0) return
  if (content.every((part) => part === ' ')) out.push(' ')
  else {
    const title = name === 'abbr' ? element.attributes['title'] : undefined
    out.push({ kind: 'span', element: name, ...(title ? { title: detach(title) } : {}), content })
  }
}

function addLink(context: Context, element: HtmlElement, out: Inline[], line: Line): void {
  const target = element.attributes['href']?.replace(/[\t\n\r]/g, '').trim()
  if (target === undefined || /^(?:javascript|data|vbscript):/i.test(target)) {
    return addNodes(context, element.children, out, line)
  }
  if (TO_TOP.test(target) && UP.test(lineOf(element))) return context.drop('navigation')
  if (target.startsWith('src/') && lineOf(element) === 'Source') return context.drop('edit link')
  const content: Inline[] = []
  line.inLink = true
  addNodes(context, element.children, content, line)
  line.inLink = false
  if (content.length === 0) return
  if (content.every((part) => part === ' ')) return void out.push(' ')
  const title = element.attributes['title'] || null
  for (const part of linkParts(target, title, content)) out.push(part)
}

function addCode(context: Context, element: HtmlElement, out: Inline[], line: Line): void {
  if (
    find(element, ({ name, attributes }) => name === 'a' && attributes['href'] !== undefined) !== null &&
    !line.inLink
  ) {
    return addSpan(context, element, 'code', out, line)
  }
  const text = visibleText(context, element).replace(WHITE, ' ')
  if (text.trim() === '') return addText(out, text, line)
  add(out, { kind: 'code', text: detach(text.trim()) }, line)
}

function visibleText(context: Context, node: HtmlNode): string {
  if (node instanceof HtmlText) return node.text
  if (node.name === 'br') return ' '
  const kind = furnitureKind(node, true)
  if (kind !== null) {
    context.drop(kind)
    return ''
  }
  return node.children.map((child) => visibleText(context, child)).join('')
}

function add(out: Inline[], part: Inline, line: Line): void {
  out.push(part)
  line.spaced = false
}

/** Removes white space and line breaks at the end of a line, within spans too. */
function trimEnd(out: Inline[]): void {
  for (let last = out.at(-1); last !== undefined; last = out.at(-1)) {
    if (typeof last === 'string') {
      const text = last.replace(/(?<! ) +$/, '')
      if (text !== '') {
        out[out.length - 1] = text
        return
      }
    } else if (last.kind === 'span' || last.kind === 'link') {
      trimEnd(last.content)
      if (last.content.length > 0) return
    } else if (last.kind !== 'break') return
    out.pop()
  }
}
