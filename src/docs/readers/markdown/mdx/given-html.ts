import { decodeHTML } from 'entities/decode'
import { literalOf } from '../literals.ts'
import type { Tag } from '../tag.ts'

const GIVEN = ['set:html', 'dangerouslySetInnerHTML']
const PREFORMATTED = /^<pre\b[^<>]*>([^]*)<\/pre>$/i
const LANGUAGE = /^<pre\b[^<>]*\sclass="[^"<>]*?\blanguage-([\w+#.-]+)/i
/** Tags of HTML, and signs that Markdown or MDX would read. */
const SIGN = /<[^<>]*>|[\\`*_{}[\]#|~$]/g
/** What would begin an item of a list. */
const ITEM = /^(\d{0,9})([-+.)])/
/** Elements whose text is shown to nobody. Without an end they have all that follows. */
const UNSEEN = /<(script|style)\b(?:[^]*?<\/\1\b[^<>]*>|[^]*$)/gi

/** Whether an element gets HTML as a mere text: `set:html={"<b>x</b>"}` of Astro, `dangerouslySetInnerHTML` of React. */
export function hasGivenHtml({ attributes }: Tag): boolean {
  return GIVEN.some((key) => attributes.has(key))
}

/**
 * The element with its HTML in it, as Markdown; null: only a program tells it.
 * @param resolved the tag with the values of its expressions
 */
export function withGivenHtml({ attributes, name }: Tag, resolved: Tag): string | null {
  const html = htmlOf(resolved)
  if (html === null) return null
  const code = PREFORMATTED.exec(html)?.[1]
  if (code !== undefined) return fenced(decodeHTML(textOf(code)), LANGUAGE.exec(html)?.[1] ?? '')
  const shown = markupOf(html)
  if (name === 'Fragment') return shown
  const others = [...attributes].filter(([key]) => !GIVEN.includes(key))
  return `<${name}${others.map(([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`).join('')}>${shown}</${name}>`
}

/** HTML on one line, in which no sign means anything to Markdown. */
export function markupOf(html: string): string {
  return html
    .replace(/\s+/g, ' ')
    .trim()
    .replace(SIGN, (sign) => (sign.length > 1 ? sign : entity(sign)))
    .replace(ITEM, (_, number: string, sign: string) => number + entity(sign))
}

function entity(sign: string): string {
  return `&#${sign.charCodeAt(0)};`
}

function htmlOf({ attributes, expressions }: Tag): string | null {
  const member = literalOf(expressions.get('dangerouslySetInnerHTML') ?? 'null') as { __html?: unknown } | null
  const html = attributes.get('set:html') || member?.__html
  return typeof html === 'string' && html.trim() !== '' ? html.trim().replace(UNSEEN, '') : null
}

/** What preformatted HTML shows. */
function textOf(html: string): string {
  return html.replace(/<br\s*\/?>/gi, '\n').replace(/<[^<>]*>/g, '')
}

function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([ticks]) => ticks.length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}${language}\n${text.replace(/\n$/, '')}\n${marks}`
}
