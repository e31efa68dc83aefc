/** HTML that may be put into a page unchanged. Only the `markup` tag and `trusted` create it, so text is always escaped. */
export interface Markup {
  readonly [HTML]: string
}

type Value = Markup | string | number | null | false | readonly Value[]

const HTML = Symbol('html')
const SPECIAL = /[&<>"']/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for content and for quoted attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(SPECIAL, (character) => ENTITIES[character] ?? character)
}

/** Template tag that escapes every inserted string. Lists are joined; `null` and `false` insert nothing. */
export function markup(literals: TemplateStringsArray, ...values: Value[]): Markup {
  let html = literals[0] ?? ''
  values.forEach((value, index) => {
    html += write(value) + (literals[index + 1] ?? '')
  })
  return { [HTML]: html }
}

/** Declares HTML as safe whose text was escaped where it was made. */
export function trusted(html: string): Markup {
  return { [HTML]: html }
}

export function toHtml(value: Markup): string {
  return value[HTML]
}

function write(value: Value): string {
  if (value === null || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  if (isList(value)) return value.map(write).join('')
  return value[HTML]
}

function isList(value: Markup | readonly Value[]): value is readonly Value[] {
  return Array.isArray(value)
}
