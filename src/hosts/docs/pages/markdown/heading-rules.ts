import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { parseHeading } from '../../../../docs/markdown/heading.ts'
import { createSlugger } from '../../../../docs/slug.ts'
import { contextOf, type Heading } from './context.ts'

/**
 * Adds the rule that gives every heading its id, removes the one that repeats the page's title, and closes gaps between
 * levels.
 */
export function addHeadingRule(md: MarkdownIt): void {
  md.core.ruler.push('heading_ids', nameHeadings)
}

function nameHeadings(state: StateCore): void {
  const { headings, title, isMdx } = contextOf(state.env)
  const slugger = createSlugger()
  const references = new Set(Object.keys(state.env.references ?? {}).map((label) => label.toLowerCase()))
  let isFirst = true
  for (let index = 0; index < state.tokens.length; index++) {
    const open = state.tokens[index]
    const inline = state.tokens[index + 1]
    if (open?.type !== 'heading_open' || inline === undefined) continue
    // The search index takes its anchors from the same function, so that its links match.
    const parsed = parseHeading(inline.content, { mdx: isMdx, references })
    const id = slugger.next(parsed.text, parsed.id)
    if (parsed.id !== null) dropExplicitId(inline)
    const text = plainText(inline.children ?? []).trim()
    if (isFirst && open.tag === 'h1' && parsed.text === title) {
      state.tokens.splice(index, 3)
      index--
    } else {
      headings.push(placeHeading(open, state.tokens[index + 2], { id, text }, headings.at(-1)?.level ?? 1))
    }
    isFirst = false
  }
}

/**
 * Sets the level of a heading. The page's title is the only `h1`, and a level is at most one below the previous heading's.
 */
function placeHeading(
  open: Token,
  close: Token | undefined,
  named: Omit<Heading, 'level'>,
  levelBefore: number,
): Heading {
  const level = Math.min(Math.max(Number(open.tag.slice(1)), 2), levelBefore + 1)
  const heading = { level, ...named }
  open.meta = { heading }
  if (close) close.meta = { heading }
  return heading
}

function dropExplicitId(inline: Token): void {
  const last = inline.children?.findLast((child) => child.type === 'text' && child.content.trim() !== '')
  const at = last?.content.lastIndexOf('{#') ?? -1
  if (last && at >= 0) last.content = last.content.slice(0, at).trimEnd()
}

export function plainText(tokens: readonly Token[]): string {
  let text = ''
  for (const token of tokens) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' '
    else if (token.type === 'image') text += plainText(token.children ?? [])
    else text += token.content
  }
  return text
}
