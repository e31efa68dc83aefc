import type { Block, Inline } from './page-model.ts'
import { forEachBlock, headingsOf } from './sections.ts'

/**
 * The blocks of each section of a page by the anchor of its heading, `''` for those before the first one. A heading of level 1
 * with which a page begins may be its title, so what stands below it is found by `''` as well. Headings are left out. Of blocks
 * that have headings within them only what they hold is kept.
 */
export function sectionBlocks(blocks: readonly Block[]): Map<string, Block[]> {
  const sections = new Map<string, Block[]>()
  let current: Block[] = []
  sections.set('', current)
  const add = (block: Block): void => {
    if (block.kind === 'heading') {
      const isTitle = block.level === 1 && sections.size === 1 && current.length === 0
      if (!isTitle) current = []
      // Later headings with the same id have no address of their own.
      if (!sections.has(block.id)) sections.set(block.id, current)
      return
    }
    if (headingsOf([block]).length === 0) current.push(block)
    else if (block.kind === 'list') for (const item of block.items) item.blocks.forEach(add)
    else if (block.kind === 'table') for (const cell of [...block.header, ...block.rows.flat()]) cell.forEach(add)
    else if (block.kind === 'definitions') for (const { details } of block.entries) details.flat().forEach(add)
    else if ('blocks' in block) block.blocks.forEach(add)
  }
  blocks.forEach(add)
  return sections
}

/** Replaces links by their texts and images by what describes them, in place. */
export function dropAddresses(blocks: readonly Block[]): void {
  const rewrite = (content: readonly Inline[]): void => {
    const list = content as Inline[]
    list.splice(0, list.length, ...list.flatMap(withoutAddress))
  }
  forEachBlock(blocks, (block) => {
    if (block.kind === 'heading' || block.kind === 'paragraph') rewrite(block.content)
    else if (block.kind === 'definitions') for (const { terms } of block.entries) terms.forEach(rewrite)
    else if ('title' in block && Array.isArray(block.title)) rewrite(block.title)
    if (block.kind === 'panel') block.target = null
  })
}

function withoutAddress(part: Inline): Inline[] {
  if (typeof part === 'string') return [part]
  switch (part.kind) {
    case 'link':
      return part.content.flatMap(withoutAddress)
    case 'image':
      return part.alt === '' ? [] : [part.alt]
    case 'span':
      return [{ ...part, content: part.content.flatMap(withoutAddress) }]
    case 'anchor':
    case 'icon':
    case 'reference':
      return []
    default:
      return [part]
  }
}
