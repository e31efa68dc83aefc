import type { Block, Inline } from './page-model.ts'

/** The lines of text that a block has itself, beside those of the blocks in it. */
export function inlinesOf(block: Block): readonly (readonly Inline[])[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return [block.content]
    case 'admonition':
    case 'details':
    case 'panel':
      return [block.title]
    case 'definitions':
      return block.entries.flatMap(({ terms }) => terms)
    default:
      return []
  }
}
