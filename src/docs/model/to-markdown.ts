import { inlineMarkdown } from './markdown-inline.ts'
import type { Block, Field, Inline, List, Panel, Table, Tone } from './page-model.ts'

/** Blocks that lie deeper stand beside one another, so that the text grows no faster than the page. */
const DEPTH_LIMIT = 24

const ALERTS: Readonly<Record<Tone, string>> = { note: 'NOTE', tip: 'TIP', warning: 'WARNING' }
const LINE = { lineBreak: '\\\n', inTable: false }
const HEADING_LINE = { lineBreak: ' ', inTable: false }
const CELL = { lineBreak: '<br>', inTable: true }

/** Cells of a table up to which short rows are filled. */
const FILLED_LIMIT = 1_000_000

/** Begins of a line that would make another block of a paragraph. */
const BLOCK_START = /^(?=#{1,6}(?:\s|$)|[-+>](?:\s|$)|[-=]+\s*$|:::|\|)|^(\d{1,9})(?=[.)](?:\s|$))/gm

/**
 * A page as CommonMark with GFM, which reads back as the same text, headings, links, code and tables. What Markdown has
 * no form for gets the nearest: a tab is a label and what stands in it, a definition an item of a list.
 */
export function toMarkdown(blocks: readonly Block[]): string {
  const text = joined(blocks, 0)
  return text === '' ? '' : `${text}\n`
}

function joined(blocks: readonly Block[], depth: number, tight = false): string {
  let text = ''
  let before: Block | null = null
  let alternate = false
  for (const block of blocks) {
    // Lists that follow each other have different marks, as they would be one.
    alternate =
      isListLike(block) && before !== null && isListLike(before) && !(block.kind === 'field' && before.kind === 'field')
        ? !alternate
        : false
    const written = blockMarkdown(block, depth, alternate)
    if (written === '') continue
    if (text !== '') text += tight && mayFollow(before, block) ? '\n' : '\n\n'
    text += written
    before = block
  }
  return text
}

function isListLike({ kind }: Block): boolean {
  return kind === 'list' || kind === 'definitions' || kind === 'field'
}

/** Whether a block may follow on the next line without becoming part of what is before. */
function mayFollow(before: Block | null, block: Block): boolean {
  if (before?.kind !== 'paragraph') return false
  return block.kind === 'code' || (block.kind === 'list' && (block.start === null || block.start === 1))
}

function blockMarkdown(block: Block, depth: number, alternate: boolean): string {
  switch (block.kind) {
    case 'heading': {
      const text = inlineMarkdown(block.content, HEADING_LINE).replace(/\s+/g, ' ').trim()
      // Marks and braces at the end of a heading are no part of its text.
      return `${'#'.repeat(block.level)} ${text.replace(/(?<!#)#+$/, (marks) => `\\${marks}`).replace(/\{([^{}]*)\}$/, '\\{$1}')}`.trim()
    }
    case 'paragraph':
      return paragraph(block.content)
    case 'code':
      return fenced(block.text, block.language, block.title)
    case 'math':
      return `$$\n${block.text}\n$$`
    case 'rule':
      return '***'
    case 'list':
      return list(block, depth, alternate)
    case 'table':
      return table(block)
    case 'quote':
      return quoted(joined(block.blocks, depth + 1), depth)
    case 'admonition': {
      const title = block.title.length > 0 ? `${bold(block.title)}\n\n` : ''
      return quoted(`[!${ALERTS[block.tone]}]\n${title}${joined(block.blocks, depth + 1)}`.trim(), depth)
    }
    case 'details': {
      const summary = inlineMarkdown(block.title, HEADING_LINE)
      return `<details${block.open ? ' open' : ''}>\n<summary>${summary}</summary>\n\n${joined(block.blocks, depth + 1)}\n\n</details>`
    }
    case 'group':
      return block.role === 'steps' && block.blocks[0]?.kind === 'panel'
        ? steps(block.blocks, depth)
        : joined(block.blocks, depth)
    case 'panel':
      return panel(block, depth)
    case 'field':
      return item(alternate ? '* ' : '- ', `${fieldLine(block)}\n\n${joined(block.blocks, depth + 1)}`.trim(), depth)
    case 'definitions':
      return block.entries
        .map(({ terms, details }) => {
          const names = terms.map(bold).join('\\\n')
          const text = details.map((blocks) => joined(blocks, depth + 1)).join('\n\n')
          return item(alternate ? '* ' : '- ', [names, text].filter((part) => part !== '').join('\n\n'), depth)
        })
        .join('\n\n')
    case 'footnote':
      return item(`[^${block.label}]: `, joined(block.blocks, depth + 1), depth, '    ')
  }
}

function paragraph(content: readonly Inline[]): string {
  const text = inlineMarkdown(content, LINE).trim()
  return text.replace(BLOCK_START, (_, number?: string) => (number === undefined ? '\\' : `${number}\\`))
}

function bold(content: readonly Inline[]): string {
  return inlineMarkdown([{ kind: 'span', element: 'strong', content: [...content] }], HEADING_LINE)
}

function fenced(text: string, language: string | null, title: string | null): string {
  const longest = Math.max(
    2,
    ...[...text.matchAll(/^[ \t]*(`{3,})/gm)].slice(0, 1000).map(([, run = '']) => run.length),
  )
  const fence = '`'.repeat(longest + 1)
  const name = title === null ? '' : ` title="${title.replace(/["`\n]/g, ' ')}"`
  // A title without a language would be read as the language.
  const info = `${language ?? (title === null ? '' : 'text')}${name}`.replace(/`/g, '')
  return `${fence}${info}\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${fence}`
}

function list(block: List, depth: number, alternate: boolean): string {
  const items = block.items.map(({ done, blocks }, at) => {
    const mark = block.start === null ? (alternate ? '*' : '-') : `${block.start + at}${alternate ? ')' : '.'}`
    const task = done === null ? '' : done ? '[x] ' : '[ ] '
    return item(`${mark} `, `${task}${joined(blocks, depth + 1, !block.loose)}`, depth)
  })
  return items.join(block.loose ? '\n\n' : '\n')
}

function steps(blocks: readonly Block[], depth: number): string {
  return blocks
    .map((block, at) =>
      item(`${at + 1}. `, block.kind === 'panel' ? panel(block, depth + 1) : joined([block], depth + 1), depth),
    )
    .join('\n\n')
}

function panel({ role, title, target, blocks }: Panel, depth: number): string {
  const label: Inline[] = target === null ? title : [{ kind: 'link', target, title: null, content: title }]
  const text = joined(blocks, depth + 1)
  if (role === 'card')
    return item('- ', [title.length === 0 ? '' : bold(label), text].filter((part) => part !== '').join('\n\n'), depth)
  return [title.length === 0 ? '' : bold(label), text].filter((part) => part !== '').join('\n\n')
}

function fieldLine({ name, type, initial, required, deprecated }: Field): string {
  const code = (text: string): string => inlineMarkdown([{ kind: 'code', text }], LINE)
  const facts = [
    type === null ? '' : code(type),
    required ? 'required' : '',
    deprecated ? 'deprecated' : '',
    initial === null ? '' : `default ${code(initial)}`,
  ].filter((fact) => fact !== '')
  return `${code(name)}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`
}

function table({ columns, header, rows }: Table): string {
  const width = Math.max(columns.length, header.length, ...rows.slice(0, 10_000).map((row) => row.length))
  if (width === 0) return ''
  // Rows need no more cells than they have. In a table that is very large they are not filled.
  const filled = width * rows.length <= FILLED_LIMIT ? width : 0
  const line = (cells: readonly string[], least = filled): string =>
    `| ${Array.from({ length: Math.max(least, cells.length) }, (_, at) => cells[at] ?? '').join(' | ')} |`
  const dashes = Array.from({ length: width }, (_, at) => {
    const align = columns[at]
    return align === 'left' ? ':--' : align === 'center' ? ':-:' : align === 'right' ? '--:' : '---'
  })
  return [line(header.map(cell), width), line(dashes), ...rows.map((row) => line(row.map(cell)))].join('\n')
}

/** Blocks of a cell in one line. */
function cell(blocks: readonly Block[]): string {
  return blocks
    .map(cellBlock)
    .filter((text) => text !== '')
    .join('<br>')
}

function cellBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return inlineMarkdown(block.content, CELL).replace(/\s+/g, ' ').trim()
    case 'code':
      return block.text
        .split('\n')
        .filter((text) => text.trim() !== '')
        .map((text) => inlineMarkdown([{ kind: 'code', text: text.trim() }], CELL))
        .join('<br>')
    case 'math':
      return inlineMarkdown([{ kind: 'math', text: block.text.replace(/\s+/g, ' ') }], CELL)
    case 'rule':
      return ''
    case 'list':
      return block.items
        .map(({ blocks }, at) => `${block.start === null ? '•' : `${block.start + at}\\.`} ${cell(blocks)}`)
        .join('<br>')
    case 'table':
      return [block.header, ...block.rows].map((row) => row.map(cell).join(' ')).join('<br>')
    case 'definitions':
      return block.entries
        .flatMap(({ terms, details }) => [...terms.map((term) => inlineMarkdown(term, CELL)), ...details.map(cell)])
        .join('<br>')
    case 'field':
      return [fieldLine(block).replace(/\|/g, '\\|'), cell(block.blocks)].filter((text) => text !== '').join('<br>')
    case 'admonition':
    case 'details':
    case 'panel':
      return [inlineMarkdown(block.title, CELL), cell(block.blocks)].filter((text) => text !== '').join('<br>')
    default:
      return cell(block.blocks)
  }
}

function quoted(text: string, depth: number): string {
  return depth >= DEPTH_LIMIT ? text : text.replace(/^(?=.)/gm, '> ').replace(/^$/gm, '>')
}

/** A mark, and the text behind it with all further lines below its beginning. */
function item(mark: string, text: string, depth: number, indent = ' '.repeat(mark.length)): string {
  if (depth >= DEPTH_LIMIT) return text
  if (text === '') return mark.trimEnd()
  return mark + text.replace(/\n(?=[^\n])/g, `\n${indent}`)
}
