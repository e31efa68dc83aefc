import { trackFences, type FenceTracker } from '../../expand-lines.ts'

/** A block whose content is indented below its first line, or stands between lines of slashes. */
interface OpenBlock {
  /** Columns by which its content is indented more than the block. */
  readonly indent: number
  /** Line that ends it; null: the indentation ends it. */
  readonly end: string | null
  /** Written when it ends. */
  readonly close: string
  readonly isTab: boolean
  /** Whether its last block is a tab, whose group is still open. */
  hasTabs: boolean
  readonly fence: FenceTracker
}

/** Blocks that may stand in one another; the marks of deeper ones are text. */
const DEPTH_LIMIT = 40
const INDENT = 4

const ADMONITION = /^!!! ?([\w-]+(?: +[\w-]+)*)(?: +"(.*?)")? *$/
const DETAILS = /^\?{3}(\+?) ?(?:([\w-]+(?: +[\w-]+)*))?(?: +"(.*?)"| *"(.*?)")? *$/
const TAB = /^===([!+]*) +"(.*?)" *$/
const SLASHES = /^(\/{3,})[ \t]*([\w-]+)[ \t]*(?:\|[ \t]*(.*))?$/
const SLASHES_END = /^\/{3,}$/
/** Options of a block between slashes: lines of YAML that follow its first line. */
const OPTION = /^ {4}([\w-]+):[ \t]*(.*)$/
/** Words after the kind of an admonition that say where it floats. */
const TONES: Readonly<Record<string, string>> = {
  attention: 'warning',
  bug: 'danger',
  failure: 'danger',
  fail: 'danger',
  missing: 'danger',
  error: 'danger',
  question: 'note',
  help: 'note',
  faq: 'note',
  success: 'tip',
  check: 'tip',
  done: 'tip',
  hint: 'tip',
}
const KNOWN = new Set([
  'note',
  'info',
  'important',
  'tip',
  'success',
  'check',
  'hint',
  'warning',
  'caution',
  'danger',
  'error',
])

/**
 * Writes the blocks of Python-Markdown and PyMdown Extensions as directives and tags that the reader knows: admonitions
 * (`!!!`), details (`???`), tabs (`===`), and blocks between slashes (`///`). Their content loses its indentation.
 */
export function expandBlocks(text: string): string {
  if (!/^[ \t]*(?:!!!|\?\?\?|===|\/\/\/)/m.test(text)) return text
  const written: string[] = []
  const stack: OpenBlock[] = [opened(0, null, '', false)]
  /** Margin of the block around, for the end of one. */
  const margins: string[] = ['']
  let options = false

  function top(): OpenBlock {
    return stack.at(-1) as OpenBlock
  }
  function endTabs(): void {
    if (top().hasTabs) written.push(`${margins.at(-1)}</Tabs>`, '')
    top().hasTabs = false
  }
  function endBlock(): void {
    endTabs()
    const { close, fence, isTab } = stack.pop() as OpenBlock
    const margin = margins.pop() as string
    // Code without an end would go on behind the block.
    const marks = fence.open()
    written.push(...(marks === null ? [] : [margin + marks]), '', margin + close, '')
    top().hasTabs = isTab
  }
  function open(margin: string, lines: readonly string[], block: OpenBlock): void {
    if (!block.isTab) endTabs()
    written.push('', ...lines.map((line) => margin + line), '')
    stack.push(block)
    margins.push(margin)
  }

  for (const source of text.split('\n')) {
    const line = source.replace(/^\t+/, (tabs) => ' '.repeat(INDENT * tabs.length))
    if (line.trim() === '') {
      written.push('')
      top().fence.isCode('')
      options = false
      continue
    }
    const indent = line.length - line.trimStart().length
    // The lines of a block between slashes are indented as the block is, and only its own line ends it.
    while (stack.length > 1 && top().end === null && indent < depthOf(stack)) endBlock()
    const content = line.slice(Math.min(indent, depthOf(stack)))
    if (options && OPTION.test(content)) continue
    options = false
    if (top().fence.isCode(content)) {
      endTabs()
      written.push(content)
      continue
    }
    const rest = content.trimStart()
    const margin = content.slice(0, content.length - rest.length)
    if (SLASHES_END.test(rest.trimEnd()) && stack.some(({ end }) => end === rest.trimEnd())) {
      while (top().end !== rest.trimEnd()) endBlock()
      endBlock()
      continue
    }
    const block = stack.length > DEPTH_LIMIT ? null : blockOf(rest, margin.length)
    if (block === null) {
      endTabs()
      written.push(content)
      continue
    }
    if (block.isTab && (!top().hasTabs || block.isNew)) {
      endTabs()
      open(margin, ['<Tabs>', ...block.lines], block.block)
    } else open(margin, block.lines, block.block)
    options = block.block.end !== null
  }
  while (stack.length > 1) endBlock()
  endTabs()
  return written.join('\n')
}

interface ReadBlock {
  readonly lines: readonly string[]
  readonly block: OpenBlock
  readonly isTab: boolean
  /** Whether a tab starts a group of its own. */
  readonly isNew: boolean
}

function blockOf(line: string, margin: number): ReadBlock | null {
  const read = (lines: readonly string[], close: string, end: string | null = null, isNew = false): ReadBlock => {
    const isTab = close === '</Tab>'
    return { lines, block: opened(end === null ? margin + INDENT : 0, end, close, isTab), isTab, isNew }
  }
  const admonition = ADMONITION.exec(line)
  if (admonition) return read(note(admonition[1] ?? '', admonition[2]), ':::')
  const details = DETAILS.exec(line)
  if (details && (details[2] ?? details[3] ?? details[4]) !== undefined) {
    return read(summary(details[3] ?? details[4] ?? capital(details[2] ?? ''), details[1] === '+'), '</details>')
  }
  const tab = TAB.exec(line)
  if (tab) return read([tabTag(tab[2] ?? '')], '</Tab>', null, tab[1]?.includes('!'))
  const [slashes, marks = '', kind = '', title] = SLASHES.exec(line.trimEnd()) ?? []
  if (slashes === undefined) return null
  if (kind === 'tab') return read([tabTag(title ?? '')], '</Tab>', marks)
  if (kind === 'details') return read(summary(title ?? 'Details', false), '</details>', marks)
  if (kind === 'html' || kind === 'caption' || kind === 'figure-caption' || kind === 'definition')
    return read([], '', marks)
  return read(note(kind === 'admonition' ? 'note' : kind, title), ':::', marks)
}

function opened(indent: number, end: string | null, close: string, isTab: boolean): OpenBlock {
  return { indent, end, close, isTab, hasTabs: false, fence: trackFences() }
}

/** Columns by which the content of the innermost block is indented. */
function depthOf(stack: readonly OpenBlock[]): number {
  let depth = 0
  for (const { indent } of stack) depth += indent
  return depth
}

/** The first line of an admonition. Without a title, its kind is that; with an empty one, it has none. */
function note(words: string, title: string | undefined): string[] {
  const [kind = 'note'] = words.toLowerCase().split(' ')
  const tone = TONES[kind] ?? (KNOWN.has(kind) ? kind : 'note')
  const shown = title ?? (['note', 'tip', 'warning'].includes(kind) ? '' : capital(kind))
  return [`:::${tone} ${shown}`.trimEnd()]
}

function summary(title: string, isOpen: boolean): string[] {
  return [isOpen ? '<details open>' : '<details>', '<summary>', '', title, '', '</summary>']
}

function tabTag(title: string): string {
  const plain = title.replace(/:[a-z]+-[\w-]+:/g, '').replace(/(\*\*|`)(.{1,200}?)\1/g, '$2')
  return `<Tab title="${plain.trim().replaceAll('"', '&quot;')}">`
}

function capital(word: string): string {
  const [first = ''] = word.split(' ')
  return first.charAt(0).toUpperCase() + first.slice(1)
}
