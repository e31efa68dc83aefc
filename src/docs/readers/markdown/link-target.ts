import { decodeEntities } from './entities.ts'

/** Where a link leads, as it stands behind the text of the link or in a definition. */
export interface Target {
  readonly target: string
  readonly title: string | null
}

/** Definitions of links by their label, as `foldLabel` gives it. */
export type References = ReadonlyMap<string, Target>

/** Parentheses that may nest in a link's address; CommonMark leaves the number to the implementation. */
const NESTING_LIMIT = 32
const SPACE = /\s*/y
const LABEL = /^\[((?:[^\\[\]]|\\.){1,999})\]:[ \t]*\n?[ \t]*/s
const REST_OF_LINE = /[ \t]*(?:\n|$)/y

export function foldLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()
}

/** Parses `(address "title")` whose inside starts at `start`, or null if it is not one. */
export function inlineTarget(source: string, start: number): (Target & { end: number }) | null {
  const address = addressAt(source, start + spaceLength(source, start))
  if (address === null) return null
  let at = address.end
  const space = spaceLength(source, at)
  at += space
  let title: string | null = null
  const quoted = space > 0 ? titleAt(source, at) : null
  if (quoted === undefined) return null
  if (quoted !== null) {
    title = quoted.title
    at = quoted.end
    at += spaceLength(source, at)
  }
  return source[at] === ')' ? { target: address.target, title, end: at + 1 } : null
}

/** Parses the definition of a link at the beginning of a paragraph, or null. */
export function definitionAt(paragraph: string): (Target & { label: string; end: number }) | null {
  const opening = LABEL.exec(paragraph)
  if (!opening?.[1] || opening[1].trim() === '') return null
  const address = addressAt(paragraph, opening[0].length)
  if (address === null || (address.target === '' && paragraph[opening[0].length] !== '<')) return null
  const label = foldLabel(opening[1])
  const space = spaceLength(paragraph, address.end)
  const quoted = space > 0 ? titleAt(paragraph, address.end + space) : null
  if (quoted) {
    REST_OF_LINE.lastIndex = quoted.end
    if (REST_OF_LINE.test(paragraph)) {
      return { label, target: address.target, title: quoted.title, end: REST_OF_LINE.lastIndex }
    }
  }
  REST_OF_LINE.lastIndex = address.end
  if (!REST_OF_LINE.test(paragraph)) return null
  return { label, target: address.target, title: null, end: REST_OF_LINE.lastIndex }
}

function addressAt(source: string, start: number): { target: string; end: number } | null {
  let at = start
  if (source[at] === '<') {
    at += 1
    while (at < source.length && !'<>\n'.includes(source[at] as string)) at += source[at] === '\\' ? 2 : 1
    return source[at] === '>' ? { target: unescaped(source.slice(start + 1, at)), end: at + 1 } : null
  }
  let depth = 0
  for (; at < source.length; at++) {
    const c = source.charCodeAt(at)
    if (c <= 0x20) break
    if (c === 0x5c) at += 1
    else if (c === 0x28 && ++depth > NESTING_LIMIT) return null
    else if (c === 0x29 && --depth < 0) break
  }
  return { target: unescaped(source.slice(start, at)), end: at }
}

/** Null: no title starts here. Undefined: one starts and does not end. */
function titleAt(source: string, start: number): { title: string; end: number } | null | undefined {
  const quote = source[start]
  if (quote !== '"' && quote !== "'" && quote !== '(') return null
  const closing = quote === '(' ? ')' : quote
  let at = start + 1
  while (at < source.length && source[at] !== closing && !(quote === '(' && source[at] === '(')) {
    at += source[at] === '\\' ? 2 : 1
  }
  if (source[at] !== closing) return undefined
  return { title: unescaped(source.slice(start + 1, at)), end: at + 1 }
}

/** Resolves escapes and character references, as in addresses and titles. */
export function unescaped(text: string): string {
  const plain = text.includes('\\') ? text.replace(/\\([!-/:-@[-`{-~])/g, '$1') : text
  return plain.includes('&') ? decodeEntities(plain) : plain
}

function spaceLength(source: string, at: number): number {
  SPACE.lastIndex = at
  return SPACE.exec(source)?.[0].length ?? 0
}

const ENDS = new Set('?!.,:*_~\'"。，、；）')

/** Drops the signs that end the sentence in which a bare address stands. */
export function withoutEnd(address: string): string {
  let unopened = address.split(')').length - address.split('(').length
  let end = address.length
  for (; end > 0; end--) {
    const sign = address[end - 1] as string
    if (sign === ')' && unopened > 0) unopened -= 1
    else if (!ENDS.has(sign)) break
  }
  return address.slice(0, end)
}
