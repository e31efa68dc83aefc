/** A call of a shortcode: `{{< name argument key="value" >}}`. */
export interface Shortcode {
  readonly name: string
  /** What stands within is Markdown of the page with `%`, and text of the shortcode's own with `<`. */
  readonly marks: '<' | '%'
  readonly positional: readonly string[]
  /** Arguments by their names in lower case. */
  readonly named: ReadonlyMap<string, string>
}

/** What stands in the place of a shortcode of a text that no other one contains. `end` is the offset behind all of it. */
export type FoundShortcode = { readonly end: number } & (
  | {
      readonly kind: 'call'
      readonly shortcode: Shortcode
      /** Number of this shortcode within the one around it, from 0. */
      readonly ordinal: number
      /** What stands within, and its offset; null: it stands alone. */
      readonly inner: { readonly text: string; readonly at: number } | null
    }
  /** `{{</* shown *\/>}}` stands for itself without the comment; `text` is that. */
  | { readonly kind: 'shown'; readonly text: string }
  /** It opens or ends and has no partner, or cannot be read; `problem` says what is wrong, and `text` is shown. */
  | { readonly kind: 'stray'; readonly text: string; readonly problem: string }
)

type Token = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'shown'; readonly text: string }
  | { readonly kind: 'stray'; readonly text: string; readonly problem: string }
  /** `close` is the token that closes it; null: it stands alone. */
  | { readonly kind: 'open'; readonly shortcode: Shortcode; close: number | null }
  | { readonly kind: 'close' }
)

/** Longest call of a shortcode. */
const CALL_LIMIT_CHARS = 16_384
/** Calls of a page that cannot be read, from which on the rest of the page is text. */
const FAILURE_LIMIT = 50
const COMMENT = /\{\{([<%])\s*\/\*/y
const NAME = /\s*(?:(\/)\s*)?([^\s"'`<>%={}]{1,200})/y
const ARGUMENT =
  /\s*(?:([\w.-]{1,100})\s*=\s*)?(?:"((?:[^"\\]|\\.){0,16384})"|`([^`]{0,16384})`|((?:(?![\s"`]|\/?\s*[>%]\}\}).){1,2000}))/sy
const END = /\s*(?:(\/)\s*)?([>%])\}\}/y

/** Finds the shortcodes of a text that no other one contains, by their offsets. Linear time. */
export function readShortcodes(source: string): ReadonlyMap<number, FoundShortcode> {
  const tokens = readTokens(source)
  const found = new Map<number, FoundShortcode>()
  let ordinal = 0
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    const { end, start } = token
    if (token.kind === 'close') continue
    if (token.kind !== 'open') {
      found.set(start, token)
      continue
    }
    const { close, shortcode } = token
    const closing = close === null ? undefined : tokens[close]
    const inner = closing === undefined ? null : { text: source.slice(end, closing.start), at: end }
    found.set(start, { kind: 'call', shortcode, ordinal: ordinal++, inner, end: closing?.end ?? end })
    at = close ?? at
  }
  return found
}

/** The calls of a text in their order. Those that open and those that close are paired. */
function readTokens(source: string): readonly Token[] {
  const tokens: Token[] = []
  const calls: { at: number; name: string; closes: boolean }[] = []
  let failures = 0
  let from = 0
  for (let at = source.indexOf('{{'); at >= 0 && failures < FAILURE_LIMIT; at = source.indexOf('{{', from)) {
    from = at + 2
    const marks = source[from]
    if (marks !== '<' && marks !== '%') continue
    COMMENT.lastIndex = at
    if (COMMENT.test(source)) {
      const shown = shownEnd(source, at, marks)
      if (shown === null) failures += 1
      else {
        from = shown.at
        const text = `{{${marks}${shown.text}${marks === '<' ? '>' : '%'}}}`
        tokens.push({ kind: 'shown', start: at, end: from, text })
      }
      continue
    }
    const call = readCall(source, at, marks)
    if (call === null) {
      failures += 1
      tokens.push({ kind: 'stray', start: at, end: at + 3, text: `{{${marks}`, problem: 'the shortcode has no end' })
      continue
    }
    const { closes, end, isAlone, shortcode } = call
    from = end
    tokens.push(closes ? { kind: 'close', start: at, end } : { kind: 'open', start: at, end, shortcode, close: null })
    if (!isAlone) calls.push({ at: tokens.length - 1, name: shortcode.name, closes })
  }
  pair(tokens, calls)
  return tokens
}

/** A call that is shown: the text between the marks of its comment, and the offset behind it. */
function shownEnd(source: string, start: number, marks: '<' | '%'): { at: number; text: string } | null {
  const from = source.indexOf('/*', start) + 2
  const limit = from + CALL_LIMIT_CHARS
  const end = source.slice(from, limit).indexOf('*/')
  if (end < 0) return null
  END.lastIndex = from + end + 2
  const closing = END.exec(source)
  if (closing?.[2] !== (marks === '<' ? '>' : '%')) return null
  return { at: END.lastIndex, text: source.slice(from, from + end) }
}

interface Call {
  readonly shortcode: Shortcode
  readonly closes: boolean
  /** Whether it ends with `/` and so has nothing within. */
  readonly isAlone: boolean
  readonly end: number
}

function readCall(source: string, start: number, marks: '<' | '%'): Call | null {
  NAME.lastIndex = start + 3
  const [, slash, written] = NAME.exec(source) ?? []
  if (written === undefined) return null
  const name = written.replace(/\/$/, '')
  let at = NAME.lastIndex - (written.length - name.length)
  const positional: string[] = []
  const named = new Map<string, string>()
  for (;;) {
    END.lastIndex = at
    const end = END.exec(source)
    if (end) {
      if ((end[2] === '>') !== (marks === '<')) return null
      const shortcode = { name, marks, positional, named }
      return { shortcode, closes: slash === '/', isAlone: end[1] === '/', end: END.lastIndex }
    }
    ARGUMENT.lastIndex = at
    const argument = ARGUMENT.exec(source)
    if (argument === null || ARGUMENT.lastIndex - start > CALL_LIMIT_CHARS) return null
    const [, key, quoted, raw, bare] = argument
    const value =
      quoted === undefined
        ? (raw ?? bare ?? '')
        : quoted.replace(/\\(["\\n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
    if (key === undefined) positional.push(value)
    else named.set(key.toLowerCase(), value)
    at = ARGUMENT.lastIndex
  }
}

/** Finds the closing call of each shortcode. What opens in between and has none stands alone. */
function pair(tokens: Token[], calls: readonly { at: number; name: string; closes: boolean }[]): void {
  const open: { at: number; name: string }[] = []
  const openByName = new Map<string, number>()
  const count = (name: string, change: number): void => void openByName.set(name, (openByName.get(name) ?? 0) + change)
  for (const { at, closes, name } of calls) {
    if (!closes) {
      open.push({ at, name })
      count(name, 1)
    } else if ((openByName.get(name) ?? 0) === 0) {
      const { end, start } = tokens[at] as Token
      tokens[at] = { kind: 'stray', start, end, text: '', problem: `${name} is closed and was not opened` }
    } else {
      let last = open.pop()
      while (last !== undefined) {
        count(last.name, -1)
        const opening = tokens[last.at]
        if (last.name === name && opening?.kind === 'open') {
          opening.close = at
          break
        }
        last = open.pop()
      }
    }
  }
}
