import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it'
import { endOfBraces, textOfExpression } from './braces.ts'
import { contextOf } from './context.ts'
import { INLINE_ELEMENTS, isVoidElement } from './tag-names.ts'
import { parseTag } from './tag.ts'

const OPEN_BRACE = 0x7b
const LESS_THAN = 0x3c

/** Adds the rules for tags, comments and MDX expressions within text. */
export function addInlineRules(md: MarkdownIt): void {
  md.inline.ruler.after('autolink', 'tag', readTag)
  md.inline.ruler.after('tag', 'expression', readExpression)
  md.core.ruler.after('inline', 'pair_elements', pairElements)
}

function readTag(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== LESS_THAN) return false
  if (src.startsWith('<!--', pos)) return skipPast(state, '-->', 4)
  const { prepared } = contextOf(state.env)
  const tag = parseTag(src, pos, prepared.budget)
  if (tag === null || !prepared.isMarkup(tag)) return false
  const name = tag.name.toLowerCase()
  if (!silent && INLINE_ELEMENTS.has(name)) {
    const token = state.push('element', name, 0)
    token.markup = isVoidElement(name) ? 'void' : tag.kind
  }
  state.pos = tag.end
  return true
}

function readExpression(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== OPEN_BRACE) return false
  if (src.startsWith('{/*', pos)) return skipPast(state, '*/}', 3)
  const { isMdx, prepared } = contextOf(state.env)
  const end = isMdx ? endOfBraces(src, pos, prepared.budget) : -1
  if (end < 0 || end > state.posMax) return false
  if (!silent) state.push('text', '', 0).content = textOfExpression(src.slice(pos, end))
  state.pos = end
  return true
}

/** Skips a comment. A comment without an end is text, and its search is charged to the budget. */
function skipPast(state: StateInline, end: string, openLength: number): boolean {
  const { budget } = contextOf(state.env).prepared
  if (budget.leftChars <= 0) return false
  const at = state.src.indexOf(end, state.pos + openLength)
  if (at < 0 || at + end.length > state.posMax) {
    budget.leftChars -= state.src.length - state.pos
    return false
  }
  state.pos = at + end.length
  return true
}

/** Drops unpaired elements, so that the page stays well-formed. */
function pairElements(state: StateCore): void {
  for (const { type, children } of state.tokens) {
    if (type === 'inline' && children?.some((child) => child.type === 'element')) pairWithin(children)
  }
}

function pairWithin(tokens: readonly Token[]): void {
  const open: Token[] = []
  for (const token of tokens) {
    if (token.type !== 'element' || token.markup === 'void') continue
    token.hidden = true
    if (token.markup === 'open') open.push(token)
    else if (open.at(-1)?.tag === token.tag) {
      token.hidden = false
      Object.assign(open.pop() ?? token, { hidden: false })
    }
  }
}
