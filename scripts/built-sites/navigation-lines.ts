import type { Block } from '../../src/docs/model/page-model.ts'
import { plainText } from '../../src/docs/model/plain-text.ts'
import { forEachBlock } from '../../src/docs/model/sections.ts'
import type { BuiltPage } from '../../src/docs/readers/html/read-page.ts'

/** Lines that only navigation says. */
const NAVIGATION =
  /^(?:next|previous|prev|up|home|skip to (?:main )?content|edit this page|on this page|table of contents|copy|search|menu|last updated.{0,40}|was this (?:page )?helpful\??|next topic|previous topic|quick search|show source|this page|back to top|navigation|contents|view page source|(?:prev|up|home|next|\||\s){6,})$/i
/** A mark of a link to a heading, at its end. */
const PERMALINK = /[¶🔗]$/u
/** Numbers of lines that were read as code. */
const LINE_NUMBERS = /^\s*1\n\s*2\n\s*3\n/

/** Headings and paragraphs that say what belongs to the frame of a page, and code that begins with numbers of lines. */
export function navigationLines({ blocks, file, madeIds }: BuiltPage): string[] {
  const found: string[] = []
  const made = new Set(madeIds)
  // Cells hold names of keys, menus and parameters, which are such words too.
  const inTables = new Set<Block>()
  forEachBlock(blocks, (block) => {
    if (block.kind === 'table') forEachBlock([block], (inner) => void inTables.add(inner))
  })
  forEachBlock(blocks, (block) => {
    if (block.kind === 'code' && LINE_NUMBERS.test(block.text)) found.push(`${file}: numbers of lines`)
    if (inTables.has(block)) return
    if (block.kind !== 'paragraph' && block.kind !== 'heading') return
    const text = plainText(block.content).trim()
    // A heading that links lead to is one that somebody wrote, such as that of a method `copy`.
    if (block.kind === 'heading' && !made.has(block.id) && !PERMALINK.test(text)) return
    if (NAVIGATION.test(text) || PERMALINK.test(text)) found.push(`${file}: ${block.kind} ${text.slice(-80)}`)
  })
  return found
}
