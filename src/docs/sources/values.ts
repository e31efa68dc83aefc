import { decodeHTML } from 'entities/decode'

/** Values of configurations that people wrote, as far as they have the wanted type. */

export function record(value: unknown): Readonly<Record<string, unknown>> {
  if (value instanceof Map) return Object.fromEntries(value as Map<string, unknown>)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** A member of a record by its name, or undefined. */
export function memberOf(values: unknown, name: string): unknown {
  const members = record(values)
  return Object.hasOwn(members, name) ? members[name] : undefined
}

/** The same fields with names in lower case. Hugo takes names in any case. */
export function lowered(fields: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
  return new Map([...fields].map(([name, value]) => [name.toLowerCase(), value]))
}

/** Whether a value is written as one word or line: a text, a number or a truth. */
export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

export function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** The text of a fragment of HTML on one line, without its tags. */
export function withoutTags(html: string): string {
  return html
    .replace(/<\/?(?:a|abbr|b|code|em|i|small|span|strong)\b[^<>]*>/gi, '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** What parts of HTML show on one line, and whether they have links, which a text loses; null: they show nothing. */
export function shownText(parts: readonly unknown[]): { readonly text: string | null; readonly hasLinks: boolean } {
  const written = parts.flatMap((each) => text(each) ?? []).join(' ')
  const plain = decodeHTML(withoutTags(written))
  return { text: plain === '' ? null : plain, hasLinks: /<a\b/i.test(written) }
}

/** A list of texts, or the only text of one. */
export function texts(value: unknown): string[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).filter((each) => typeof each === 'string')
}

export function number(value: unknown): number | null {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : null
}

const YES = /^(?:true|yes|on|y|t|1)$/i
const NO = /^(?:false|no|off|n|f|0)$/i

/**
 * A truth value in any way in which YAML 1.1 and 1.2, TOML, JSON and the generators write one: `True`, `yes`, `ON`, `1`. Front
 * matter has it as a text. Null if the value is anything else.
 */
function truth(value: unknown): boolean | null {
  const written = isScalar(value) ? String(value).trim() : ''
  return YES.test(written) ? true : NO.test(written) ? false : null
}

export function isTrue(value: unknown): boolean {
  return truth(value) === true
}

export function isFalse(value: unknown): boolean {
  return truth(value) === false
}

/**
 * Whether a mark that holds a page back is set. Generators read `draft: 2` and `draft: maybe` in different ways, so only what
 * is written as false lifts the mark. A page that is held back is reported, and one that was published cannot be taken back.
 */
export function isMarked(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !isFalse(value)
}
