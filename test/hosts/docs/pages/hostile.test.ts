import t from 'tap'
import { readMarkdown } from '../../../../src/docs/readers/markdown/read-markdown.ts'
import { renderBlocks } from '../../../../src/hosts/docs/pages/render-blocks.ts'
import { resolveLink } from '../../../../src/hosts/docs/pages/links.ts'
import { toHtml } from '../../../../src/web/markup.ts'
import { messagesFor } from '../../../../src/web/messages.ts'
import { foreignParts } from './foreign-parts.ts'
import { HOSTILE_MARKDOWN } from './hostile-markdown.ts'

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
