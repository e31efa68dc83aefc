import { delimiterCells, rowCells } from './table.ts'

/** Receives the blocks of a page in order. `raw` is Markdown of one block, its lines trimmed and joined by `\n`. */
interface BlockSink {
  heading(level: number, raw: string): void
  paragraph(raw: string): void
  /** One row of a table, header included. */
  row(cells: readonly string[]): void
  /** One line of code, verbatim. */
  code(line: string): void
}

interface BlockOptions {
  /** MDX has no indented code, and its blocks may stand at any indentation. */
  readonly mdx: boolean
}

/** Quotes and list items that may stand in one another; deeper marks are text. */
const NESTING_LIMIT = 32
const QUOTE = -1

// `.` with the flag s is any sign of the line, also U+2028: a pattern that could not reach the end would try again from
// every place before, which takes quadratic time.
const TAB_IN_INDENT = /^[ >]*(?:(?:[-*+]|\d{1,9}[.)])[ >]*)*\t/
const SETEXT = /^(?:=+|-+)\s*$/
const LIST_MARKER = /(?:[-*+]|(\d{1,9})[.)])(?= |$)/y
const FENCE = /^(`{3,}|~{3,})(.*)$/s
const FENCE_TITLE = /\btitle\s*=\s*(?:"([^"]*)"|'([^']*)')/
const HEADING = /^(#{1,6})(?:\s+(.*))?$/s
const RAW_ELEMENT = /^<(script|style)(?=[\s>]|$)/i
/** A component alone on its line; in a line of text `<Name>` may be a placeholder or a type. */
const COMPONENT = /^<\/?[A-Z][\w.]+\s*\/?>$/
const DIRECTIVE = /^:{3,}\s*(?:[\w-]+)?(.*)$/s
const ALERT = /^\[![A-Za-z]+\][+-]?/
const TASK = /^\[[ xX]\]\s+/
const DEFINITION = /^\[(\^)?[^[\]]{1,999}\]:(.*)$/s

/**
 * Cuts a page into blocks, line by line, in one pass of linear time. It knows CommonMark's block structure as far as that
 * decides what is text, code or a heading. It also knows GitHub's tables, footnotes, task lists and alerts, and `:::`
 * directives.
 */
export function scanBlocks(source: string, options: BlockOptions, sink: BlockSink): void {
  const indentLimit = options.mdx ? Number.POSITIVE_INFINITY : 3
  /** Outermost first: `QUOTE`, or the width that a list item's content is indented by. */
  const containers: number[] = []
  let paragraph: string[] = []
  let inTable = false
  let fence: { mark: string; length: number } | null = null
  /** What ends the raw block (a comment, a script) that the line stands in. */
  let rawEnd = ''

  function flush(): void {
    inTable = false
    if (paragraph.length === 0) return
    sink.paragraph(paragraph.length === 1 ? (paragraph[0] as string) : paragraph.join('\n'))
    paragraph = []
  }

  function closeTo(depth: number): void {
    if (depth === containers.length) return
    flush()
    containers.length = depth
  }

  function line(raw: string): void {
    const text = raw.includes('\t') && TAB_IN_INDENT.test(raw) ? expandTabs(raw) : raw
    let at = 0
    let matched = 0
    for (; matched < containers.length; matched++) {
      const width = containers[matched] as number
      const indent = indentAt(text, at)
      if (width === QUOTE) {
        if (indent > indentLimit || text[at + indent] !== '>') break
        at += indent + 1
        if (text[at] === ' ') at += 1
      } else if (at + indent < text.length) {
        if (indent < width) break
        at += width
      }
    }

    if (matched === containers.length) {
      if (fence !== null) return fenced(text.slice(at), fence)
      if (rawEnd !== '') return rawLine(text.slice(at))
    } else {
      fence = null
      rawEnd = ''
    }
    if (at + indentAt(text, at) >= text.length) {
      flush()
      if (containers.lastIndexOf(QUOTE) >= matched) containers.length = matched
      return
    }

    let opened = false
    let indent = indentAt(text, at)
    const canBeSetext = paragraph.length > 0 && matched === containers.length && indent <= indentLimit
    if (canBeSetext && underlines(text.slice(at + indent))) return
    while (indent <= indentLimit && matched < NESTING_LIMIT) {
      const rest = text.slice(at + indent)
      const startsQuote = rest[0] === '>'
      const interrupts = paragraph.length > 0 && !opened && matched === containers.length
      const width = startsQuote || isThematicBreak(rest) ? 0 : listMarkerWidth(rest, interrupts)
      if (!startsQuote && width === 0) break
      closeTo(matched)
      flush()
      at += indent + (startsQuote ? 1 : width)
      if (startsQuote && text[at] === ' ') at += 1
      let contentIndent = indentAt(text, at)
      if (!startsQuote) {
        // Five spaces and more after the marker are one space and an indented code block.
        if (contentIndent > 4 || at + contentIndent === text.length) contentIndent = 1
        at = Math.min(at + contentIndent, text.length)
      }
      containers.push(startsQuote ? QUOTE : indent + width + contentIndent)
      matched += 1
      opened = true
      indent = indentAt(text, at)
    }
    leaf(text.slice(at), indent, matched, opened)
  }

  function leaf(text: string, indent: number, matched: number, opened: boolean): void {
    const content = text.trim()
    if (content === '') return
    const inParagraph = paragraph.length > 0 && !opened
    if (indent > indentLimit) {
      if (inParagraph) return void paragraph.push(content)
      closeTo(matched)
      return sink.code(text.slice(4))
    }
    if (block(content, matched)) return
    if (matched < containers.length && !inParagraph) closeTo(matched)
    if (inTable) return sink.row(rowCells(content))
    paragraph.push(opened ? content.replace(TASK, '') : content)
  }

  /** Takes the line if it starts (or is) a block other than a paragraph. */
  function block(content: string, matched: number): boolean {
    switch (content[0]) {
      case '#': {
        const heading = HEADING.exec(content)
        if (!heading) return false
        interrupt(matched)
        sink.heading((heading[1] as string).length, withoutClosingMarks(heading[2] ?? ''))
        return true
      }
      case '`':
      case '~': {
        const opening = FENCE.exec(content)
        const [, marks = '', info = ''] = opening ?? []
        if (!opening || (marks[0] === '`' && info.includes('`'))) return false
        interrupt(matched)
        fence = { mark: marks[0] as string, length: marks.length }
        const title = FENCE_TITLE.exec(info)
        if (title) sink.code(title[1] ?? title[2] ?? '')
        return true
      }
      case '-':
      case '*':
      case '_':
        if (!isThematicBreak(content)) return false
        interrupt(matched)
        return true
      case '<': {
        const element = RAW_ELEMENT.exec(content)?.[1]
        const end = content.startsWith('<!--') ? '-->' : element ? `</${element.toLowerCase()}` : ''
        if (end === '' && !COMPONENT.test(content)) return false
        interrupt(matched)
        if (end === '') return true
        rawEnd = end
        rawLine(content.slice(1))
        return true
      }
      case ':': {
        const directive = DIRECTIVE.exec(content)
        if (!directive) return false
        interrupt(matched)
        const title = (directive[1] ?? '').replace(/\{[^{}]*\}\s*$/, '').trim()
        if (title !== '') sink.paragraph(title.startsWith('[') && title.endsWith(']') ? title.slice(1, -1) : title)
        return true
      }
      case '[':
        return paragraph.length === 0 && (alert(content) || definition(content, matched))
      default:
        return false
    }
  }

  function interrupt(matched: number): void {
    flush()
    closeTo(matched)
  }

  /** GitHub's `> [!NOTE]`: its word is a mark, what follows it is a title. */
  function alert(content: string): boolean {
    const mark = containers.at(-1) === QUOTE ? ALERT.exec(content) : null
    if (!mark) return false
    const title = content.slice(mark[0].length).trim()
    if (title !== '') sink.paragraph(title)
    return true
  }

  function definition(content: string, matched: number): boolean {
    const parts = DEFINITION.exec(content)
    if (!parts) return false
    closeTo(matched)
    if (parts[1]) paragraph.push((parts[2] as string).trim())
    return true
  }

  /** Takes the line if it turns the paragraph above it into a heading or a table. */
  function underlines(content: string): boolean {
    const first = content[0]
    if (first !== '=' && first !== '-' && first !== '|' && first !== ':') return false
    const cells = delimiterCells(content)
    const header = cells > 0 ? rowCells(paragraph.at(-1) as string) : []
    if (cells > 0 && header.length === cells) {
      paragraph.pop()
      flush()
      inTable = true
      sink.row(header)
      return true
    }
    if (!SETEXT.test(content)) return false
    sink.heading(first === '=' ? 1 : 2, paragraph.join('\n'))
    paragraph = []
    return true
  }

  function fenced(content: string, open: { mark: string; length: number }): void {
    const trimmed = content.trim()
    const closes = trimmed.length >= open.length && trimmed === open.mark.repeat(trimmed.length)
    if (closes) fence = null
    else sink.code(content)
  }

  function rawLine(content: string): void {
    const end = content.toLowerCase().indexOf(rawEnd)
    if (end < 0) return
    const rest = content.slice(content.indexOf('>', end) + 1 || content.length).trim()
    rawEnd = ''
    if (rest !== '') paragraph.push(rest)
  }

  for (let start = 0; start < source.length;) {
    const newline = source.indexOf('\n', start)
    const end = newline < 0 ? source.length : newline
    line(source.slice(start, end))
    start = end + 1
  }
  flush()
}

function indentAt(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) === 0x20) at += 1
  return at - start
}

/** Length of the list marker that `text` starts with, 0 if none. One that interrupts a paragraph must start a list. */
function listMarkerWidth(text: string, interrupts: boolean): number {
  LIST_MARKER.lastIndex = 0
  const marker = LIST_MARKER.exec(text)
  if (!marker) return 0
  const width = marker[0].length
  if (interrupts && (text.slice(width).trim() === '' || (marker[1] !== undefined && Number(marker[1]) !== 1))) return 0
  return width
}

function isThematicBreak(text: string): boolean {
  const mark = text[0]
  if (mark !== '-' && mark !== '*' && mark !== '_') return false
  let marks = 0
  for (let at = 0; at < text.length; at++) {
    const c = text[at]
    if (c === mark) marks += 1
    else if (c !== ' ' && c !== '\t') return false
  }
  return marks >= 3
}

/** `## Title ##` is `Title`, `# C#` is `C#`. */
function withoutClosingMarks(text: string): string {
  const trimmed = text.trim()
  let end = trimmed.length
  while (end > 0 && trimmed[end - 1] === '#') end -= 1
  if (end === 0) return ''
  return end < trimmed.length && /\s/.test(trimmed[end - 1] as string) ? trimmed.slice(0, end).trimEnd() : trimmed
}

/** Tabs before the text become spaces up to the next column that four divides (CommonMark §2.2). */
function expandTabs(text: string): string {
  let expanded = ''
  let at = 0
  for (; at < text.length && /[\s>*+\-\d.)]/.test(text[at] as string); at++) {
    expanded += text[at] === '\t' ? ' '.repeat(4 - (expanded.length % 4)) : text[at]
  }
  return expanded + text.slice(at)
}
