import t from 'tap'
import { readMarkdown } from '../../../../src/docs/readers/markdown/read-markdown.ts'
import { renderBlocks } from '../../../../src/hosts/docs/pages/render-blocks.ts'
import { resolveLink } from '../../../../src/hosts/docs/pages/links.ts'
import { toHtml } from '../../../../src/web/markup.ts'
import { messagesFor } from '../../../../src/web/messages.ts'
import { HOSTILE_MARKDOWN } from './hostile-markdown.ts'

const ELEMENTS = new Set(
  (
    'a abbr aside b blockquote br code del details div em h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span ' +
    'strong sub summary sup table tbody td th thead tr u ul var wbr'
  ).split(' '),
)
const ATTRIBUTES = new Set(
  'alt aria-label class data-language decoding loading id rel role scope start tabindex title'.split(' '),
)
const SAFE_VALUES: Readonly<Record<string, RegExp>> = {
  href: /^(?:https?:|mailto:|tel:|[/#?]|$)/,
  src: /^data:image\/(?:png|gif|jpeg|webp);base64,/,
}
const TAG = /<(\/?)([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*)>/g

function render(markdown: string, format: 'md' | 'mdx'): string {
  const resolve = (href: string): string | null => resolveLink(href, { page: 'en', reader: 'en' })
  const { blocks } = readMarkdown(markdown, { mdx: format === 'mdx' })
  return toHtml(
    renderBlocks(blocks, { title: 'T', messages: messagesFor('en'), imageOrigins: [], resolveLink: resolve }).body,
  )
}

t.test('no page can write an element or attribute of its own, nor an address that runs', async (t) => {
  for (const markdown of HOSTILE_MARKDOWN) {
    for (const format of ['md', 'mdx'] as const) t.strictSame(foreignParts(render(markdown, format)), [], markdown)
  }
})

/** What is in the HTML that only a page itself could have put there. */
function foreignParts(html: string): string[] {
  const found = html.replace(TAG, '').includes('<') ? ['a broken tag'] : []
  for (const [, , element = '', written = ''] of html.matchAll(TAG)) {
    if (!ELEMENTS.has(element)) found.push(element)
    for (const [, attribute = '', value = ''] of written.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
      const isSafe = SAFE_VALUES[attribute]?.test(value) ?? ATTRIBUTES.has(attribute)
      if (!isSafe) found.push(`${attribute}=${value}`)
    }
  }
  return found
}

t.test('elements close in the order in which they open', async (t) => {
  const blocks = /^(?:aside|div|details|ul|ol|li|blockquote|table|pre)$/
  for (const markdown of HOSTILE_MARKDOWN) {
    const open: string[] = []
    for (const [, slash, element = ''] of render(markdown, 'mdx').matchAll(TAG)) {
      if (!blocks.test(element)) continue
      if (slash === '') open.push(element)
      else t.equal(open.pop(), element, markdown)
    }
    t.strictSame(open, [], markdown)
  }
})

t.test('repeated marks end, whatever they are', async (t) => {
  const units = [
    '[',
    '![',
    '<',
    '`',
    '*_',
    '<a x="',
    "<a x={'",
    '<!--\n',
    '{/*\n',
    '{"',
    '<Note>\n',
    'x</Note>',
    '<b>x</b',
    '> ',
    '- ',
    ':::note\n',
  ]
  units.push(
    'export const a = {\n\n',
    '# a {#',
    '<script>\n',
    '<details>\n<summary>',
    '\uE0000\n',
    '<p>x</p>y\n',
    '<Note>`</Note>\n',
  )
  for (const unit of units) {
    for (const format of ['md', 'mdx'] as const) t.type(render(unit.repeat(3000), format), 'string', unit)
  }
})
