import type { Block, Inline } from './model/page-model.ts'
import { plainText } from './model/plain-text.ts'
import { readInline } from './readers/markdown/inline.ts'

/** Blocks at the beginning of a page that may say what its description says. */
const LOOKED_AT = 3

/** What a description of front matter says as a line of Markdown, which many themes make of it. */
function descriptionInline(description: string): Inline[] {
  return readInline(description, { mdx: false, references: new Map(), footnotes: new Map(), unknown: new Set() })
}

/** A description as plain text, without marks and entities, or null. */
export function plainDescription(description: string | null): string | null {
  return description === null ? null : plainText(descriptionInline(description)) || null
}

/** Puts the description of a page below its title, where its theme shows it, unless the page begins with it. */
export function addLead(blocks: Block[], description: string | null): void {
  const content = description === null ? [] : descriptionInline(description)
  const text = plainText(content)
  if (text === '') return
  const isSaid = blocks
    .slice(0, LOOKED_AT)
    .some((block) => block.kind === 'paragraph' && plainText(block.content) === text)
  if (isSaid) return
  const [first] = blocks
  blocks.splice(first?.kind === 'heading' && first.level === 1 ? 1 : 0, 0, { kind: 'paragraph', content })
}
