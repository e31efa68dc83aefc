import type { Footnote, Inline } from '../../../model/page-model.ts'
import { HtmlElement, HtmlText, find, findAll, lineOf, type HtmlNode } from '../tree.ts'
import type { Context } from './context.ts'
import { decodeLoosely } from '../../../../shared/decode-percent.ts'

const REFERENCE_CLASSES = ['footnote-ref', 'footnote-reference', 'footnoteref', 'data-footnote-ref']

/** The mark of a footnote in the text, or null if it is not one. */
export function footnoteReference(context: Context, element: HtmlElement): Inline | null {
  if (element.name !== 'a' && element.name !== 'sup' && element.name !== 'span') return null
  const link =
    element.name === 'a' ? element : element.elements.length === 1 ? (element.elements[0] as HtmlElement) : null
  const target = link?.attributes['href']
  if (link === null || link.name !== 'a' || target?.startsWith('#') !== true) return null
  const isOwn = isReference(link)
  if (
    !isOwn &&
    !(
      element.name === 'sup' &&
      (element.hasClass(...REFERENCE_CLASSES, 'footnote') || (element.id ?? '').startsWith('fnref'))
    )
  ) {
    return null
  }
  const label = lineOf(link)
    .replace(/^[[(^]+|(?<![\])])[\])]+$/g, '')
    .trim()
  if (label === '') return null
  const id = decodeLoosely(target.slice(1))
  if (!context.footnotes.has(id)) context.footnotes.set(id, label)
  return { kind: 'reference', footnote: label }
}

function isReference(link: HtmlElement): boolean {
  return (
    link.hasClass(...REFERENCE_CLASSES) ||
    link.attributes['data-footnote-ref'] !== undefined ||
    link.attributes['role'] === 'doc-noteref' ||
    (link.hasClass('footnote') && /^(?:_footnoteref|fn)|ftn/.test(link.id ?? ''))
  )
}

/** Whether an element holds the footnotes of a page, each as an item of a list or an element of its own. */
export function holdsFootnotes(element: HtmlElement): boolean {
  const { name, attributes } = element
  if (name === 'dl') return element.hasClass('footnote')
  if (name !== 'div' && name !== 'section' && name !== 'footer') return false
  const isMarked =
    element.hasClass('footnotes', 'footnote') ||
    attributes['data-footnotes'] !== undefined ||
    attributes['role'] === 'doc-endnotes' ||
    element.id === 'footnotes'
  return isMarked && element.elements.some((child) => child.name === 'ol' || isFootnote(child))
}

const STANDALONE = new Set(['aside', 'div', 'table'])

/** Whether an element is one footnote that stands by itself. */
export function isFootnote(element: HtmlElement): boolean {
  return element.id !== null && STANDALONE.has(element.name) && element.hasClass('footnote', 'footnote-definition')
}

/** The footnotes of an ordered list. */
export function footnotesOf(context: Context, list: HtmlElement): Footnote[] {
  const items = list.elements.filter(({ name }) => name === 'li')
  const start = Number.parseInt(list.attributes['start'] ?? '1', 10) || 1
  return items.map((item, at) => footnote(context, item.id, String(start + at), item.children))
}

/** A footnote that begins with its own label. */
export function footnoteOf(context: Context, element: HtmlElement): Footnote {
  if (element.name === 'table') {
    const [label, ...cells] = findAll(element, ({ name }) => name === 'td')
    const mark = label === undefined ? '*' : lineOf(label).replace(/[[\]]/g, '')
    return footnote(
      context,
      element.id,
      mark,
      cells.flatMap((cell) => cell.children),
    )
  }
  const first = element.children.find((child) => !(child instanceof HtmlText) || child.text.trim() !== '')
  const isLabel =
    first instanceof HtmlElement && (first.hasClass('label') || first.name === 'a' || first.name === 'sup')
  const label = isLabel
    ? lineOf(first)
        .replace(/[[\]().]/g, '')
        .trim()
    : ''
  const rest = isLabel ? element.children.filter((child) => child !== first) : element.children
  return footnote(context, element.id, label === '' ? '*' : label, rest)
}

/** The footnotes of a list of definitions, as Docutils wrote them. */
export function footnotesOfDefinitions(context: Context, list: HtmlElement): Footnote[] {
  const notes: Footnote[] = []
  let term: HtmlElement | null = null
  for (const child of list.elements) {
    if (child.name === 'dt') term = child
    else if (child.name === 'dd') {
      const label =
        term === null ? '*' : lineOf(find(term, (inner) => inner.hasClass('brackets')) ?? term).replace(/[[\]]/g, '')
      notes.push(footnote(context, term?.id ?? null, label.trim(), child.children))
    }
  }
  return notes
}

function footnote(context: Context, id: string | null, label: string, nodes: readonly HtmlNode[]): Footnote {
  const known = id === null ? undefined : context.footnotes.get(id)
  const blocks = context.blocks(nodes)
  const first = blocks[0]
  // Asciidoctor writes a full stop after the number.
  if (first?.kind === 'paragraph' && typeof first.content[0] === 'string') {
    first.content[0] = first.content[0].replace(/^\.\s*/, '')
  }
  return { kind: 'footnote', label: known ?? label, blocks }
}
