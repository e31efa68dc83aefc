import type { Block, Definitions, Inline, List, ListItem } from '../../../model/page-model.ts'
import { HtmlElement, HtmlText, find } from '../tree.ts'
import type { HtmlNode } from '../tree.ts'
import type { Context } from './context.ts'

/** A list. What stands in it outside of its items is an item of its own, as browsers show it. */
export function listOf(context: Context, list: HtmlElement): List | null {
  const items: ListItem[] = []
  let loose = false
  for (const child of list.children) {
    if (child instanceof HtmlText && child.text.trim() === '') continue
    if (child instanceof HtmlElement && (child.name === 'ul' || child.name === 'ol') && items.length > 0) {
      items.at(-1)?.blocks.push(...context.blocks([child]))
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
  const box = find(
    item,
    ({ name, attributes }) => name === 'li' || (name === 'input' && attributes['type'] === 'checkbox'),
  )
  if (box === null || box.name === 'li') return null
  return box.attributes['checked'] !== undefined
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
