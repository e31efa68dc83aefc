import { isFileAddress } from '../../../docs/files/file-address.ts'
import type { Image, Inline, Link, Span } from '../../../docs/model/page-model.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import type { Messages } from '../../../web/messages.ts'
import { drawIcon } from '../../../web/draw-icon.ts'
import { isExternal } from './links.ts'
import type { PageIds } from './page-ids.ts'
import { nameOfUnseen, renderImage, type ImageOptions } from './render-image.ts'

export interface InlineOptions extends ImageOptions {
  readonly messages: Messages
  readonly ids: PageIds
}

/** Width of the text of an article in pixels of CSS, as the style sheet has it. */
const TEXT_WIDTH_PX = 736

/** Footnotes of a page in the order of their first marks. */
export interface Footnotes {
  readonly labels: readonly string[]
  numberOf(label: string): number
  idOf(number: number): string
}

export function createFootnotes(): Footnotes {
  const labels: string[] = []
  const numbers = new Map<string, number>()
  return {
    labels,
    numberOf(label) {
      const known = numbers.get(label) ?? labels.push(label)
      numbers.set(label, known)
      return known
    },
    idOf: (number) => `ui:note-${number}`,
  }
}

/** Renders the text of a block. */
export function renderInline(content: readonly Inline[], options: InlineOptions, footnotes: Footnotes): Markup {
  return markup`${content.map((part) => renderPart(part, options, footnotes))}`
}

function renderPart(part: Inline, options: InlineOptions, footnotes: Footnotes): Markup | string {
  if (typeof part === 'string') return part
  switch (part.kind) {
    case 'span':
      return span(part, renderInline(part.content, options, footnotes))
    case 'code':
      return markup`<code>${part.text}</code>`
    case 'math':
      return markup`<code class="math">${part.text}</code>`
    case 'anchor':
      return options.ids.mayMark(part.id) ? markup`<span id="${part.id}"></span>` : ''
    case 'badge':
      return markup`<span class="badge${part.tone !== undefined && ` ${part.tone}`}">${part.text}</span>`
    case 'icon':
      return drawIcon(part.name, part.last === true) ?? ''
    case 'break':
      return markup`<br>\n`
    case 'link':
      return link(part, options, footnotes)
    case 'image':
      return image(part, options)
    case 'reference': {
      const number = footnotes.numberOf(part.footnote)
      const isInLink = options.isInLink === true
      return isInLink
        ? markup`<sup>${number}</sup>`
        : markup`<sup><a href="#${footnotes.idOf(number)}">${number}</a></sup>`
    }
  }
}

/** The icon of a button stands where it is shown. */
function lastIconLast(content: readonly Inline[]): readonly Inline[] {
  const isLast = (part: Inline): boolean => typeof part !== 'string' && part.kind === 'icon' && part.last === true
  return [...content.filter((part) => !isLast(part)), ...content.filter(isLast)]
}

function span({ element, title }: Span, text: Markup): Markup {
  const titled = title !== undefined && markup` title="${title}"`
  return markup`<${element}${titled}>${text}</${element}>`
}

/** Renders an image. One that is wider than the text leads to its file, which the script of pages shows in a dialog. */
function image(part: Image, options: InlineOptions): Markup {
  const { source, width = 0 } = part
  const shown = renderImage(part, options)
  if (width <= TEXT_WIDTH_PX || options.isInLink === true || !isFileAddress(source)) return shown
  return markup`<a class="enlarge" href="${source}" title="${options.messages.viewImage}">${shown}</a>`
}

/** Renders a link. One within another is its text, since elements of links do not nest. */
function link({ button, content, target, title }: Link, options: InlineOptions, footnotes: Footnotes): Markup {
  const href = options.isInLink === true ? null : options.resolveLink(target)
  const shown = renderInline(lastIconLast(content), href === null ? options : { ...options, isInLink: true }, footnotes)
  if (href === null) return shown
  const text = nameOfUnseen(content, options) ?? shown
  const titled = title !== null && markup` title="${title}"`
  const isElsewhere = isExternal(href)
  const classes = [button === undefined ? '' : `button ${button}`, isElsewhere ? 'external' : '']
    .filter(Boolean)
    .join(' ')
  const named = classes !== '' && markup` class="${classes}"`
  return markup`<a href="${href}"${titled}${named}${isElsewhere && markup` rel="noopener"`}>${text}</a>`
}
