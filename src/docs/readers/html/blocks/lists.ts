import type { Block, Definitions, Inline, List, ListItem } from '../../../model/page-model.ts'
import { HtmlElement, HtmlText, find, findAll, type HtmlNode } from '../tree.ts'
import type { Context } from './context.ts'

/** A list. What stands in it outside of its items is an item of its own, as browsers show it. */
export function listOf(context: Context, list: HtmlElement): List | null {
  const items: ListItem[] = []
  let loose = false
  for (const child of list.children) {
    if (child instanceof HtmlText && child.text.trim() === '') continue
    if (child instanceof HtmlElement && (child.name === 'ul' || child.name === 'ol') && items.length > 0) {
      for (const block of context.blocks([child])) items.at(-1)?.blocks.push(block)
      continue
    }
    const isItem = child instanceof HtmlElement && child.name === 'li'
    const blocks = context.blocks(isItem ? child.children : [child])
    const done = isItem ? taskOf(child) : null
    if (blocks.length === 0 && done === null) continue
    loose ||= isItem && child.elements.some(({ name }) => name === 'p') && !list.hasClass('simple')
    items.push({ done, blocks })
  }
  if (items.length === 0) return null
  const written = list.attributes['start'] ?? list.elements[0]?.attributes['value'] ?? '1'
  const start = Number.parseInt(written, 10)
  return {
    kind: 'list',
    start: list.name === 'ol' ? (start >= 0 ? Math.min(start, 999_999_999) : 1) : null,
    loose,
    items,
  }
}

function taskOf(item: HtmlElement): boolean | null {
  const box = find(item, (inner) => inner.name === 'li' || isBox(inner))
  if (box === null || box.name === 'li') return null
  return box.name === 'input' ? box.attributes['checked'] !== undefined : box.hasClass('fa-check-square-o')
}

function isBox(element: HtmlElement): boolean {
  if (element.name === 'i') return element.hasClass('fa-check-square-o', 'fa-square-o')
  return element.name === 'input' && element.attributes['type'] === 'checkbox'
}

/** Explanations of marks in code, which Asciidoctor lays out as a table. */
export function calloutsOf(context: Context, table: HtmlElement): List {
  const rows = findAll(table, ({ name }) => name === 'tr')
  const items = rows.map((row) => ({ done: null, blocks: context.blocks(row.elements.at(-1)?.children ?? []) }))
  return { kind: 'list', start: 1, loose: false, items }
}

export function definitionsOf(context: Context, list: HtmlElement): Definitions | null {
  const entries: { terms: Inline[][]; details: Block[][] }[] = []
  let open: { terms: Inline[][]; details: Block[][] } | null = null
  for (const part of partsOf(list)) {
    const isTerm = part instanceof HtmlElement && part.name === 'dt'
    if (isTerm && (open === null || open.details.length > 0)) open = null
    if (open === null) {
      open = { terms: [], details: [] }
      entries.push(open)
    }
    if (isTerm) {
      const term = context.inline(part.children)
      if (term.length > 0) open.terms.push(term)
    } else {
      const blocks = context.blocks(part instanceof HtmlElement && part.name === 'dd' ? part.children : [part])
      if (blocks.length > 0) open.details.push(blocks)
    }
  }
  const kept = entries.filter(({ terms, details }) => terms.length > 0 || details.length > 0)
  return kept.length === 0 ? null : { kind: 'definitions', entries: kept }
}

/** Terms and details, out of the `div` that may hold each pair. */
export function partsOf(list: HtmlElement): HtmlNode[] {
  return list.children.flatMap((child) => {
    if (child instanceof HtmlText) return child.text.trim() === '' ? [] : [child]
    const isWrapper = child.name === 'div' && child.elements.some(({ name }) => name === 'dt' || name === 'dd')
    return isWrapper ? partsOf(child) : [child]
  })
}
