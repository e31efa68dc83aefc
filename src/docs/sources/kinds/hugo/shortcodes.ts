/** A call of a shortcode: `{{< name argument key="value" >}}`. */
export interface Shortcode {
  readonly name: string
  /** What stands within is Markdown of the page with `%`, and text of the shortcode's own with `<`. */
  readonly marks: '<' | '%'
  readonly positional: readonly string[]
  /** Arguments by their names in lower case. */
  readonly named: ReadonlyMap<string, string>
}

/** A call that opens, up to that which closes it. */
interface FoundCall {
  readonly kind: 'call'
  readonly shortcode: Shortcode
  /** Number of this shortcode within the one around it, from 0. */
  ordinal: number
  /** What stands within, and its offset; null: it stands alone. */
  inner: { readonly text: string; readonly at: number } | null
  end: number
}

/** What stands in the place of a shortcode. `end` is the offset behind all of it. */
export type FoundShortcode =
  | Readonly<FoundCall>
  /** `{{</* shown *\/>}}` stands for itself without the comment; `text` is that. */
  | { readonly kind: 'shown'; readonly end: number; readonly text: string }
  /** It opens or ends and has no partner, or cannot be read; `problem` says what is wrong, and `text` is shown. */
  | { readonly kind: 'stray'; readonly end: number; readonly text: string; readonly problem: string }

/** Longest call of a shortcode. */
const CALL_LIMIT_CHARS = 16_384
/** Calls of a page that cannot be read, from which on the rest of the page is text. */
const FAILURE_LIMIT = 50
const COMMENT = /\{\{([<%])\s*\/\*/y
const NAME = /\s*(?:(\/)\s*)?([^\s"'`<>%={}]{1,200})/y
const ARGUMENT =
  /\s*(?:([\w.-]{1,100})\s*=\s*)?(?:"((?:[^"\\]|\\.){0,16384})"|`([^`]{0,16384})`|((?:(?![\s"`]|\/?\s*[>%]\}\}).){1,2000}))/sy
const END = /\s*(?:(\/)\s*)?([>%])\}\}/y

/**
 * Finds the shortcodes of a text that no other one contains, by their offsets. A call that closes belongs to the last one of
 * its name; what opens in between and has none stands alone. Linear time.
 */
export function readShortcodes(source: string): ReadonlyMap<number, FoundShortcode> {
  const found = new Map<number, FoundShortcode | FoundCall>()
  const open: FoundCall[] = []
  const openByName = new Map<string, number>()
  const count = (name: string, change: number): void => void openByName.set(name, (openByName.get(name) ?? 0) + change)
  let failures = 0

  function close(name: string, start: number, end: number): void {
    if ((openByName.get(name) ?? 0) === 0) {
      found.set(start, { kind: 'stray', end, text: '', problem: `${name} is closed and was not opened` })
      return
    }
    for (let call = open.pop(); call !== undefined; call = open.pop()) {
      count(call.shortcode.name, -1)
      if (call.shortcode.name !== name) continue
      call.inner = { text: source.slice(call.end, start), at: call.end }
      call.end = end
      return
    }
  }

  let from = 0
  for (let at = source.indexOf('{{'); at >= 0 && failures < FAILURE_LIMIT; at = source.indexOf('{{', from)) {
    from = at + 2
    const marks = source[from]
    if (marks !== '<' && marks !== '%') continue
    COMMENT.lastIndex = at
    const isShown = COMMENT.test(source)
    const shown = isShown ? shownEnd(source, at, marks) : null
    const call = isShown ? null : readCall(source, at, marks)
    if (shown !== null) {
      from = shown.at
      found.set(at, { kind: 'shown', end: from, text: `{{${marks}${shown.text}${marks === '<' ? '>' : '%'}}}` })
    } else if (call === null) {
      failures += 1
      if (isShown) continue
      found.set(at, { kind: 'stray', end: at + 3, text: `{{${marks}`, problem: 'the shortcode has no end' })
    } else {
      const { closes, end, isAlone, shortcode } = call
      from = end
      if (closes) close(shortcode.name, at, end)
      else {
        const opened: FoundCall = { kind: 'call', shortcode, ordinal: 0, inner: null, end }
        found.set(at, opened)
        if (isAlone) continue
        open.push(opened)
        count(shortcode.name, 1)
      }
    }
  }
  return outermost(found)
}

/** What no other one contains, with the numbers of calls. */
function outermost(found: Map<number, FoundShortcode | FoundCall>): ReadonlyMap<number, FoundShortcode> {
  let ordinal = 0
  let outerEnd = 0
  for (const [start, each] of found) {
    if (start < outerEnd) found.delete(start)
    else {
      outerEnd = each.end
      if (each.kind === 'call') Object.assign(each, { ordinal: ordinal++ })
    }
  }
  return found
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
