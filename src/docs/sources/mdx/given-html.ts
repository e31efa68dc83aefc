import { decodeHTML } from 'entities/decode'
import { createBraceFinder } from '../../readers/markdown/braces.ts'
import { parseTag, stringLiteral, type Tag } from '../../readers/markdown/tag.ts'
import { fenced, mapLines } from '../expand-lines.ts'

const GIVEN = /\s(?:set:html|dangerouslySetInnerHTML)=/
const START = /^([ \t]*)<[A-Za-z]/
const MEMBER = /^\{\s*__html\s*:([^]*)\}$/
const PREFORMATTED = /^<pre\b[^<>]*>([^]*)<\/pre>$/i
const LANGUAGE = /^<pre\b[^<>]*\sclass="[^"<>]*?\blanguage-([\w+#.-]+)/i
/** Tags of HTML, and signs that Markdown or MDX would read. */
const SIGN = /<[^<>]*>|[\\`*_{}[\]#|~$]/g

/**
 * Puts the HTML that an element on a line of its own gets as a mere text into it: `<Fragment set:html={"<b>x</b>"} />` of
 * Astro, and `dangerouslySetInnerHTML` of React.
 */
export function withGivenHtml(text: string): string {
  if (!GIVEN.test(text)) return text
  return mapLines(text, (line) => {
    const [, indent] = START.exec(line) ?? []
    if (indent === undefined || !GIVEN.test(line)) return line
    const tag = parseTag(line, indent.length, createBraceFinder(line))
    const rest = line.slice(tag?.end).trim()
    const html = tag === null || (rest !== '' && rest !== `</${tag.name}>`) ? null : htmlOf(tag)
    if (tag === null || html === null) return line
    const inner = PREFORMATTED.exec(html)?.[1]
    if (inner !== undefined) return `\n${fenced(textOf(inner), LANGUAGE.exec(html)?.[1] ?? '')}\n`
    const shown = html
      .replace(/\s+/g, ' ')
      .replace(SIGN, (sign) => (sign.length > 1 ? sign : `&#${sign.charCodeAt(0)};`))
    return tag.name === 'Fragment' ? indent + shown : `${indent}<${tag.name}>${shown}</${tag.name}>`
  })
}

/** Null: a program makes it. */
function htmlOf({ attributes, expressions }: Tag): string | null {
  const given = attributes.get('set:html')?.trim() ?? ''
  if (given !== '') return given
  const member = MEMBER.exec(expressions.get('dangerouslySetInnerHTML')?.trim() ?? '')?.[1]?.replace(/,\s*$/, '')
  return (member === undefined ? null : stringLiteral(`{${member}}`)?.trim()) || null
}

/** What preformatted HTML shows. */
function textOf(html: string): string {
  return decodeHTML(html.replace(/<br\s*\/?>/gi, '\n').replace(/<[^<>]*>/g, ''))
}
