import { createCodeSpanFinder } from '../../readers/markdown/code/code-span.ts'
import { trackFences } from '../expand-lines.ts'
import type { Range } from './module-ranges.ts'

/** Gives the value of `name` or `name.member`; undefined: it is not known. */
export type Lookup = (name: string) => unknown

const EXPRESSION = /\{\s*([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*){0,8})\s*\}/y
const NAMES = /\{\s*([A-Za-z_$][\w$]*)(?:\.[A-Za-z_$][\w$]*){0,8}\s*\}/g
const MARKDOWN = /[\\`*_{}[\]<>#|~$&]/g

/** First names of the expressions in a text that are a mere name: `{version}`, `{info.version}`. */
export function expressionNames(text: string): string[] {
  return Array.from(text.matchAll(NAMES), (match) => match[1] as string)
}

/**
 * Puts values in the place of their names (`{version}`) in text and attributes, outside of code and module code.
 * @param room Characters that the values may have together, of which they are taken
 */
export function substitute(text: string, ranges: readonly Range[], lookup: Lookup, room: { left: number }): string {
  const fence = trackFences()
  let range = 0
  let at = 0
  return text
    .split('\n')
    .map((line) => {
      const start = at
      at += line.length + 1
      while (range < ranges.length && (ranges[range] as Range).end <= start) range += 1
      const current = ranges[range]
      if (current !== undefined && current.start <= start) return line
      // What a block of code shows is put in as code.
      const isCode = fence.isCode(line) || line.includes('</CodeBlock>')
      return isCode || !line.includes('{') ? line : substituteLine(line, lookup, room)
    })
    .join('\n')
}

function substituteLine(line: string, lookup: Lookup, room: { left: number }): string {
  const spans = createCodeSpanFinder(line)
  let written = ''
  let from = 0
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '\\') at += 1
    else if (line[at] === '`') at = spans.at(at).end - 1
    else if (line[at] === '{') {
      EXPRESSION.lastIndex = at
      const match = EXPRESSION.exec(line)
      const value = match === null || room.left <= 0 ? undefined : lookup(match[1] as string)
      // Each use looks at the whole list.
      if (Array.isArray(value)) room.left -= value.length
      const text = replacement(value, line[at - 1] === '=')
      if (match === null || text === null) continue
      room.left -= text.length
      written += line.slice(from, at) + text
      from = at + match[0].length
      at = from - 1
    }
  }
  return written + line.slice(from)
}

/** A value as text of a page, or as that of an attribute, or null. */
function replacement(value: unknown, inAttribute: boolean): string | null {
  if (inAttribute) {
    if (typeof value === 'string') return `{\`${value.replace(/[\\`]|\$(?=\{)/g, '\\$&')}\`}`
    if (typeof value === 'number' || typeof value === 'boolean') return `{${String(value)}}`
    return Array.isArray(value) && value.every((each) => typeof each === 'string') ? `{${JSON.stringify(value)}}` : null
  }
  return typeof value === 'string' || typeof value === 'number' ? asMarkdown(String(value)) : null
}

/** A text on one line, in which no sign has a meaning. */
export function asMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(MARKDOWN, '\\$&')
}
