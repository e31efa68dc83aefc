import type { StateBlock, MarkdownIt } from 'markdown-it'
import { contextOf } from './context.ts'
import { MARK, type Mark } from './prepare.ts'

const MARK_CODE = MARK.charCodeAt(0)

/** Adds the rule that reads the marks of `prepareMarkdown`, where components open and close. */
export function addComponentRule(md: MarkdownIt): void {
  md.block.ruler.before('table', 'component', readComponent, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
}

function readComponent(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = lineStart(state, startLine)
  if (state.src.charCodeAt(start) !== MARK_CODE) return false
  if (silent) return true
  const { marks } = contextOf(state.env).prepared
  const mark = marks[Number(state.src.slice(start + 1, state.eMarks[startLine]))]
  state.line = startLine + 1
  if (mark === undefined || !closesWithin(state, mark, startLine, endLine)) return true
  state.push('component_open', '', 1).meta = { use: mark.use }
  tokenizeWithin(state, startLine + 1, mark.closeLine)
  state.push('component_close', '', -1).meta = { use: mark.use }
  state.line = mark.closeLine + 1
  return true
}

/** Tells whether a component ends in the list item or quotation in which it starts. Otherwise its marks are dropped. */
function closesWithin(state: StateBlock, mark: Mark, startLine: number, endLine: number): boolean {
  if (mark.closeLine < 0 || mark.closeLine >= endLine) return false
  if (state.blkIndent === 0) return true
  for (let line = startLine; line <= mark.closeLine; line++) {
    if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) return false
  }
  return true
}

function tokenizeWithin(state: StateBlock, startLine: number, endLine: number): void {
  const { lineMax, parentType } = state
  state.lineMax = endLine
  state.parentType = 'component'
  state.md.block.tokenize(state, startLine, endLine)
  state.lineMax = lineMax
  state.parentType = parentType
}

function lineStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
}
