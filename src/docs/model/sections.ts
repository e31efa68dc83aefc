import type { DocumentSection } from '../../engine/index/document.ts'
import type { Block, Cell, Heading, Inline } from './page-model.ts'
import { altsOf, labelsOf, plainText, titleText } from './plain-text.ts'

/** Headings of a page with their text, in its order. */
export interface HeadingText {
  readonly level: number
  readonly id: string
  readonly text: string
}

export function headingsOf(blocks: readonly Block[]): HeadingText[] {
  const headings: HeadingText[] = []
  forEachBlock(blocks, (block) => {
    if (block.kind === 'heading') headings.push(headingText(block))
  })
  return headings
}

/**
 * The sections of a page as the index holds them. Each paragraph, list item, table row and line of code is one line,
 * under the heading that it stands below. A first heading of level 1 that repeats the title starts no section.
 */
export function sectionsOf(blocks: readonly Block[], title: string | null): DocumentSection[] {
  const sections: DocumentSection[] = []
  let heading = ''
  let anchor = ''
  let level = 0
  let lines: string[] = []
  let isFirst = true
  let isSearched = true

  function endSection(): void {
    if (isSearched && (anchor !== '' || heading !== '' || lines.length > 0))
      sections.push({ heading, anchor, level, text: lines.join('\n') })
    lines = []
  }
  function add(text: string): void {
    if (text !== '') lines.push(text)
  }
  function addInline(content: readonly Inline[]): void {
    add(plainText(content))
  }

  function addBlock(block: Block): void {
    switch (block.kind) {
      case 'heading': {
        const { id, text } = headingText(block)
        const repeatsTitle = isFirst && repeats(block.level, text, title)
        isFirst = false
        const labels = [...labelsOf(block.content).map((label) => label.text), ...altsOf(block.content)].join(' ')
        if (repeatsTitle) return add(labels)
        endSection()
        heading = text
        anchor = id
        level = block.level
        isSearched = block.unsearched !== true
        return add(labels)
      }
      case 'paragraph':
        return addInline(block.content)
      case 'code':
        add(block.title ?? '')
        for (const line of block.text.split('\n')) add(line.trimEnd())
        return
      case 'math':
        return add(block.text)
      case 'list':
        for (const item of block.items) item.blocks.forEach(addBlock)
        return
      case 'table':
        for (const row of [block.header, ...block.rows]) addRow(row)
        return
      case 'definitions':
        for (const { terms, details } of block.entries) {
          terms.forEach(addInline)
          for (const blocks of details) blocks.forEach(addBlock)
        }
        return
      case 'field':
        add([block.name, block.type, block.initial].filter((text) => text !== null).join(' '))
        break
      case 'admonition':
      case 'details':
      case 'panel':
        addInline(block.title)
        break
      case 'rule':
        return
    }
    block.blocks.forEach(addBlock)
  }

  function addRow(cells: readonly Cell[]): void {
    if (cells.every((cell) => cell.every(({ kind }) => kind === 'paragraph'))) {
      const texts = cells.map((cell) =>
        cell.map((block) => (block.kind === 'paragraph' ? plainText(block.content) : '')),
      )
      add(
        texts
          .map((cell) => cell.join(' '))
          .filter((cell) => cell !== '')
          .join(' | '),
      )
    } else for (const cell of cells) cell.forEach(addBlock)
  }

  blocks.forEach(addBlock)
  endSection()
  return sections
}

/** Whether the first heading of a page says no more than its title, which may be taken from it (null). */
export function repeats(level: number, text: string, title: string | null): boolean {
  return level === 1 && text !== '' && text === (title ?? text)
}

function headingText({ level, id, content }: Heading): HeadingText {
  return { level, id, text: titleText(content) }
}

/** Calls `visit` for every block of a page, those around others first. */
export function forEachBlock(blocks: readonly Block[], visit: (block: Block) => void): void {
  for (const block of blocks) {
    visit(block)
    for (const inner of blocksWithin(block)) forEachBlock(inner, visit)
  }
}

/** The lists of blocks that a block holds. */
export function blocksWithin(block: Block): readonly (readonly Block[])[] {
  switch (block.kind) {
    case 'list':
      return block.items.map((item) => item.blocks)
    case 'table':
      return [...block.header, ...block.rows.flat()]
    case 'definitions':
      return block.entries.flatMap(({ details }) => details)
    default:
      return 'blocks' in block ? [block.blocks] : []
  }
}
