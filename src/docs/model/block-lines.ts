import type { Block } from './page-model.ts'

/** Writes blocks as JSON, one a line, so that a reader may stop after the first ones. */
export function writeBlockLines(blocks: readonly Block[]): string {
  return blocks.map((block) => JSON.stringify(block)).join('\n')
}

/** Reads blocks as `writeBlockLines` writes them: all, or those that begin within the first `limitUnits` of the text. */
export function readBlockLines(lines: string, limitUnits = Number.POSITIVE_INFINITY): Block[] {
  const end = lines.length <= limitUnits ? -1 : lines.indexOf('\n', limitUnits)
  const read = end < 0 ? lines : lines.slice(0, end)
  return JSON.parse(`[${read.replaceAll('\n', ',')}]`) as Block[]
}
