import { inlineText } from './inline.ts'
import type { References } from './inline.ts'
import { stripMdx } from './strip-mdx.ts'

interface HeadingText {
  readonly text: string
  /** The id that the author wrote as `{#id}` at the end; null when there is none. */
  readonly id: string | null
}

const EXPLICIT_ID = /\\?\{#([^\s{}#]{1,200})\\?\}$/
const NO_REFERENCES: References = new Set()

/**
 * The plain text and the explicit id of a heading from its Markdown: what stands between the `#` marks and the end of
 * the line. The renderer of pages uses it too, so that ids agree with the anchors in the index.
 */
export function parseHeading(raw: string, options: { mdx: boolean; references?: References }): HeadingText {
  const markdown = options.mdx ? (stripMdx(raw).markdown ?? raw) : raw
  return headingText(markdown, options.references ?? NO_REFERENCES)
}

/** The same, where MDX is stripped already. */
export function headingText(markdown: string, references: References): HeadingText {
  const trimmed = markdown.trimEnd()
  const explicit = EXPLICIT_ID.exec(trimmed)
  const text = explicit ? trimmed.slice(0, explicit.index).trimEnd() : trimmed
  return { text: inlineText(text, references).trim(), id: explicit?.[1] ?? null }
}
