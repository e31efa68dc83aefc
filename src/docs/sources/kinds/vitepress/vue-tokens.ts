import { createCodeSpanFinder } from '../../../readers/markdown/code/code-span.ts'
import { createFormulaFinder, type Formulas } from '../../../readers/markdown/code/formulas.ts'
import { parseTag, type Tag } from '../../../readers/markdown/tag.ts'
import { VOID_ELEMENTS } from '../../../readers/markdown/tag-names.ts'
import { trackFences } from '../../expand-lines.ts'

/** What Vue reads of a page of Markdown. All else of the page is text to it. */
export type VueToken = TagToken | ExpressionToken

export interface TagToken {
  readonly kind: 'tag'
  readonly start: number
  readonly end: number
  readonly tag: Tag
  /** Position of the token that closes the element; its own: it has no content; null: nothing closes it. */
  close: number | null
}

/** `{{ expression }}`. */
interface ExpressionToken {
  readonly kind: 'expression'
  readonly start: number
  readonly end: number
  readonly expression: string
}

export interface VuePage {
  readonly tokens: readonly VueToken[]
  /** The program of the page, which Vue calls its setup. */
  readonly script: string
}

const EXPRESSION_LIMIT_CHARS = 2000
const TOKEN_LIMIT = 200_000
const RAW = /<(?:(script|style)\b[^>]{0,1000}>|!--)/iy
const VERBATIM = /^\s*(:{3,})\s*v-pre\b/
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/

/**
 * Finds the tags and expressions of a page outside of code, comments, programs, styles and containers named `v-pre`. Takes
 * linear time.
 */
export function vueTokens(text: string, formulas: Formulas = 'double dollars'): VuePage {
  const tokens: VueToken[] = []
  const scripts: string[] = []
  const fence = trackFences()
  /** Colons that end a container whose text Vue leaves alone, or null. */
  let verbatim: string | null = null
  let isCode = false
  /** Whether a formula has lines of its own. */
  let isFormula = false
  let afterBlank = true
  let inList = false
  /** Where the next expression ends; negative: no further one does. */
  let bracesEnd = 0
  /** Ends that do not stand in the rest of the page. */
  const endless = new Set<string>()

  /** Reads from an offset within a line to its end, and gives the end of the last line that it reads. */
  function readLine(from: number, end: number): number {
    let lineEnd = end
    let spans = createCodeSpanFinder(text.slice(from, lineEnd))
    let formulaAt = createFormulaFinder(text.slice(from, lineEnd), formulas, false)
    let base = from
    for (let at = from; at < lineEnd;) {
      const c = text[at]
      if (c === '`') {
        at = base + spans.at(at - base).end
        continue
      }
      // Braces of TeX are no expressions.
      if (c === '$' && formulas !== 'double dollars') {
        at = base + formulaAt(at - base).end
        continue
      }
      const next = c === '<' ? readTag(at) : c === '{' && text[at + 1] === '{' ? readExpression(at) : null
      at = next ?? at + 1
      if (at > lineEnd) {
        lineEnd = lineEndAt(text, at)
        base = at
        spans = createCodeSpanFinder(text.slice(base, lineEnd))
        formulaAt = createFormulaFinder(text.slice(base, lineEnd), formulas, false)
      }
    }
    return lineEnd
  }

  function readTag(start: number): number | null {
    RAW.lastIndex = start
    const [opening, name] = RAW.exec(text) ?? []
    if (opening !== undefined) {
      const close = name === undefined ? '-->' : `</${name}`
      const end = endless.has(close) ? -1 : text.indexOf(close, start + opening.length)
      if (end < 0) {
        endless.add(close)
        return start + opening.length
      }
      if (name?.toLowerCase() === 'script') scripts.push(text.slice(start + opening.length, end))
      return end + close.length
    }
    const tag = parseTag(text, start, null)
    if (tag === null || tokens.length >= TOKEN_LIMIT) return null
    tokens.push({ kind: 'tag', start, end: tag.end, tag, close: null })
    return tag.end
  }

  function readExpression(start: number): number | null {
    if (bracesEnd >= 0 && bracesEnd < start + 2) bracesEnd = text.indexOf('}}', start + 2)
    const end = bracesEnd
    if (end < 0 || end - start > EXPRESSION_LIMIT_CHARS || tokens.length >= TOKEN_LIMIT) return null
    const expression = text.slice(start + 2, end)
    if (/\n[ \t]*\n/.test(expression)) return null
    tokens.push({ kind: 'expression', start, end: end + 2, expression: expression.trim() })
    return end + 2
  }

  for (let at = 0; at < text.length;) {
    const end = lineEndAt(text, at)
    const line = text.slice(at, end)
    const isBlank = line.trim() === ''
    isCode = /^(?: {4}|\t)/.test(line) && (isCode || (afterBlank && !inList))
    if (!isBlank && !/^\s/.test(line)) inList = false
    if (ITEM.test(line)) inList = true
    const colons: string | undefined = VERBATIM.exec(line)?.[1]
    let read = end
    const isMark = formulas !== 'double dollars' && line.trim() === '$$'
    if (verbatim !== null) verbatim = line.trim() === verbatim ? null : verbatim
    else if (fence.isCode(line) || isCode) read = end
    else if (isMark || isFormula) isFormula = isMark !== isFormula
    else if (colons !== undefined) verbatim = colons
    else if (!isBlank) read = readLine(at, end)
    afterBlank = isBlank
    at = read + 1
  }
  pair(tokens)
  return { tokens, script: scripts.join('\n') }
}

/** Finds the end of each element. A tag that closes none, and an element that nothing closes, stay alone. */
function pair(tokens: readonly VueToken[]): void {
  const open = new Map<string, number[]>()
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'tag') continue
    const { kind, name } = token.tag
    if (kind === 'void' || VOID_ELEMENTS.has(name.toLowerCase())) token.close = at
    else {
      let starts = open.get(name)
      if (starts === undefined) open.set(name, (starts = []))
      const start = kind === 'open' ? void starts.push(at) : starts.pop()
      if (start !== undefined) (tokens[start] as TagToken).close = at
    }
  }
}

function lineEndAt(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}
