/** A call of a shortcode: `{{< name argument key="value" >}}`. */
export interface Shortcode {
  readonly name: string
  /** What stands within is Markdown of the page with `%`, and text of the shortcode's own with `<`. */
  readonly marks: '<' | '%'
  readonly positional: readonly string[]
  /** Arguments by their names in lower case. */
  readonly named: ReadonlyMap<string, string>
}

export type ShortcodeToken = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'text' }
  /** `{{</* shown *\/>}}` stands for itself without the comment; `text` is that. */
  | { readonly kind: 'shown'; readonly text: string }
  /** `close` is the index of the token that closes it; null: it stands alone. */
  | { readonly kind: 'open'; readonly shortcode: Shortcode; readonly close: number | null }
  | { readonly kind: 'close' }
  /** It opens or ends and has no partner, or cannot be read; `problem` says what is wrong. */
  | { readonly kind: 'stray'; readonly problem: string }
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

/** Cuts a page into text and shortcodes, and pairs those that open with those that close. Linear time. */
export function readShortcodes(source: string): readonly ShortcodeToken[] {
  const tokens: ShortcodeToken[] = []
  const calls: { at: number; name: string; closes: boolean }[] = []
  let textFrom = 0
  let failures = 0

  function push(token: ShortcodeToken): void {
    if (token.start > textFrom) tokens.push({ kind: 'text', start: textFrom, end: token.start })
    tokens.push(token)
    textFrom = token.end
  }

  for (
    let at = source.indexOf('{{');
    at >= 0 && failures < FAILURE_LIMIT;
    at = source.indexOf('{{', Math.max(at + 2, textFrom))
  ) {
    const marks = source[at + 2]
    if (marks !== '<' && marks !== '%') continue
    COMMENT.lastIndex = at
    if (COMMENT.test(source)) {
      const end = shownEnd(source, at, marks)
      if (end === null) failures += 1
      else push({ kind: 'shown', start: at, end: end.at, text: `{{${marks}${end.text}${marks === '<' ? '>' : '%'}}}` })
      continue
    }
    const call = readCall(source, at, marks)
    if (call === null) {
      failures += 1
      const line = source.indexOf('\n', at)
      push({
        kind: 'stray',
        start: at,
        end: Math.min(at + 3, line < 0 ? source.length : line),
        problem: 'the shortcode has no end',
      })
      continue
    }
    const { closes, end, isAlone, shortcode } = call
    push(closes ? { kind: 'close', start: at, end } : { kind: 'open', start: at, end, shortcode, close: null })
    if (!isAlone) calls.push({ at: tokens.length - 1, name: shortcode.name, closes })
  }
  if (textFrom < source.length) tokens.push({ kind: 'text', start: textFrom, end: source.length })
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
function pair(tokens: ShortcodeToken[], calls: readonly { at: number; name: string; closes: boolean }[]): void {
  const open: { at: number; name: string }[] = []
  const openByName = new Map<string, number>()
  const count = (name: string, change: number): void => void openByName.set(name, (openByName.get(name) ?? 0) + change)
  for (const { at, closes, name } of calls) {
    if (!closes) {
      open.push({ at, name })
      count(name, 1)
    } else if ((openByName.get(name) ?? 0) === 0) {
      const { end, start } = tokens[at] as ShortcodeToken
      tokens[at] = { kind: 'stray', start, end, problem: `${name} is closed and was not opened` }
    } else {
      let last = open.pop()
      while (last !== undefined) {
        count(last.name, -1)
        const opening = tokens[last.at]
        if (last.name === name && opening?.kind === 'open') {
          tokens[last.at] = { ...opening, close: at }
          break
        }
        last = open.pop()
      }
    }
  }
}
