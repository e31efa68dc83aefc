import type { Part } from '../constructs.ts'
import type { Tag } from '../tag.ts'

/** A file whose expressions and elements are read: a page of MDX, or a part of one. Nothing of it is run. */
export interface MdxFile {
  /** What an expression shows, as MDX that has literals alone; null: only a program tells it. */
  readonly shown: (expression: string) => string | null
  /** The value of an expression, if it is made of texts, numbers and the like; undefined: only a program tells it. */
  readonly valueOf: (expression: string) => unknown
  /** The part that stands in the place of an element; null: the element stands for itself. */
  readonly partOf: (tag: Tag, line: () => number) => Part | null
  /** The target of a link of this file, from where the page stands. */
  readonly target: (written: string) => string
}

/** Attributes that lead to a file. */
const TARGETS = ['href', 'src', 'to', 'img']
const CLOSED_AT_ONCE = /<\/([\w.]+)>/y

/** A tag with the values of its expressions, as far as they can be told, and with targets from where the page stands. */
export function resolvedTag(tag: Tag, file: MdxFile | null): Tag {
  const written = file === null ? [] : TARGETS.filter((key) => tag.attributes.get(key))
  if (file === null || (written.length === 0 && tag.expressions.size === 0)) return tag
  const attributes = new Map(tag.attributes)
  const expressions = new Map(tag.expressions)
  for (const key of written) attributes.set(key, file.target(attributes.get(key) ?? ''))
  for (const [key, expression] of tag.expressions) {
    const value = file.valueOf(expression)
    if (typeof value === 'object' && value !== null) expressions.set(key, JSON.stringify(value))
    else if (value !== undefined && value !== null) attributes.set(key, String(value))
  }
  return { ...tag, attributes, expressions }
}

/** Whether an expression is a comment, or nothing. */
export function isEmptyExpression(expression: string): boolean {
  return expression.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '').trim() === ''
}

/** Offset behind an element without content; null: it has some. */
export function emptyElementEnd(source: string, { end, kind, name }: Tag): number | null {
  if (kind === 'void') return end
  CLOSED_AT_ONCE.lastIndex = end
  return kind === 'open' && CLOSED_AT_ONCE.exec(source)?.[1] === name ? CLOSED_AT_ONCE.lastIndex : null
}
