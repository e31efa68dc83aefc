import type {
  Admonition,
  Block,
  Cell,
  Field,
  Group,
  Heading,
  Inline,
  List,
  Panel,
  Paragraph,
  Table,
  Tone,
} from '../../../docs/model/page-model.ts'
import { labelsOf, plainText, titleText } from '../../../docs/model/plain-text.ts'
import { repeats, type HeadingText } from '../../../docs/model/sections.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { fill } from '../../../web/messages.ts'
import { createPageIds } from './page-ids.ts'
import { renderCode } from './render-code.ts'
import { isShown } from './render-image.ts'
import { createFootnotes, renderInline, type Footnotes, type InlineOptions } from './render-inline.ts'

export interface RenderOptions extends Omit<InlineOptions, 'images' | 'ids'> {
  /** Plain text of the page's title, which the first heading may repeat. */
  readonly title: string
}

export interface RenderedBlocks {
  readonly body: Markup
  /** Headings of the rendered page: levels 2 to 6, without the one that repeats the title. */
  readonly headings: readonly HeadingText[]
  /** Whether the body has the heading of the page, as that of a hero is. */
  readonly isTitled: boolean
  /** Labels beside the heading that repeats the title of the page. */
  readonly titleLabels: Markup
}

/** Renders a page as HTML. It copies no tag and no attribute of the page. */
export function renderBlocks(blocks: readonly Block[], options: RenderOptions): RenderedBlocks {
  const renderer = new BlockRenderer(blocks, options)
  const main = renderer.blocks(blocks)
  const { headings, isTitled } = renderer
  const titleLabels = renderer.inline(renderer.titleLabels.flatMap((label) => [' ', label]))
  return { body: markup`${main}${renderer.footnoteList()}`, headings, isTitled, titleLabels }
}

function isImage(part: Inline): boolean {
  return typeof part !== 'string' && part.kind === 'image'
}

class BlockRenderer {
  readonly headings: HeadingText[] = []
  readonly footnotes: Footnotes = createFootnotes()
  readonly notes = new Map<string, readonly Block[]>()
  readonly options: RenderOptions & InlineOptions
  isFirstHeading = true
  isTitled = false
  titleLabels: Inline[] = []

  constructor(blocks: readonly Block[], options: RenderOptions) {
    this.options = { ...options, images: { shown: 0 }, ids: createPageIds(blocks) }
  }

  blocks(blocks: readonly Block[]): Markup[] {
    return blocks.map((block) => this.block(block))
  }

  inline(content: Parameters<typeof renderInline>[0], isInLink = false): Markup {
    return renderInline(content, isInLink ? { ...this.options, isInLink } : this.options, this.footnotes)
  }

  block(block: Block): Markup {
    switch (block.kind) {
      case 'heading':
        return this.heading(block)
      case 'paragraph':
        return this.paragraph(block.content)
      case 'code':
        return renderCode(block, this.options.messages)
      case 'math':
        return markup`<pre class="math" tabindex="0">${block.text}</pre>\n`
      case 'list':
        return this.list(block)
      case 'quote':
        return markup`<blockquote>\n${this.blocks(block.blocks)}</blockquote>\n`
      case 'table':
        return this.table(block)
      case 'admonition':
        return this.admonition(block)
      case 'details': {
        const title = block.title.length > 0 ? this.inline(block.title) : '…'
        const open = block.open && markup` open`
        return markup`<details${open}><summary>${title}</summary>\n${this.blocks(block.blocks)}</details>\n`
      }
      case 'group':
        return this.group(block)
      case 'panel':
        return this.panel(block)
      case 'field':
        return this.field(block)
      case 'definitions':
        return markup`<dl>\n${block.entries.map(({ terms, details }) => [
          terms.map((term) => markup`<dt>${this.inline(term)}</dt>\n`),
          details.map((detail) => markup`<dd>${this.tight(detail)}</dd>\n`),
        ])}</dl>\n`
      case 'footnote':
        // The first of several with one label counts.
        if (!this.notes.has(block.label)) this.notes.set(block.label, block.blocks)
        return markup``
      case 'rule':
        return markup`<hr>\n`
    }
  }

  /** Writes a paragraph. An image alone with a title is a figure, below which the title stands. */
  paragraph(content: Paragraph['content']): Markup {
    const [image, ...more] = content
    if (more.length > 0 || typeof image !== 'object' || image.kind !== 'image' || !isShown(image, this.options)) {
      return markup`<p>${this.inline(content)}</p>\n`
    }
    const { title } = image
    if (title === null || title === '') return markup`<p>${this.inline(content)}</p>\n`
    return markup`<figure>${this.inline([{ ...image, title: null }])}<figcaption>${title}</figcaption></figure>\n`
  }

  /**
   * Writes a heading with the link to itself. The page's title is the only `h1`, and a level is at most one below the
   * previous heading's.
   */
  heading({ level: written, id, content }: Heading): Markup {
    const text = titleText(content)
    const isTitle = this.isFirstHeading && repeats(written, text, this.options.title)
    this.isFirstHeading = false
    if (isTitle) {
      this.titleLabels = labelsOf(content)
      return markup``
    }
    const hasOwnId = this.options.ids.mayHead(id)
    // A picture that says nothing, or an icon that is not shown, names no section.
    if (text === '') return markup`<p${hasOwnId && markup` id="${id}"`}>${this.inline(content)}</p>\n`
    const level = Math.min(Math.max(written, 2), (this.headings.at(-1)?.level ?? 1) + 1)
    if (!hasOwnId) {
      this.headings.push({ level, id: '', text })
      return markup`<div class="heading"><h${level}>${this.inline(content)}</h${level}></div>\n`
    }
    this.headings.push({ level, id, text })
    const label = fill(this.options.messages.headingLink, { title: text })
    const anchor = markup`<a class="anchor" href="#${encodeURIComponent(id)}" aria-label="${label}">#</a>`
    return markup`<div class="heading"><h${level} id="${id}">${this.inline(content)}</h${level}>${anchor}</div>\n`
  }

  list({ start, loose, items }: List): Markup {
    const written = items.map(({ done, blocks }) => {
      const box = done !== null && this.taskBox(done)
      return markup`<li${done !== null && markup` class="task"`}>${box}${loose ? this.blocks(blocks) : this.tight(blocks)}</li>\n`
    })
    if (start === null) return markup`<ul>\n${written}</ul>\n`
    return markup`<ol${start !== 1 && markup` start="${start}"`}>\n${written}</ol>\n`
  }

  taskBox(done: boolean): Markup {
    const { taskDone, taskOpen } = this.options.messages
    const checked = done && markup` checked`
    return markup`<input type="checkbox" disabled${checked} aria-label="${done ? taskDone : taskOpen}"> `
  }

  /** Writes blocks whose paragraphs are lines, as in a list without blank lines. */
  tight(blocks: readonly Block[]): Markup[] {
    return blocks.map((block, index) => {
      if (block.kind !== 'paragraph') return this.block(block)
      return markup`${this.inline(block.content)}${index < blocks.length - 1 && '\n'}`
    })
  }

  table({ columns, header, rows }: Table): Markup {
    const label = this.options.messages.table
    const cell = (tag: 'td' | 'th', content: Cell, column: number): Markup => {
      const side = columns[column] ?? null
      const alignment = side !== null && markup` class="${side}"`
      // A heading cell without text names nothing, so it becomes a plain cell.
      const isHeading = tag === 'th' && content.length > 0
      const name = isHeading ? 'th' : 'td'
      return markup`<${name}${alignment}${isHeading && markup` scope="col"`}>${this.tight(content)}</${name}>\n`
    }
    const head =
      header.length > 0 &&
      markup`<thead>\n<tr>\n${header.map((content, column) => cell('th', content, column))}</tr>\n</thead>\n`
    const body =
      rows.length > 0 &&
      markup`<tbody>\n${rows.map((row) => markup`<tr>\n${row.map((content, column) => cell('td', content, column))}</tr>\n`)}</tbody>\n`
    return markup`<div class="table" role="group" aria-label="${label}" tabindex="0"><table>\n${head}${body}</table></div>\n`
  }

  /**
   * Writes a callout. It has `role=note`, because a plain `aside` inside the article would be one more landmark for each
   * note.
   */
  admonition({ tone, title, blocks }: Admonition): Markup {
    const heading = title.length > 0 ? this.inline(title) : this.named(tone)
    return markup`<aside class="callout ${tone}" role="note">\n<p class="component-title">${heading}</p>\n${this.blocks(blocks)}</aside>\n`
  }

  named(tone: Tone): string {
    return this.options.messages[tone]
  }

  /** Writes blocks that belong together. The script of pages makes tabs of panels, which stand below one another without it. */
  group({ role, sync, blocks }: Group): Markup {
    if (role === 'hero') return this.hero(blocks)
    if (role === 'files') {
      const tree = blocks.map((block) => (block.kind === 'list' ? this.fileTree(block) : this.block(block)))
      return markup`<div class="files">\n${tree}</div>\n`
    }
    const panels = role === 'tabs' ? blocks.filter((block) => block.kind === 'panel') : []
    const isTabbed =
      panels.length > 1 && panels.length === blocks.length && panels.every(({ title }) => title.length > 0)
    const names = panels.map(({ title }) => {
      const icons = title.filter((part) => typeof part !== 'string' && part.kind === 'icon')
      return markup`<button type="button">${this.inline(icons)}${plainText(title)}</button>`
    })
    const list = isTabbed && markup`<div class="tab-list">${names}</div>\n`
    const key = isTabbed && markup` data-sync="${sync ?? ''}"`
    return markup`<div class="${role}"${key}>\n${list}${this.blocks(blocks)}</div>\n`
  }

  /** Writes the opening of a front page: its image, and its words beside that. Its heading is that of the page. */
  hero(blocks: readonly Block[]): Markup {
    const images: Markup[] = []
    const words = blocks.map((block) => {
      if (block.kind === 'heading' && this.isFirstHeading) {
        this.isFirstHeading = false
        this.isTitled = true
        const id = this.options.ids.mayHead(block.id) && markup` id="${block.id}"`
        return markup`<h1${id}>${this.inline(block.content)}</h1>\n`
      }
      if (block.kind !== 'paragraph' || !block.content.every(isImage)) return this.block(block)
      // An image beside the words is no larger in a dialog. It comes first, so that nothing moves when it arrives.
      images.push(this.inline(block.content, true))
      return null
    })
    const image = images.length > 0 && markup`<div class="hero-image">${images}</div>\n`
    return markup`<div class="hero">\n${image}<div>\n${words}</div>\n</div>\n`
  }

  /** Writes a tree of files, whose folders fold. */
  fileTree({ items }: List): Markup {
    const written = items.map(({ blocks, closed }) => {
      const at = blocks.findIndex(({ kind }) => kind === 'list')
      const inner = blocks[at]
      if (inner?.kind !== 'list') return markup`<li>${this.tight(blocks)}</li>\n`
      const open = closed !== true && markup` open`
      const name = this.tight(blocks.slice(0, at))
      return markup`<li><details${open}><summary>${name}</summary>\n${this.fileTree(inner)}${this.tight(blocks.slice(at + 1))}</details></li>\n`
    })
    return markup`<ul>\n${written}</ul>\n`
  }

  panel({ role, title, target, blocks }: Panel): Markup {
    const href = target === null ? null : this.options.resolveLink(target)
    const heading = href === null ? this.inline(title) : markup`<a href="${href}">${this.inline(title, true)}</a>`
    const line = title.length > 0 && markup`<p class="component-title">${heading}</p>\n`
    return markup`<div class="${role}">\n${line}${this.blocks(blocks)}</div>\n`
  }

  field({ name, type, initial, required, deprecated, blocks }: Field): Markup {
    const { messages } = this.options
    const marks = [
      type !== null && markup` <span>${type}</span>`,
      required && markup` <strong>${messages.required}</strong>`,
      deprecated && markup` <strong>${messages.deprecated}</strong>`,
      initial !== null && markup` <span>${messages.initial} <code>${initial}</code></span>`,
    ]
    return markup`<div class="field">\n<p class="component-title"><code>${name}</code>${marks}</p>\n${this.blocks(blocks)}</div>\n`
  }

  /** Writes the notes that the text refers to, in the order of their first marks. */
  footnoteList(): Markup | null {
    const items: Markup[] = []
    // A note may refer to further notes, which then follow it.
    for (let index = 0; index < this.footnotes.labels.length; index++) {
      const blocks = this.notes.get(this.footnotes.labels[index] ?? '') ?? []
      items.push(markup`<li id="${this.footnotes.idOf(index + 1)}">${this.tight(blocks)}</li>\n`)
    }
    return items.length === 0 ? null : markup`<ol class="footnotes">\n${items}</ol>\n`
  }
}
