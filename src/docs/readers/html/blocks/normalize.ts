import type { Block } from '../../../model/page-model.ts'

/** Removes tabs without panels, rules at the ends of a page, and one of two that follow each other. */
export function normalize(blocks: readonly Block[]): Block[] {
  const kept = blocks.filter((block) => block.kind !== 'group' || block.blocks.length > 0)
  const parted = kept.filter(
    (block, at) => block.kind !== 'rule' || (at > 0 && at < kept.length - 1 && kept[at - 1]?.kind !== 'rule'),
  )
  return parted.at(-1)?.kind === 'rule' ? parted.slice(0, -1) : parted
}
