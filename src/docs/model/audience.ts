import type { Block } from './page-model.ts'
import { blocksWithin } from './sections.ts'

/** Who reads a part of a page: people in a browser, or programs that ask for its Markdown. */
export type Audience = 'people' | 'agents'

/**
 * The blocks of a page for one audience. Parts for the other one are left out, and those for this one stand without the group
 * around them. HTML and search have what people read, and Markdown has what agents read.
 */
export function forAudience(blocks: Block[], audience: Audience): Block[] {
  return isDivided(blocks) ? kept(blocks, audience) : blocks
}

function isDivided(blocks: readonly Block[]): boolean {
  return blocks.some((block) => isFor(block) !== null || blocksWithin(block).some(isDivided))
}

/** Who alone reads a block; null: everybody does. */
function isFor(block: Block): Audience | null {
  return block.kind === 'group' && (block.role === 'people' || block.role === 'agents') ? block.role : null
}

function kept(blocks: readonly Block[], audience: Audience): Block[] {
  return blocks.flatMap((block) => {
    const whose = isFor(block)
    if (whose === null) return [within(block, (inner) => kept(inner, audience))]
    return whose === audience && block.kind === 'group' ? kept(block.blocks, audience) : []
  })
}

/** A block with other blocks in it. */
function within(block: Block, change: (blocks: readonly Block[]) => Block[]): Block {
  switch (block.kind) {
    case 'list':
      return { ...block, items: block.items.map((item) => ({ ...item, blocks: change(item.blocks) })) }
    case 'table':
      return { ...block, header: block.header.map(change), rows: block.rows.map((row) => row.map(change)) }
    case 'definitions': {
      const entries = block.entries.map(({ details, terms }) => ({ terms, details: details.map(change) }))
      return { ...block, entries }
    }
    default:
      return 'blocks' in block ? { ...block, blocks: change(block.blocks) } : block
  }
}
