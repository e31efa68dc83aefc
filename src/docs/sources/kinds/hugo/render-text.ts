import { hasMeaning, holdsCode, type ShortcodeCall } from './meanings.ts'
import { readShortcodes, type Shortcode, type ShortcodeToken } from './shortcodes.ts'
import { codeTester, hasOpenTick } from './text-parts.ts'

/** Shortcodes that may stand in one another; of deeper ones only the inner text is kept. */
const NESTING_LIMIT = 40
const TAIL_LIMIT_CHARS = 2000

/** Where a shortcode stands: its line of the page, which takes time to count, and the files that include it. */
export interface Spot {
  readonly line: () => number
  readonly chain: readonly string[]
}

/** Writes the shortcodes of a page. */
export interface ShortcodeWriter {
  fault(code: 'unknown_shortcode', message: string, spot: Spot): void
  /** Whether a shortcode of the site shows what stands within as code. */
  writesCode(name: string): boolean
  /**
   * @param tail what the line of the shortcode has so far
   * @param inCode whether it stands in code, where no block can stand
   */
  write(call: ShortcodeCall, tail: string, inCode: boolean, spot: Spot): string
}

/** Tokens that are rendered together: all of a text, or those within a shortcode. */
interface Range {
  readonly from: number
  readonly to: number
  readonly parent: Shortcode | null
  readonly depth: number
  /** Whether all of it is code, as what stands within a shortcode may be. */
  readonly isCode: boolean
}

/** A text that remembers what its last line has. */
class Written {
  readonly pieces: string[] = []
  tail = ''

  add(piece: string): void {
    if (piece === '') return
    this.pieces.push(piece)
    const line = piece.lastIndexOf('\n')
    this.tail = (line < 0 ? this.tail + piece : piece.slice(line + 1)).slice(0, TAIL_LIMIT_CHARS)
  }
}

/** Renders one text of a page: its own, or that of a file that it includes. */
export function renderText(text: string, page: ShortcodeWriter, spotAt: (offset: number) => Spot): string {
  const tokens = readShortcodes(text)
  const isCode = codeTester(
    tokens.map((token) => (token.kind === 'text' ? source(token) : ' '.repeat(token.end - token.start))).join(''),
  )

  function render(range: Range): string {
    const written = new Written()
    let ordinal = 0
    for (let at = range.from; at < range.to; at++) {
      const token = tokens[at] as ShortcodeToken
      const inCode = range.isCode || isCode(token.start)
      if (token.kind !== 'open') written.add(plain(token, inCode, written.tail))
      else {
        const call = callOf(token, at, range, ordinal++)
        written.add(page.write(call, written.tail, inCode, spotAt(token.start)))
        at = token.close ?? at
      }
    }
    return written.pieces.join('')
  }

  /** What stands for a token that calls no shortcode. */
  function plain(token: Exclude<ShortcodeToken, { kind: 'open' }>, inCode: boolean, tail: string): string {
    if (token.kind === 'text') return source(token)
    if (token.kind === 'shown') return inCode || hasOpenTick(tail) ? token.text : token.text.replace('<', '&lt;')
    if (token.kind === 'close') return ''
    page.fault('unknown_shortcode', token.problem, spotAt(token.start))
    return token.problem.endsWith('no end') ? (inCode ? source(token) : '{{&lt;') : ''
  }

  function callOf(
    { close, shortcode, start }: ShortcodeToken & { kind: 'open' },
    at: number,
    { depth, parent }: Range,
    ordinal: number,
  ): ShortcodeCall {
    if (close === null) return { ...shortcode, parent, ordinal, inner: null }
    if (depth > NESTING_LIMIT) {
      page.fault('unknown_shortcode', `shortcodes stand more than ${NESTING_LIMIT} deep`, spotAt(start))
      return { ...shortcode, parent, ordinal, inner: textOf(at + 1, close, () => '') }
    }
    const showsCode = !hasMeaning(shortcode) && page.writesCode(shortcode.name)
    const inner = holdsCode(shortcode, parent)
      ? textOf(at + 1, close, source)
      : render({ from: at + 1, to: close, parent: shortcode, depth: depth + 1, isCode: showsCode })
    return { ...shortcode, parent, ordinal, inner }
  }

  /** The text between two tokens; `write` tells what stands for a shortcode that is not shown. */
  function textOf(from: number, to: number, write: (token: ShortcodeToken) => string): string {
    return tokens
      .slice(from, to)
      .map((token) => (token.kind === 'shown' ? token.text : token.kind === 'text' ? source(token) : write(token)))
      .join('')
  }

  function source({ end, start }: ShortcodeToken): string {
    return text.slice(start, end)
  }

  return render({ from: 0, to: tokens.length, parent: null, depth: 0, isCode: false })
}
