import { decodeHTML } from 'entities/decode'
import { createBraceFinder } from '../../readers/markdown/braces.ts'
import { parseTag, stringLiteral, valueEnd, type Tag } from '../../readers/markdown/tag.ts'
import { fenced, mapLines } from '../expand-lines.ts'

const GIVEN = /\s(?:set:html|dangerouslySetInnerHTML)=/
const START = /^([ \t]*)<[A-Za-z]/
const MEMBER = /^\{\s*__html\s*:([^]*)\}$/
const PREFORMATTED = /^<pre\b[^<>]*>([^]*)<\/pre>$/i
const LANGUAGE = /^<pre\b[^<>]*\sclass="[^"<>]*?\blanguage-([\w+#.-]+)/i
/** Tags of HTML, and signs that Markdown or MDX would read. */
const SIGN = /<[^<>]*>|[\\`*_{}[\]#|~$]/g
/** What would begin an item of a list. */
const ITEM = /^(\d{0,9})([-+.)])/
/** Elements whose text is shown to nobody. Without an end they have all that follows. */
const UNSEEN = /<(script|style)\b(?:[^]*?<\/\1\b[^<>]*>|[^]*$)/gi

/**
 * Puts the HTML that an element on a line of its own gets as a mere text into it: `<Fragment set:html={"<b>x</b>"} />` of
 * Astro, and `dangerouslySetInnerHTML` of React.
 */
export function withGivenHtml(text: string): string {
  if (!GIVEN.test(text)) return text
  return mapLines(text, (line) => {
    const [, indent] = START.exec(line) ?? []
    if (indent === undefined || !GIVEN.test(line)) return line
    const braces = createBraceFinder(line)
    const tag = parseTag(line, indent.length, braces)
    const rest = line.slice(tag?.end).trim()
    const html = tag === null || (rest !== '' && rest !== `</${tag.name}>`) ? null : htmlOf(tag)
    if (tag === null || html === null) return line
    const inner = PREFORMATTED.exec(html)?.[1]
    if (inner !== undefined) return `\n${fenced(textOf(inner), LANGUAGE.exec(html)?.[1] ?? '')}\n`
    const shown = html
      .replace(/\s+/g, ' ')
      .trim()
      .replace(SIGN, (sign) => (sign.length > 1 ? sign : entity(sign)))
      .replace(ITEM, (_, number: string, sign: string) => number + entity(sign))
    if (tag.name === 'Fragment') return indent + shown
    const { index, 0: given } = GIVEN.exec(line) as RegExpExecArray
    const others = line.slice(valueEnd(line, index + given.length, braces), tag.end - (tag.kind === 'void' ? 2 : 1))
    return `${line.slice(0, index)}${others.trimEnd()}>${shown}</${tag.name}>`
  })
}

function entity(sign: string): string {
  return `&#${sign.charCodeAt(0)};`
}

/** Null: a program makes it. */
function htmlOf({ attributes, expressions }: Tag): string | null {
  const given = attributes.get('set:html')?.trim() ?? ''
  if (given !== '') return given.replace(UNSEEN, '')
  const member = MEMBER.exec(expressions.get('dangerouslySetInnerHTML')?.trim() ?? '')?.[1]?.replace(/,\s*$/, '')
  const html = member === undefined ? '' : (stringLiteral(`{${member}}`)?.trim() ?? '')
  return html === '' ? null : html.replace(UNSEEN, '')
}

/** What preformatted HTML shows. */
function textOf(html: string): string {
  return decodeHTML(html.replace(/<br\s*\/?>/gi, '\n').replace(/<[^<>]*>/g, ''))
}
