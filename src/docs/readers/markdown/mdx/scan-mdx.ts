import { braceEnd, createBraceFinder } from '../braces.ts'
import { createCodeSpanFinder } from '../code/code-span.ts'
import { fencedEnd } from '../code/fence.ts'
import { createFormulaFinder, type Formulas } from '../code/formulas.ts'
import { lineGroupEnd, moduleCodeEnd } from '../module-code.ts'
import { VOID_ELEMENTS } from '../tag-names.ts'
import { parseTag, type Tag } from '../tag.ts'

export interface MdxFault {
  readonly code: 'stray_brace' | 'unclosed_tag'
  /** Where in the source it is, in UTF-16 code units. */
  readonly offset: number
  readonly message: string
}

/** What a look at a page of MDX tells before it is read. */
export interface MdxScan {
  readonly faults: readonly MdxFault[]
  /** Its imports and exports, one after another. */
  readonly code: string
}

/** After so many faults the page is given up: its author starts with the first ones anyway. */
const FAULT_LIMIT = 10

const HAS_MDX = /[<{]|^(?:import|export)\b/m
const SPECIAL = /[`$<{\\\n]/g
/** A formula that has lines to itself. */
const FORMULA = /[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*\$\$[ \t]*(?=\n)/y
const BLANK_LINE = /\n[ \t]*(?:\n|$)/g
/** End of a line before an item, a heading or a row of a table, into which no span of code goes on. */
const BLOCK_START = /\n(?=[ \t>]*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]|\|))/g
const EXPLICIT_ID = /\{#[^\s{}#]{1,200}\}[ \t]*(?=\n|$)/y
/** Target of a link in angle brackets. */
const DESTINATION = /<[^<>\n]*>/y
const AUTOLINK = /<(?:[A-Za-z][A-Za-z\d+.-]{1,31}:[^\s<>{}]*|[\w.+-]{1,64}@[\w-][\w.-]{0,250})>/y
const STARTS_A_TAG = /<\/?[A-Za-z>]/y

/**
 * Finds the module code of a page, and what keeps it from being MDX: expressions and tags without their ends. Nothing is
 * evaluated. Void HTML elements (`<br>`) need no slash, since nothing here compiles the page. Linear time.
 */
export function scanMdx(source: string, formulas: Formulas = 'double dollars'): MdxScan {
  if (!HAS_MDX.test(source)) return { faults: [], code: '' }
  const code: string[] = []
  const faults: MdxFault[] = []
  const braces = createBraceFinder(source)
  const open: { name: string; offset: number }[] = []
  let paragraphEnd = 0
  let blockStart = 0
  let codeSpansEnd = 0
  let codeSpans = createCodeSpanFinder('')
  let formulaAt = createFormulaFinder('', formulas, true)
  let codeSpansFrom = 0

  function fault(code: MdxFault['code'], offset: number, message: string): void {
    if (faults.length < FAULT_LIMIT) faults.push({ code, offset, message })
  }

  function balance(tag: Tag, offset: number): void {
    if (tag.kind === 'void') return
    if (tag.kind === 'open') {
      if (!VOID_ELEMENTS.has(tag.name)) open.push({ name: tag.name, offset })
      return
    }
    if (VOID_ELEMENTS.has(tag.name)) return
    const depth = open.findLastIndex(({ name }) => name === tag.name)
    if (depth < 0) {
      fault('unclosed_tag', offset, `</${tag.name}> closes no open tag`)
      return
    }
    for (const unclosed of open.splice(depth).slice(1)) {
      fault('unclosed_tag', unclosed.offset, `<${unclosed.name}> is not closed before </${tag.name}>`)
    }
  }

  function lineAt(start: number): number {
    const fenced = fencedEnd(source, start)
    if (fenced !== null) return fenced
    FORMULA.lastIndex = start
    if (FORMULA.test(source)) return Math.max(FORMULA.lastIndex, source.indexOf('$$', FORMULA.lastIndex) + 2)
    const end = start === 0 || atBlockStart ? moduleCodeEnd(source, start, braces) : null
    if (end === null) return start
    if (end < 0) {
      fault('stray_brace', start, 'this import or export has a { without its }')
      return lineGroupEnd(source, start)
    }
    code.push(source.slice(start, end))
    return end
  }

  let readWhole = true
  let at = 0
  let atLineStart = true
  let atBlockStart = true
  while (at < source.length && faults.length < FAULT_LIMIT) {
    if (atLineStart) {
      atLineStart = false
      const next = lineAt(at)
      if (next > at) {
        at = next
        continue
      }
    }
    if (at >= paragraphEnd) paragraphEnd = lineEndAt(BLANK_LINE, at)
    if (at >= blockStart) blockStart = lineEndAt(BLOCK_START, at)
    if (at >= codeSpansEnd) {
      codeSpansFrom = at
      codeSpansEnd = Math.min(paragraphEnd, blockStart)
      const text = source.slice(at, codeSpansEnd)
      codeSpans = createCodeSpanFinder(text)
      formulaAt = createFormulaFinder(text, formulas, true)
    }
    SPECIAL.lastIndex = at
    const special = SPECIAL.exec(source)
    if (!special) break
    at = special.index
    if (at >= codeSpansEnd && special[0] !== '\n') continue
    switch (special[0]) {
      case '\n':
        atBlockStart = isBlank(source.slice(at === 0 ? 0 : source.lastIndexOf('\n', at - 1) + 1, at).trim())
        atLineStart = true
        at += 1
        break
      case '\\':
        at += 2
        break
      case '`':
        at = codeSpansFrom + codeSpans.at(at - codeSpansFrom).end
        break
      case '$':
        at = codeSpansFrom + formulaAt(at - codeSpansFrom).end
        break
      case '{':
        at = expression(at)
        break
      default:
        at = angle(at)
    }
  }

  /** Offset behind the next end of a line of this form. */
  function lineEndAt(form: RegExp, from: number): number {
    form.lastIndex = from
    const found = form.exec(source)
    return found === null ? source.length : found.index + 1
  }

  function expression(start: number): number {
    EXPLICIT_ID.lastIndex = start
    if (EXPLICIT_ID.test(source)) return EXPLICIT_ID.lastIndex
    // An expression that stands on lines of its own may hold blank lines, one inside a paragraph ends with it.
    const onItsOwn = startsLine(source, start)
    const end = braceEnd(source, start, onItsOwn ? source.length : paragraphEnd)
    if (end < 0) {
      fault('stray_brace', start, 'this { has no matching }; write it as code, or as \\{')
      // The rest of the page may belong to an expression on lines of its own: faults found there would mislead.
      readWhole = !onItsOwn
      return onItsOwn ? source.length : start + 1
    }
    return end
  }

  function angle(start: number): number {
    if (source.startsWith('<!--', start)) {
      const end = source.indexOf('-->', start + 4)
      if (end < 0) {
        fault('unclosed_tag', start, 'this comment has no end')
        return source.length
      }
      return end + 3
    }
    if (source.startsWith('](', start - 2)) {
      DESTINATION.lastIndex = start
      if (DESTINATION.test(source)) return DESTINATION.lastIndex
    }
    AUTOLINK.lastIndex = start
    if (AUTOLINK.test(source)) return AUTOLINK.lastIndex
    STARTS_A_TAG.lastIndex = start
    if (!STARTS_A_TAG.test(source)) return source[start + 1] === '>' ? fragment(start) : start + 1
    const tag = parseTag(source, start, braces)
    if (tag === null) {
      fault('unclosed_tag', start, 'this < starts a tag that is not one; write it as code, or as &lt;')
      return start + 1
    }
    balance(tag, start)
    return tag.end
  }

  function fragment(start: number): number {
    open.push({ name: '', offset: start })
    return start + 2
  }

  if (readWhole) for (const { name, offset } of open) fault('unclosed_tag', offset, `<${name}> is never closed`)
  return { faults: faults.sort((a, b) => a.offset - b.offset), code: code.join('\n\n') }
}

/** Whether a line has nothing, or a comment alone, which is taken away before MDX is read. */
function isBlank(line: string): boolean {
  return line === '' || (line.startsWith('<!--') && line.endsWith('-->'))
}

/** Whether nothing but white space stands before `at` on its line. */
function startsLine(source: string, at: number): boolean {
  let before = at - 1
  while (source[before] === ' ' || source[before] === '\t') before -= 1
  return before < 0 || source[before] === '\n'
}
