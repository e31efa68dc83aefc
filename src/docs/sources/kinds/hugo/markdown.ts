import { withoutClosingMarks } from '../../../readers/markdown/lines.ts'
import { slugOf, type SlugStyle } from '../../../slug.ts'
import { mapLines } from '../../expand-lines.ts'
import type { ExpandedPage } from '../../source.ts'
import type { BundleParts } from './bundle-parts.ts'
import { renderShortcodes } from './render.ts'
import type { KnownSite } from './site.ts'

const HEADING = /^( {0,3}#{1,6}[ \t]+)(\S.*)$/
/** Attributes behind a heading: `{#id .class key="value"}`. */
export const ATTRIBUTES = /(?<![{\\])\{([#.][^{}]*|[\w-]+=[^{}]*)\}$/
const BLOCK_ATTRIBUTES = /^[ \t>]*\{[.#][^{}]*\}[ \t]*$/
/** Signs of which the text of a heading may say other than its line. */
const MARKUP = /[[\]<>&_\\!:]/
const IMAGE = /(!\[[^\]\n]{0,1000}\]\(<?)([^()\s<>]{1,1000})/g
const ID_LIMIT_CHARS = 200
const COMMENT = /<!--[^]*?-->/g
/** Text of a page that may be nothing but comments. */
const EMPTY_LIMIT_CHARS = 2000

/** Puts what Hugo adds to Markdown into the text: shortcodes, attributes, ids of headings. */
export function hugoExpansion(
  site: KnownSite,
  parts: BundleParts,
  slugs: SlugStyle,
): (text: string, page: ExpandedPage) => string {
  return (text, page) => {
    const isHtml = /\.html?$/i.test(page.file)
    if (isHtml) return renderShortcodes(htmlBody(text), page, site)
    const isEmpty = text.length < EMPTY_LIMIT_CHARS && text.replace(COMMENT, '').trim() === ''
    // A layout of the site shows the parts of such a page, as in a glossary.
    const expanded = renderShortcodes(isEmpty ? parts.text(page.file, page.locale) : text, page, site)
    return mapLines(expanded, (line) => {
      const heading = line.includes('#') ? HEADING.exec(line) : null
      if (heading) return withId(heading[1] ?? '', heading[2] ?? '', slugs)
      if (BLOCK_ATTRIBUTES.test(line)) return ''
      return line.includes('![')
        ? line.replace(IMAGE, (_, opening: string, source: string) => opening + site.image(source, page))
        : line
    })
  }
}

/** A heading with the id that Hugo gives it. It makes the id of the line as it is written, with all its marks. */
function withId(marks: string, line: string, slugs: SlugStyle): string {
  const attributes = ATTRIBUTES.exec(line.trimEnd())
  const written = withoutClosingMarks(attributes ? line.slice(0, attributes.index) : line)
  const explicit = /(?:^|\s)#([^\s{}#]+)/.exec(attributes?.[1] ?? '')?.[1]
  if (explicit === undefined && attributes === null && !MARKUP.test(written)) return marks + line
  const id = explicit ?? slugOf(slugs, written)
  return id === '' || id.length > ID_LIMIT_CHARS ? marks + written : `${marks}${written} {#${id}}`
}

/** HTML without its head, and without indentation, which would make code of it. */
function htmlBody(text: string): string {
  const start = text.search(/<head\b/i)
  const end = start < 0 ? -1 : text.slice(start).search(/<\/head\s*>/i)
  const body = end < 0 ? text : text.slice(0, start) + text.slice(start + end)
  return body.replace(/^[ \t]+/gm, '')
}
