import { braceEnd } from './braces.ts'

export interface Tag {
  /** `''` for a fragment (`<>`). */
  readonly name: string
  readonly kind: 'open' | 'close' | 'void'
  /** Offset behind the `>`. */
  readonly end: number
  /** The texts that a reader sees though they stand in attributes, in order. */
  readonly texts: readonly string[]
  /** Whether an attribute has a value; a placeholder such as `<your name>` never has one. */
  readonly hasValue: boolean
}

const NAME = /[A-Za-z][\w.:-]*/y
const ATTRIBUTE_NAME = /[A-Za-z_:@#*][^\s"'<>/={}]*/y
const UNQUOTED = /[^\s"'=<>`]+/y
const SPACE = /\s*/y
const READ_BY_PEOPLE = new Set(['title', 'label', 'alt'])

/** Elements that never have content and so need no closing tag. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

/** Elements inside a line of text: without them the words on both sides are still one. */
const INSIDE_WORDS = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q rp rt ruby s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
)

/** Whether a tag of this name ends the word before it, as `<br>` and every component do. */
export function separatesWords(name: string): boolean {
  return name !== '' && !INSIDE_WORDS.has(name.toLowerCase())
}

/**
 * The tag at `start` (a `<`), or null when what stands there is none. With `jsx`, attribute values may be
 * `{expressions}` and a tag may be a fragment. Looks at no character twice beyond the next `<`, so a line of a million
 * `<a ` costs linear time.
 */
export function parseTag(source: string, start: number, jsx: boolean): Tag | null {
  let at = start + 1
  const closing = source[at] === '/'
  if (closing) at += 1
  const name = match(NAME, source, at)
  if (name === '') {
    if (!jsx || source[at] !== '>') return null
    return { name, kind: closing ? 'close' : 'open', end: at + 1, texts: [], hasValue: false }
  }
  at += name.length
  const texts: string[] = []
  let hasValue = false
  for (;;) {
    const space = match(SPACE, source, at)
    at += space.length
    const c = source[at]
    if (c === '>') return { name, kind: closing ? 'close' : 'open', end: at + 1, texts, hasValue }
    if (c === '/' && source[at + 1] === '>') return { name, kind: 'void', end: at + 2, texts, hasValue }
    if (space === '' || closing) return null
    if (jsx && c === '{') {
      at = braceEnd(source, at, source.length)
      if (at < 0) return null
      continue
    }
    const attribute = match(ATTRIBUTE_NAME, source, at)
    if (attribute === '') return null
    at += attribute.length
    const beforeEquals = match(SPACE, source, at).length
    if (source[at + beforeEquals] !== '=') continue
    at += beforeEquals + 1
    at += match(SPACE, source, at).length
    const end = valueEnd(source, at, jsx)
    if (end < 0) return null
    if (READ_BY_PEOPLE.has(attribute)) {
      const text = stringLiteral(source.slice(at, end))
      if (text) texts.push(text)
    }
    hasValue = true
    at = end
  }
}

function valueEnd(source: string, at: number, jsx: boolean): number {
  const c = source[at]
  if (c === '"' || c === "'") return source.indexOf(c, at + 1) + 1 || -1
  if (c === '{') return jsx ? braceEnd(source, at, source.length) : -1
  const length = match(UNQUOTED, source, at).length
  return length > 0 ? at + length : -1
}

/** The text of `"…"`, `'…'`, `{'…'}` or a template without values; null for any other expression. */
export function stringLiteral(value: string): string | null {
  const inner = value.startsWith('{') ? value.slice(1, -1).trim() : value
  const quote = inner[0]
  if (inner.length < 2 || quote === undefined || !`"'\``.includes(quote) || !inner.endsWith(quote)) return null
  const text = inner.slice(1, -1)
  if (quote === '`' && text.includes('${')) return null
  if (!value.startsWith('{')) return text
  return text.includes(quote) ? null : text.replace(/\\(.)/gs, '$1')
}

function match(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0] ?? ''
}
