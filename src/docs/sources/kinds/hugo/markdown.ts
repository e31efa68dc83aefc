import type { Construct } from '../../../readers/markdown/constructs.ts'
import type { Dialect } from '../../source.ts'
import type { BundleParts } from './bundle-parts.ts'
import { shortcodeConstructs } from './render.ts'
import type { KnownSite } from './site.ts'

/** Attributes of the block above, or below: `{.class}`. */
const BLOCK_ATTRIBUTES: Construct = {
  opening: '{',
  pattern: /\{[.#][^{}\n]*\}[ \t]*$/my,
  isLine: true,
  part: () => ({ text: '\n', constructs: [] }),
}
const IMAGE = /(!\[[^\]\n]{0,1000}\]\(<?)([^()\s<>]{1,1000})/y
const COMMENT = /<!--[^]*?-->/g
/** Text of a page that may be nothing but comments. */
const EMPTY_LIMIT_CHARS = 2000

/** What Hugo adds to Markdown: shortcodes, attributes of blocks, and images that lie where only it looks. */
export function hugoMarkdown(site: KnownSite, parts: BundleParts): Required<Pick<Dialect, 'constructs' | 'expand'>> {
  const shortcodes = shortcodeConstructs(site)
  return {
    expand(text, page) {
      if (/\.html?$/i.test(page.file)) return htmlBody(text)
      const isEmpty = text.length < EMPTY_LIMIT_CHARS && text.replace(COMMENT, '').trim() === ''
      // A layout of the site shows the parts of such a page, as in a glossary.
      return isEmpty ? parts.text(page.file, page.locale) : text
    },
    constructs(page) {
      const image: Construct = {
        opening: '![',
        pattern: IMAGE,
        part([, before = '', source = '']) {
          const address = site.image(source, page)
          return address === source ? null : { text: before + address, constructs: [] }
        },
      }
      return shortcodes(page, [BLOCK_ATTRIBUTES, image])
    },
  }
}

/** HTML without its head, and without indentation, which would make code of it. */
function htmlBody(text: string): string {
  const start = text.search(/<head\b/i)
  const end = start < 0 ? -1 : text.slice(start).search(/<\/head\s*>/i)
  const body = end < 0 ? text : text.slice(0, start) + text.slice(start + end)
  return body.replace(/^[ \t]+/gm, '')
}
