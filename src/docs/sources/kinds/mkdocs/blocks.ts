import { trackFences, type FenceTracker } from '../../expand-lines.ts'
import { words } from '../../../../shared/words.ts'

/** A block whose content is indented below its first line, or stands between lines of slashes. */
interface OpenBlock {
  /** Column of the source from which on its content stands, if the indentation ends it. */
  readonly column: number
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

/** Indentation, and the mark of an item or of a definition, before a block. */
const MARKER = /^[ \t]*(?::[ ]{1,3}|[-*+][ ]{1,3}|\d{1,9}\.[ ]{1,2})?/
const ADMONITION = /^!!! ?([\w-]+(?: +[\w-]+)*)(?: +"(.*?)")? *$/
const DETAILS = /^\?{3}(\+?) ?(?:([\w-]+(?: +[\w-]+)*))?(?: +"(.*?)"| *"(.*?)")? *$/
const TAB = /^===([!+]*) +"(.*?)" *$/
const SLASHES = /^(\/{3,})[ \t]*([\w-]+)[ \t]*(?:\|[ \t]*(.*))?$/s
/** Options of a block between slashes: lines of YAML that follow its first line. */
const OPTION = /^ {4}[\w-]+:/
/** Words after the kind of an admonition that say where it floats. */
const TONES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
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
  }),
)
const KNOWN = new Set(words('note info important tip success check hint warning caution danger error'))

/**
 * Writes the blocks of Python-Markdown and PyMdown Extensions as directives and tags that the reader knows: admonitions
 * (`!!!`), details (`???`), tabs (`===`), and blocks between slashes (`///`). Their content loses its indentation.
 */
export function expandBlocks(text: string): string {
  if (!/!!!|\?\?\?|===|\/\/\//.test(text)) return text
  const written: string[] = []
  const stack: OpenBlock[] = [opened(0, null, '', false)]
  /** Margin of each block, for its end. */
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
  function endTo(depth: number): void {
    while (stack.length > depth) endBlock()
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
    const ended = stack.findIndex(({ column, end }) => end === null && indent < column)
    if (ended > 0) endTo(ended)
    const stripped = INDENT * stack.filter(({ end }, at) => at > 0 && end === null).length
    const content = line.slice(Math.min(indent, stripped))
    if (options && OPTION.test(content)) continue
    options = false
    if (top().fence.isCode(content)) {
      endTabs()
      written.push(content)
      continue
    }
    const slashes = stack.findLastIndex(({ end }) => end === content.trim())
    if (slashes > 0) {
      endTo(slashes)
      continue
    }
    const [marker = ''] = MARKER.exec(content) ?? []
    const read = stack.length > DEPTH_LIMIT ? null : blockOf(content.slice(marker.length), stripped + marker.length)
    if (read === null) {
      endTabs()
      written.push(content)
      continue
    }
    const margin = ' '.repeat(marker.length)
    const goesOn = read.block.isTab && top().hasTabs && !read.isNew
    if (!goesOn) endTabs()
    const lines = read.block.isTab && !goesOn ? ['<Tabs>', ...read.lines] : read.lines
    const isItem = marker.trim() !== ''
    written.push(...(isItem ? [] : ['']), ...lines.map((each, at) => (at === 0 ? marker : margin) + each), '')
    stack.push(read.block)
    margins.push(margin)
    options = read.block.end !== null
  }
  endTo(1)
  endTabs()
  return written.join('\n')
}

interface ReadBlock {
  readonly lines: readonly string[]
  readonly block: OpenBlock
  /** Whether a tab starts a group of its own. */
  readonly isNew: boolean
}

/** @param column column of the source at which the line starts */
function blockOf(line: string, column: number): ReadBlock | null {
  const read = (lines: readonly string[], close: string, end: string | null = null, isNew = false): ReadBlock => {
    const isTab = close === '</Tab>'
    return { lines, block: opened(column + INDENT, end, close, isTab), isNew }
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

function opened(column: number, end: string | null, close: string, isTab: boolean): OpenBlock {
  return { column, end, close, isTab, hasTabs: false, fence: trackFences() }
}

/** The first line of an admonition. Without a title, its kind is that; with an empty one, it has none. */
function note(words: string, title: string | undefined): string[] {
  const [kind = 'note'] = words.toLowerCase().split(' ')
  const tone = TONES.get(kind) ?? (KNOWN.has(kind) ? kind : 'note')
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
