import type { Block, CodeBlock } from './page-model.ts'
import { plainText } from './plain-text.ts'
import { forEachBlock, repeats } from './sections.ts'

/** A block of code with its place on the page. */
export interface PlacedCode {
  readonly code: CodeBlock
  /** The paragraph before it in its section, as text; `''` without one. */
  readonly before: string
  /** Headings that lead to it, outermost first, without the title of the page. */
  readonly headings: readonly string[]
  /** Anchor of the last of them; `''` at the top of the page. */
  readonly anchor: string
}

/** The blocks of code of a page in their order. */
export function codeBlocks(blocks: readonly Block[], title: string): PlacedCode[] {
  const found: PlacedCode[] = []
  let open: { level: number; text: string; id: string }[] = []
  let before = ''
  forEachBlock(blocks, (block) => {
    if (block.kind === 'heading') {
      const text = plainText(block.content)
      before = ''
      open = open.filter(({ level }) => level < block.level)
      if (!repeats(block.level, text, title)) open.push({ level: block.level, text, id: block.id })
    } else if (block.kind === 'paragraph') before = plainText(block.content)
    else if (block.kind === 'code') {
      found.push({ code: block, before, headings: open.map(({ text }) => text), anchor: open.at(-1)?.id ?? '' })
    }
  })
  return found
}
