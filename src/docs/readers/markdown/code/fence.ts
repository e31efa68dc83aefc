import type { CodeView } from '../../../model/page-model.ts'
import { readCodeView } from './code-view.ts'
import { unescaped } from '../link-target.ts'

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
