import type { Block } from '../../../model/page-model.ts'
import { createSlugger } from '../../../slug.ts'
import type { HtmlElement } from '../tree.ts'
import type { Context } from './context.ts'
import { blocksOf } from './flow.ts'
import { holdsFootnotes } from './footnotes.ts'
import { inlineOf } from './inline.ts'

export interface WrittenBlocks {
  readonly blocks: Block[]
  /** Ids of headings that have none on the page, so that no address leads to them. */
  readonly madeIds: readonly string[]
  /** How many elements were left out, by what they are. */
  readonly dropped: ReadonlyMap<string, number>
}

/**
 * Writes the content of a page as blocks of the page model.
 * @param ownIdsOnly A heading without an id gets that of the heading before it, or `''`, instead of one that is made.
 */
export function writeBlocks(
  contents: readonly HtmlElement[],
  byId: ReadonlyMap<string, HtmlElement>,
  ownIdsOnly: boolean,
): WrittenBlocks {
  const dropped = new Map<string, number>()
  const madeIds: string[] = []
  const slugger = createSlugger()
  const used = new Set<string>()
  let lastId = ''
  const context: Context = {
    headingLevel: 1,
    objectDepth: 0,
    openId: null,
    codeTitle: null,
    tabs: null,
    footnotes: new Map(),
    byId,
    drop: (kind) => void dropped.set(kind, (dropped.get(kind) ?? 0) + 1),
    headingId(id, text) {
      if (id !== null && !used.has(id)) {
        used.add(id)
        lastId = id
        return id
      }
      if (ownIdsOnly) return lastId
      let made = slugger.next(text)
      while (used.has(made) || byId.has(made)) made = slugger.next(text)
      used.add(made)
      madeIds.push(made)
      return made
    },
    blocks: (nodes) => blocksOf(context, nodes),
    inline: (nodes) => inlineOf(context, nodes),
  }
  const blocks = contents.flatMap((content) => {
    context.openId = content.id
    return blocksOf(context, content.name === 'pre' || holdsFootnotes(content) ? [content] : content.children)
  })
  return { blocks: normalize(blocks), madeIds, dropped }
}

/** Removes tabs without panels, rules at the ends of a page, and one of two that follow each other. */
function normalize(blocks: readonly Block[]): Block[] {
  const kept = blocks.filter((block) => block.kind !== 'group' || block.blocks.length > 0)
  const parted = kept.filter(
    (block, at) => block.kind !== 'rule' || (at > 0 && at < kept.length - 1 && kept[at - 1]?.kind !== 'rule'),
  )
  return parted.at(-1)?.kind === 'rule' ? parted.slice(0, -1) : parted
}
