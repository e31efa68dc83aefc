import type { CodeView, LineMark, MarkTone, WordMark } from '../../../model/page-model.ts'

/** Longest text behind a fence that is looked at. */
const INFO_LIMIT_CHARS = 2000
/** Marks of one block of code. */
const MARK_LIMIT = 200
/** Highest number of a line. */
const LINE_LIMIT = 1_000_000

/** One option: a name before `=`, and a value in quotes, braces, brackets or slashes, or a bare word. */
const OPTION =
  /(?:([A-Za-z_][\w-]*)\s*=\s*)?(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|\{((?:[^{}"]|"[^"]*")*)\}|\[([^\]]*)\]|(?<!\S)\/((?:\\.|[^/\\\s])+)\/(?!\S)|([^\s"'{}[\]]+))/g
const LINES = /^(?:\s*"[^"]*"\s*:)?[\s\d,.-]+$/
const RANGE = /(\d{1,7})(?:\s*(?:-|\.\.)\s*(\d{1,7}))?/g
const VITEPRESS_NUMBERS = /:line-numbers(?:=(\d{1,7}))?$/
const PATTERN = /[\\^$.|?*+()[\]{}]/

const TONES: ReadonlyMap<string, MarkTone> = new Map(
  Object.entries<MarkTone>({
    mark: 'mark',
    highlight: 'mark',
    hl_lines: 'mark',
    ins: 'ins',
    add: 'ins',
    del: 'del',
    remove: 'del',
    error: 'error',
    warning: 'warning',
    focus: 'focus',
  }),
)

/**
 * What stands behind the language of a fence about how the code is shown: `{1,3-5}`, `ins={2} "text" showLineNumbers`,
 * `hl_lines="2 3" linenums="1"`, `:line-numbers`. Undefined: nothing does.
 */
export function readCodeView(info: string): CodeView | undefined {
  const view = { lines: [] as LineMark[], words: [] as WordMark[], first: 0, wrap: false }
  readOptions(info.slice(0, INFO_LIMIT_CHARS), view)
  const { first, lines, words, wrap } = view
  const read: CodeView = {
    ...(lines.length === 0 ? {} : { lines: lines.slice(0, MARK_LIMIT) }),
    ...(words.length === 0 ? {} : { words: words.slice(0, MARK_LIMIT) }),
    ...(first === 0 ? {} : { firstNumber: first }),
    ...(wrap ? { wrap: true } : {}),
  }
  return Object.keys(read).length === 0 ? undefined : read
}

interface Draft {
  readonly lines: LineMark[]
  readonly words: WordMark[]
  first: number
  wrap: boolean
}

function readOptions(info: string, view: Draft): void {
  let before: { readonly bare: string; readonly end: number } | null = null
  for (const match of info.matchAll(OPTION)) {
    const [whole, key, double, single, braces, brackets, slashes, bare] = match
    const value = double ?? single ?? braces ?? brackets ?? bare ?? ''
    if (key !== undefined) named(key, value, view)
    else if (double !== undefined || single !== undefined) word('mark', value, view)
    else if (slashes !== undefined) pattern('mark', `/${slashes}/`, view)
    else if (braces?.includes('=') === true) readOptions(parted(braces), view)
    else if (braces !== undefined && before?.bare === 'showLineNumbers' && before.end === match.index) {
      view.first = numberOf(braces)
    } else if (braces !== undefined && LINES.test(braces)) lines('mark', braces, view)
    else if (bare !== undefined) flag(bare, view)
    before = bare === undefined || key !== undefined ? null : { bare, end: match.index + whole.length }
  }
}

/** Options in braces, which commas may part: `{linenos=true,hl_lines=[1,"3-4"]}`. */
function parted(braces: string): string {
  return braces.replace(/,(?![^[]*\])/g, ' ')
}

function named(key: string, value: string, view: Draft): void {
  const tone = TONES.get(key)
  switch (key) {
    case 'showLineNumbers':
    case 'lineNumbers':
    case 'linenos':
    case 'linenums':
    case 'lines':
      if (value === 'false') view.first = 0
      else if (view.first === 0 || /^\d/.test(value)) view.first = numberOf(value)
      return
    case 'startLineNumber':
    case 'linenostart':
      view.first = numberOf(value)
      return
    case 'wrap':
      view.wrap = value !== 'false'
      return
  }
  if (tone === undefined) return
  if (key === 'hl_lines' || LINES.test(value)) lines(tone, value, view)
  else if (tone === 'mark' || tone === 'ins' || tone === 'del') pattern(tone, value, view)
}

function flag(bare: string, view: Draft): void {
  const numbers = VITEPRESS_NUMBERS.exec(bare)
  if (numbers !== null) view.first = numberOf(numbers[1] ?? '1')
  else if (bare === 'showLineNumbers' || bare === 'lines' || bare === 'lineNumbers') view.first ||= 1
  else if (bare === 'wrap') view.wrap = true
}

function lines(tone: MarkTone, written: string, view: Draft): void {
  const ranges = written.replace(/^\s*"[^"]*"\s*:/, '')
  for (const [, from = '', to = from] of ranges.matchAll(RANGE)) {
    if (Number(from) > 0 && Number(to) >= Number(from)) view.lines.push({ tone, from: Number(from), to: Number(to) })
  }
}

function word(tone: WordMark['tone'], written: string, view: Draft): void {
  const text = written.replace(/\\(["'\\])/g, '$1')
  if (text.trim() !== '') view.words.push({ tone, text })
}

/** A pattern is marked where it is a mere text, as a pattern of a page is never run. */
function pattern(tone: WordMark['tone'], written: string, view: Draft): void {
  const text = /^\/.+\/$/.test(written) ? written.slice(1, -1) : written
  if (text === written || !PATTERN.test(text)) word(tone, text, view)
}

function numberOf(written: string): number {
  return Math.min(LINE_LIMIT, Math.max(1, Number.parseInt(written, 10) || 1))
}
