import type { MdxFile } from '../constructs.ts'
import { literalOf } from '../literals.ts'
import { isImage, isPlayer } from '../inline-tags.ts'
import { SPREAD_NAME, type Tag } from '../tag.ts'

/** Attributes that lead to a file. */
const TARGETS = ['href', 'src', 'to', 'img']
/** An element with a text alone. */
const CLOSED_AT_ONCE = /([^<>{}]{0,500})<\/([\w.]+)>/y

/** Attributes that are shown as text, and those that lead to what is shown. */
const SHOWN = /^(?:title|label|description|summary|caption|alt|src|src[sS]et|src[dD]oc|sources|poster|href|to)$/
const OF_OBJECT = 'data'

/**
 * A tag with the values of its expressions, as far as they can be told, and with targets from where the page stands.
 * @param unread takes expressions that would show something which only a program tells
 */
export function resolvedTag(tag: Tag, file: MdxFile | null, unread?: (expression: string) => void): Tag {
  const written = file === null ? [] : TARGETS.filter((key) => tag.attributes.get(key))
  if (file === null || (written.length === 0 && tag.expressions.size === 0)) return tag
  const attributes = new Map(tag.attributes)
  const expressions = new Map(tag.expressions)
  for (const key of written) attributes.set(key, file.target(attributes.get(key) ?? ''))
  for (const [key, expression] of tag.expressions) {
    const told = file.valueOf(expression)
    if (key === SPREAD_NAME) {
      if (told !== undefined) {
        expressions.delete(key)
        for (const [name, value] of textsIn(told)) attributes.set(name, value)
      } else if (showsMedia(tag.name)) unread?.(`...${expression}`)
      continue
    }
    const value = told === undefined ? textOf(expression) : told
    if (typeof value === 'object' && value !== null) expressions.set(key, JSON.stringify(value))
    else if (value === undefined && (SHOWN.test(key) || (key === OF_OBJECT && showsMedia(tag.name))))
      unread?.(expression)
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      attributes.set(key, String(value))
  }
  return { ...tag, attributes, expressions }
}

const showsMedia = (name: string): boolean => isImage(name) || isPlayer(name)

/** The members of a value that are texts. */
function textsIn(value: unknown): [name: string, value: string][] {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return members.filter((member): member is [string, string] => typeof member[1] === 'string')
}

/** The text of markup in an attribute: `title={<>Big <b>words</b></>}`. */
function textOf(expression: string): string | undefined {
  const text = expression.trimStart().startsWith('<') ? literalOf(expression) : null
  return typeof text === 'string' ? text : undefined
}

/** Whether an expression is a comment, or nothing. */
export function isEmptyExpression(expression: string): boolean {
  const text = expression.trim()
  return (
    text === '' || /^\/\/[^\n]*$/.test(text) || (text.startsWith('/*') && text.indexOf('*/', 2) === text.length - 2)
  )
}

/** An element that is whole where its tag stands, with a text alone as its children, as React has it; null: it has more. */
export function wholeElement(source: string, tag: Tag): Tag | null {
  if (tag.kind === 'void') return tag
  CLOSED_AT_ONCE.lastIndex = tag.end
  const [, text = '', name] = (tag.kind === 'open' && CLOSED_AT_ONCE.exec(source)) || []
  if (name !== tag.name) return null
  const children = text.trim()
  const attributes = children === '' ? tag.attributes : new Map([...tag.attributes, ['children', children]])
  return { ...tag, end: CLOSED_AT_ONCE.lastIndex, attributes }
}
