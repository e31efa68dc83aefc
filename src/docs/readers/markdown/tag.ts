import type { BraceFinder } from './braces.ts'

/** A tag of HTML or JSX. */
export interface Tag {
  /** `''` for a fragment (`<>`). */
  readonly name: string
  readonly kind: 'open' | 'close' | 'void'
  /** Offset behind the `>`. */
  readonly end: number
  /** Values of attributes as texts. `''` stands for an attribute without value, and for an expression with names. */
  readonly attributes: ReadonlyMap<string, string>
  /** Expressions of attributes that are no mere text, without their braces; `...`: the values of several. */
  readonly expressions: ReadonlyMap<string, string>
  /** Whether an attribute has a value; a placeholder such as `<your name>` never has one. */
  readonly hasValue: boolean
}

const NAME = /[A-Za-z][\w.:-]*/y
const ATTRIBUTE_NAME = /[A-Za-z_:@#*][^\s"'<>/={}]*/y
const UNQUOTED = /[^\s"'=<>`]+/y
/** A value between two pairs of quotation marks, which authors write by mistake. */
const QUOTED_TWICE = /""(?=[^\s/])[^"<>=\n]{1,500}""/y
const SPACE = /\s*/y
const SPREAD = /^\{\s*\.\.\.([^]*)\}$/
/** Stands for the name of attributes whose names an expression gives: `{...props}`. */
export const SPREAD_NAME = '...'
const PLAIN_VALUE = /^\{\s*(true|false|\d{1,15})\s*\}$/

/** No attributes, or no expressions. */
export const NONE: ReadonlyMap<string, string> = new Map()

/**
 * Parses the tag at `start` (a `<`); null if no tag stands there. With `braces`, it is one of JSX: attribute values may
 * be `{expressions}` and a tag may be a fragment. It looks at no character twice beyond the next `<`, so a line of a
 * million `<a ` costs linear time.
 */
export function parseTag(source: string, start: number, braces: BraceFinder | null): Tag | null {
  let at = start + 1
  const closing = source[at] === '/'
  if (closing) at += 1
  const name = match(NAME, source, at)
  if (name === '') {
    if (braces === null || source[at] !== '>') return null
    return { name, kind: closing ? 'close' : 'open', end: at + 1, attributes: NONE, expressions: NONE, hasValue: false }
  }
  at += name.length
  const attributes = new Map<string, string>()
  let expressions: Map<string, string> | null = null
  let hasValue = false
  for (;;) {
    const space = match(SPACE, source, at)
    at += space.length
    const c = source[at]
    if (c === '>' || (c === '/' && source[at + 1] === '>')) {
      const kind = c === '/' ? 'void' : closing ? 'close' : 'open'
      return { name, kind, end: at + (c === '/' ? 2 : 1), attributes, expressions: expressions ?? NONE, hasValue }
    }
    // Browsers part attributes after a quotation mark too.
    if ((space === '' && !/["']/.test(source[at - 1] ?? '')) || closing) return null
    if (braces !== null && c === '{') {
      const spread = at
      at = braces(at)
      if (at < 0) return null
      const [, values] = SPREAD.exec(source.slice(spread, at)) ?? []
      if (values !== undefined) (expressions ??= new Map()).set(SPREAD_NAME, values)
      continue
    }
    const attribute = match(ATTRIBUTE_NAME, source, at)
    if (attribute === '') return null
    at += attribute.length
    attributes.set(attribute, '')
    const beforeEquals = match(SPACE, source, at).length
    if (source[at + beforeEquals] !== '=') continue
    at += beforeEquals + 1
    at += match(SPACE, source, at).length
    const end = valueEnd(source, at, braces)
    if (end < 0) return null
    const written = source.slice(at, end)
    const value = braces === null && match(QUOTED_TWICE, written, 0) !== '' ? written.slice(1, -1) : written
    const text = stringLiteral(value) ?? PLAIN_VALUE.exec(value)?.[1]
    attributes.set(attribute, text ?? '')
    if (text === undefined) (expressions ??= new Map()).set(attribute, value.slice(1, -1))
    hasValue = true
    at = end
  }
}

/** Offset behind the value of an attribute, which begins at `at`; negative if there is none. */
function valueEnd(source: string, at: number, braces: BraceFinder | null): number {
  const c = source[at]
  const twice = braces === null && c === '"' ? match(QUOTED_TWICE, source, at).length : 0
  if (twice > 0) return at + twice
  if (c === '"' || c === "'") return source.indexOf(c, at + 1) + 1 || -1
  if (c === '{') return braces?.(at) ?? -1
  const length = match(UNQUOTED, source, at).length
  return length > 0 ? at + length : -1
}

/** The text of `"…"`, `'…'`, `{'…'}`, a template without values or an unquoted value; null for any other expression. */
export function stringLiteral(value: string): string | null {
  const isExpression = value.startsWith('{')
  const inner = isExpression ? value.slice(1, -1).trim() : value
  const quote = inner[0]
  if (quote === undefined) return null
  if (!`"'\``.includes(quote)) return isExpression ? null : inner
  if (inner.length < 2 || !inner.endsWith(quote)) return null
  const text = inner.slice(1, -1)
  if (!isExpression) return text
  const bare = text.replace(/\\./gs, '')
  if (bare.includes(quote) || (quote === '`' && bare.includes('${'))) return null
  return text.replace(/\\(.)/gs, (_, c: string) => (c === 'n' ? '\n' : c === 't' ? '\t' : c))
}

function match(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0] ?? ''
}
