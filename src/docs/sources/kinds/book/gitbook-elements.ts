import type { Construct, Part } from '../../../readers/markdown/constructs.ts'

const ADDRESS = /<a\b[^<>]*\bhref="([^"<>]*)"/
/** Height of an image that stands in a line of text. */
const LINE_PX = 24

const image: Construct = {
  opening: '<img',
  pattern: /<img\b[^<>\n]{0,2000}? data-size="line"/y,
  part: ([tag]) => part(tag.replace(' data-size="line"', ` height="${LINE_PX}"`)),
}

/**
 * HTML that GitBook writes into Markdown: tables that it shows as cards, images with captions, icons and annotations. Each of
 * them stands in one line.
 */
export const ELEMENTS: readonly Construct[] = [
  image,
  {
    opening: '<table',
    pattern: /<table\b[^>\n]*\bdata-view="cards"[^\n]*/y,
    isLine: true,
    part: ([table]) => part(cardsOf(table)),
  },
  {
    opening: '<figure>',
    pattern: /<figure>((?:[^<\n]|<(?!\/?figure>))*)<\/figure>/y,
    part: ([, figure = '']) => ({ text: figureOf(figure), constructs: [image] }),
  },
  // A text with an annotation, which is a footnote behind it.
  {
    opening: '[',
    pattern: /\[([^[\]\n]{1,500})\]\(#user-content-fn-[\w-]+\)(?=\[\^)/y,
    part: ([, text = '']) => part(text),
  },
  { opening: '<i class="fa-', pattern: /<i class="fa-[\w-]+">:[\w-]+:<\/i>/y, part: () => part('') },
]

function part(text: string): Part {
  return { text, constructs: [] }
}

/** A table whose rows are cards: its columns say which cell leads where the card does, and which has its picture. */
function cardsOf(line: string): string {
  const [head = '', body = ''] = line.split('<tbody>', 2)
  const columns = partsOf(head, 'th').map(({ attributes }) => attributes)
  const target = columns.findIndex((attributes) => attributes.includes('data-card-target'))
  const cover = columns.findIndex((attributes) => /data-card-cover(?!-)/.test(attributes))
  const cards = body.split('</tr>').flatMap((row) => {
    const cells = partsOf(row, 'td').map(({ content }) => content)
    const shown = cells.filter((cell, at) => !columns[at]?.includes('data-hidden') && cell.trim() !== '')
    const [title = '', ...texts] = shown
    const picture = ADDRESS.exec(cells[cover] ?? '')?.[1]
    if (title === '' && picture === undefined) return []
    const href = ADDRESS.exec(cells[target] ?? '')?.[1]
    const attributes = `title="${plain(title)}"${href === undefined ? '' : ` href="${href}"`}`
    return [
      `<Card ${attributes}>`,
      ...(picture === undefined ? [] : [`<img src="${picture}" alt="">`]),
      ...texts,
      '</Card>',
    ]
  })
  return ['', '<Cards>', ...cards, '</Cards>', ''].join('\n\n')
}

/** Elements of a name that stand one after another. */
function partsOf(html: string, name: 'td' | 'th'): { readonly attributes: string; readonly content: string }[] {
  return html.split(`</${name}>`).flatMap((part) => {
    const [, rest] = part.split(`<${name}`, 2)
    if (rest === undefined) return []
    const end = rest.indexOf('>')
    return [{ attributes: rest.slice(0, end), content: rest.slice(end + 1) }]
  })
}

/** A figure as an image whose title is the caption. A caption with a link stands below its image instead. */
function figureOf(figure: string): string {
  const [image = '', written = ''] = figure.split('<figcaption>', 2)
  const caption = written.replace('</figcaption>', '').trim()
  const isBelow = ADDRESS.test(caption)
  const title = caption === '' || isBelow ? '' : ` title="${plain(caption)}"`
  return image.replace(/<img\b/, (tag) => tag + title) + (isBelow ? `\n\n${caption}\n` : '')
}

/** The text of HTML as the value of an attribute. */
function plain(html: string): string {
  return html
    .replace(/<[^<>]*>/g, '')
    .trim()
    .replaceAll('"', '&quot;')
}
