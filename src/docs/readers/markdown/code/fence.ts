import type { CodeView } from '../../../model/page-model.ts'
import { readCodeView } from './code-view.ts'
import { unescaped } from '../link-target.ts'

/** A line with a fence, behind marks of quotations and items. */
const FENCED_LINE = /[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})([^\n]*)/y

/** A block of code whose end is not read yet. */
export interface Fence {
  readonly marks: string
  /** Columns of the fence itself, which its lines may have too. */
  readonly indent: number
  readonly language: string | null
  readonly title: string | null
  /** All that stands behind its marks. */
  readonly info: string
  readonly view: CodeView | undefined
  /** Whether twoslash reads the code, which then has lines that are not shown. */
  readonly isTwoslash: boolean
  readonly lines: string[]
}

const FENCE = /^(`{3,}|~{3,})(.*)$/s
const LANGUAGE = /^\{?\.?([^\s{}[\],:]{1,64})/
/** All that stands behind a fence in braces, with a space or a dot before the language: `{ .python title="x" }`. */
const BRACED = /^\{(?=[ \t.])([^{}]*)\}$/
const TITLE = /(?:^|[\s{,])(?:title|filename|file|label)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{"([^"]*)"\})/
const TWOSLASH = /(?:^|\s)twoslash(?:\s|$)/
const BRACKETED = /(?:^|\s|\S(?=\[))\[([^[\]]{1,200})\]\s*(?:\{|$|\s)/

/** The fence that a line opens, or null. */
export function readFence(line: string, indent: number): Fence | null {
  const [, marks = '', written = ''] = FENCE.exec(line) ?? []
  if (marks === '' || (marks[0] === '`' && written.includes('`'))) return null
  const info = unescaped(written.trim()).replace(BRACED, (_, inner: string) => inner.trim().replace(/^\./, ''))
  const isAttribute = /^[^\s,]*=/.test(info)
  const language = isAttribute ? null : (LANGUAGE.exec(info)?.[1] ?? null)
  const titled = TITLE.exec(info)
  const title = titled?.[1] ?? titled?.[2] ?? titled?.[3] ?? BRACKETED.exec(info)?.[1] ?? null
  const view = readCodeView(withoutTitle(info, titled))
  return {
    marks,
    indent,
    language,
    title: title === '' ? null : title,
    info,
    view,
    isTwoslash: TWOSLASH.test(info),
    lines: [],
  }
}

function withoutTitle(info: string, titled: RegExpExecArray | null): string {
  return titled === null ? info : info.slice(0, titled.index) + ' ' + info.slice(titled.index + titled[0].length)
}

/** Offset of the end of the fenced block that begins on the line at an offset; null if none does. */
export function fencedEnd(source: string, lineStart: number): number | null {
  FENCED_LINE.lastIndex = lineStart
  const [fence, marks = '', info = ''] = FENCED_LINE.exec(source) ?? []
  if (fence === undefined || (marks.startsWith('`') && info.includes('`'))) return null
  return fenceEnd(source, lineStart + fence.length, marks)
}

/** Offset of the end of the fenced block whose opening line ends before `start`. */
function fenceEnd(source: string, start: number, marks: string): number {
  const mark = marks[0] as string
  let lineStart = source.indexOf('\n', start) + 1
  while (lineStart > 0) {
    const newline = source.indexOf('\n', lineStart)
    const end = newline < 0 ? source.length : newline
    const text = source
      .slice(lineStart, end)
      .replace(/^[ \t>]+/, '')
      .trimEnd()
    if (text.length >= marks.length && text === mark.repeat(text.length)) return end
    lineStart = newline + 1
  }
  return source.length
}
