import type { CodeBlock } from '../../../model/page-model.ts'
import { detach } from '../detach.ts'
import { BLOCK_ELEMENTS } from '../element-names.ts'
import { furnitureKind } from '../furniture.ts'
import { HtmlElement, HtmlText, find, findAll, lineOf, type HtmlNode } from '../tree.ts'
import type { Context } from './context.ts'
import { words } from '../../../../shared/words.ts'

const LANGUAGE = /^(?:language|lang|highlight-source|highlight|brush|src|sourceCode|code)[-:]([\w+#.-]+)$/
const NO_LANGUAGE = new Set(words('default none undefined text-plain wrapper block toolbar header container content'))
const TITLE =
  /^(?:codeblocktitle|code-block-caption|filename|code-title|code-header-filename|code-block-title|code-filename|code-block-filename|rehype-code-title|nextra-code-title|gatsby-code-title)(?:_[\w-]+)?$/i
const NO_TITLES = new Set(['code', 'em', 'strong', 'tt', 'b', 'i', 'a', 'pre'])
const LINE = ['line', 'token-line', 'ec-line', 'code-line', 'view-line', 'cl-line']
const NUMBERS = /^\d+(?: \d+)*$/
/** How far around the code its language may be written. */
const AROUND = 8

/** A block of code from a `pre`, or from the table that holds it beside the numbers of its lines. */
export function codeOf(context: Context, element: HtmlElement): CodeBlock {
  const pre = element.name === 'table' ? codeInTable(element) : element
  const out = { text: '' }
  addCode(context, pre, out)
  const text = out.text.replace(/^\n/, '').trimEnd().replaceAll('\u200b', '')
  const title = context.codeTitle ?? ownTitle(pre)
  context.codeTitle = null
  return { kind: 'code', language: languageOf(pre), title, text: text === '' ? '' : `${detach(text)}\n` }
}

/** Whether a table holds code beside the numbers of its lines. */
export function isCodeTable(element: HtmlElement): boolean {
  return element.holdsCode && codeInTable(element) !== element
}

function codeInTable(table: HtmlElement): HtmlElement {
  const cell =
    find(table, (inner) => inner.name === 'td' && inner.hasClass('code', 'rouge-code', 'listing_code')) ??
    cellBesideNumbers(table)
  return (cell === null ? null : find(cell, ({ name }) => name === 'pre')) ?? table
}

/** The second of two cells in the only row of a table whose first cell holds numbers of lines. */
function cellBesideNumbers(table: HtmlElement): HtmlElement | null {
  const [row, ...others] = findAll(table, ({ name }) => name === 'tr')
  const [numbers, cell, ...rest] = row?.elements ?? []
  if (others.length > 0 || numbers === undefined || cell === undefined || rest.length > 0) return null
  return NUMBERS.test(lineOf(numbers)) ? cell : null
}

/** Whether an element is the title above a block of code. */
export function isCodeTitle(element: HtmlElement): boolean {
  if (element.attributes['data-rehype-pretty-code-title'] !== undefined) return true
  if (element.attributes['data-component-part'] === 'code-block-header-filename') return true
  if (element.name === 'figcaption') return isCodeFigure(element.parent)
  if (element.name === 'div' && element.hasClass('title'))
    return element.parent?.hasClass('listingblock', 'literalblock') === true
  // DocBook calls the name of a file in a sentence so too.
  if (element.classes.length === 0 || element.parent?.holdsCode !== true || NO_TITLES.has(element.name)) return false
  return element.classes.some((name) => name.length > 7 && TITLE.test(name))
}

/** Text of a title; null if the bar above the code has none. */
export function codeTitleText(element: HtmlElement): string | null {
  const named = find(element, (inner) => inner.hasClass('caption-text', 'title'))
  const hidden = element.name === 'figcaption' ? find(element, (inner) => inner.hasClass('title')) : null
  if (element.name === 'figcaption' && element.hasClass('header') && hidden === null) return null
  const text = lineOf(named ?? element)
    .replace(/[¶#]$/, '')
    .trimEnd()
  return text === '' ? null : text
}

function isCodeFigure(element: HtmlElement | null): boolean {
  return element?.name === 'figure' && element.holdsCode
}

function ownTitle(element: HtmlElement): string | null {
  for (const at of [element, ...around(element, AROUND)]) {
    const title = at.attributes['data-title'] ?? at.attributes['data-filename'] ?? at.attributes['data-file']
    if (title) return title
    if (at.name === 'pre' || at.name === 'figure') {
      const plain = at.attributes['title']
      if (plain) return plain
    }
  }
  return null
}

function languageOf(element: HtmlElement): string | null {
  const code = find(element, ({ name }) => name === 'code')
  const places = code === null ? [element, ...around(element, AROUND)] : [code, element, ...around(element, AROUND)]
  for (const place of places) {
    const written = place.attributes['data-lang'] ?? place.attributes['data-language'] ?? place.attributes['lang-name']
    if (written !== undefined && written !== '' && !NO_LANGUAGE.has(written)) return written
    for (const name of place.classes) {
      const language = LANGUAGE.exec(name)?.[1]
      if (language !== undefined && !NO_LANGUAGE.has(language)) return language
    }
    if (place.hasClass('brush:')) return place.classes[place.classes.indexOf('brush:') + 1]?.replace(/;$/, '') ?? null
    if (place.hasClass('sourceCode')) {
      const language = place.classes.find((name) => name !== 'sourceCode' && /^[a-z][\w+-]*$/.test(name))
      if (language !== undefined) return language
    }
  }
  if (element.hasClass('mermaid')) return 'mermaid'
  if (element.hasClass('rust')) return 'rust'
  return null
}

/** Elements around the code that hold nothing but the code. */
function around(element: HtmlElement, limit: number): HtmlElement[] {
  const found: HtmlElement[] = []
  for (let at = element.parent; at !== null && found.length < limit; at = at.parent) {
    if (['body', 'main', 'article', 'li', 'section', 'blockquote', 'dd'].includes(at.name)) break
    found.push(at)
  }
  return found
}

function addCode(context: Context, element: HtmlElement, out: { text: string }): void {
  let lineStart = -1
  for (const node of element.children) {
    const isLine = node instanceof HtmlElement && node.hasClass(...LINE)
    // Some generators part lines by style alone.
    if (isLine && lineStart >= 0 && (out.text.length === lineStart || !out.text.endsWith('\n'))) out.text += '\n'
    lineStart = isLine ? out.text.length : -1
    addNode(context, node, out)
  }
}

function addNode(context: Context, node: HtmlNode, out: { text: string }): void {
  if (node instanceof HtmlText) {
    out.text += node.text
    return
  }
  if (node.name === 'br') {
    out.text += '\n'
    return
  }
  if (isCodeTitle(node)) return
  if (node.hasClass('boring')) return context.drop('hidden line of code')
  const kind = furnitureKind(node, true)
  if (kind !== null) return context.drop(kind)
  const isBlock = BLOCK_ELEMENTS.has(node.name) && node.name !== 'pre'
  if (isBlock && out.text !== '' && !out.text.endsWith('\n')) out.text += '\n'
  const start = out.text.length
  addCode(context, node, out)
  if (isBlock && node.name !== 'td' && (out.text.length === start || !out.text.endsWith('\n'))) out.text += '\n'
}
