/**
 * HTML that GitBook writes into Markdown: tables that it shows as cards, images with captions, icons and annotations. Each of them
 * stands in one line.
 */

const CARDS = /^[ \t]*<table\b[^>]*\bdata-view="cards"/
const ADDRESS = /<a\b[^<>]*\bhref="([^"<>]*)"/
/** A text with an annotation, which is a footnote behind it. */
const ANNOTATED = /\[([^[\]\n]{1,500})\]\(#user-content-fn-[\w-]+\)(?=\[\^)/g
const ICON = /<i class="fa-[\w-]+">:[\w-]+:<\/i>/g
/** Height of an image that stands in a line of text. */
const LINE_PX = 24

/** A line with such HTML as what the reader of Markdown knows. */
export function withGitBookElements(line: string): string {
  if (CARDS.test(line)) return cardsOf(line)
  const annotated = line.replace(ANNOTATED, '$1')
  if (!annotated.includes('<')) return annotated
  return withFigures(annotated.replace(ICON, '')).replaceAll(' data-size="line"', ` height="${LINE_PX}"`)
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

/** Figures as images whose title is the caption. A caption with a link stands below its image instead. */
function withFigures(line: string): string {
  const parts = line.split('</figure>')
  if (parts.length === 1) return line
  const indent = /^[ \t]*/.exec(line)?.[0] ?? ''
  return parts
    .map((part) => {
      const start = part.lastIndexOf('<figure>')
      if (start < 0) return part
      const [image = '', written = ''] = part.slice(start + '<figure>'.length).split('<figcaption>', 2)
      const caption = written.replace('</figcaption>', '').trim()
      const below = ADDRESS.test(caption)
      const title = caption === '' || below ? '' : ` title="${plain(caption)}"`
      const figure = image.replace(/<img\b/, (tag) => tag + title)
      return part.slice(0, start) + figure + (below ? `\n\n${indent}${caption}\n` : '')
    })
    .join('')
}

/** The text of HTML as the value of an attribute. */
function plain(html: string): string {
  return html
    .replace(/<[^<>]*>/g, '')
    .trim()
    .replaceAll('"', '&quot;')
}
