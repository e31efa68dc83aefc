import type { Block } from '../../../docs/model/page-model.ts'
import { forEachBlock } from '../../../docs/model/sections.ts'

/** The ids that the text of a page gives its elements. Each is written once, and none that the frame of the page has. */
export interface PageIds {
  /** Whether an anchor may have this id: no heading has it, and no anchor before. */
  mayMark(id: string): boolean
  /** Whether a heading may have this id: no heading before has it. */
  mayHead(id: string): boolean
}

/** Ids of the frame, and of footnotes, begin so. */
const OWN = 'ui:'

export function createPageIds(blocks: readonly Block[]): PageIds {
  const ofHeadings = new Set<string>()
  forEachBlock(blocks, (block) => {
    if (block.kind === 'heading') ofHeadings.add(block.id)
  })
  const written = new Set<string>()

  function isNew(id: string): boolean {
    if (id === '' || id.startsWith(OWN) || written.has(id)) return false
    written.add(id)
    return true
  }
  return { mayMark: (id) => !ofHeadings.has(id) && isNew(id), mayHead: isNew }
}
