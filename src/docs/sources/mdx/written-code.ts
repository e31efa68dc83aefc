import { braceEnd } from '../../readers/markdown/braces.ts'
import { stringLiteral } from '../../readers/markdown/tag.ts'

const CLOSING = /\s*<\/CodeBlock>[ \t]*(?=\n|$)/y
/** Longest expression that is looked at. */
const LIMIT_CHARS = 100_000
const SPACE = /\s*/y

/** Code that stands in a component as a template without values. */
interface WrittenCode {
  readonly text: string
  /** Offset behind the component. */
  readonly end: number
}

/** The code of ``<CodeBlock>{`a()`}</CodeBlock>``, whose tag ends at `start`; null: it holds something else. */
export function writtenCode(source: string, start: number): WrittenCode | null {
  SPACE.lastIndex = start
  SPACE.exec(source)
  const open = SPACE.lastIndex
  const close = source[open] === '{' ? braceEnd(source, open, Math.min(source.length, open + LIMIT_CHARS)) : -1
  const text = close < 0 ? null : stringLiteral(source.slice(open, close))
  CLOSING.lastIndex = Math.max(close, 0)
  return text === null || !CLOSING.test(source) ? null : { text: text.replace(/^\n/, ''), end: CLOSING.lastIndex }
}
