import type { Block, Inline } from './page-model.ts'
import { forEachBlock } from './sections.ts'

/** Calls `visit` for every part of the text of a page, those around others first. Text without markup is left out. */
export function forEachInline(blocks: readonly Block[], visit: (part: Exclude<Inline, string>) => void): void {
  function visitAll(content: readonly Inline[]): void {
    for (const part of content) {
      if (typeof part === 'string') continue
      visit(part)
      if (part.kind === 'span' || part.kind === 'link') visitAll(part.content)
    }
  }
  forEachBlock(blocks, (block) => {
    if (block.kind === 'heading' || block.kind === 'paragraph') visitAll(block.content)
    else if (block.kind === 'definitions') for (const { terms } of block.entries) terms.forEach(visitAll)
    else if ('title' in block && Array.isArray(block.title)) visitAll(block.title)
  })
}

/** Calls `visit` with the target of every link and card of a page. */
export function forEachTarget(blocks: readonly Block[], visit: (target: string) => void): void {
  replaceTargets(blocks, (target) => {
    visit(target)
    return target
  })
}

/** Replaces the target of every link and card of a page. */
export function replaceTargets(blocks: readonly Block[], replace: (target: string) => string): void {
  forEachInline(blocks, (part) => {
    if (part.kind === 'link') part.target = replace(part.target)
  })
  forEachBlock(blocks, (block) => {
    if (block.kind === 'panel' && block.target !== null) block.target = replace(block.target)
  })
}
