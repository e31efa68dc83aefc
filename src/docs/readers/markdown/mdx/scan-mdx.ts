import { braceEnd, createBraceFinder, type BraceFinder } from '../braces.ts'
import { createCodeSpanFinder } from '../code/code-span.ts'
import { fencedEnd } from '../code/fence.ts'
import { createFormulaFinder, type FormulaFinder, type Formulas } from '../code/formulas.ts'
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
  return HAS_MDX.test(source) ? new MdxScanner(source, formulas).run() : { faults: [], code: '' }
}

class MdxScanner {
  readonly source: string
  readonly formulas: Formulas
  readonly code: string[] = []
  readonly faults: MdxFault[] = []
  readonly braces: BraceFinder
  /** Tags that are open, the innermost last. */
  readonly open: { readonly name: string; readonly offset: number }[] = []
  paragraphEnd = 0
  blockStart = 0
  /** Where the text begins and ends whose spans of code and formulas are found together. */
  spansFrom = 0
  spansEnd = 0
  codeSpans = createCodeSpanFinder('')
  formulaAt: FormulaFinder
  readWhole = true
  atLineStart = true
  atBlockStart = true

  constructor(source: string, formulas: Formulas) {
    this.source = source
    this.formulas = formulas
    this.braces = createBraceFinder(source)
    this.formulaAt = createFormulaFinder('', formulas, true)
  }

  run(): MdxScan {
    const { code, faults, open, source } = this
    for (let at = 0; at >= 0 && at < source.length && faults.length < FAULT_LIMIT;) at = this.step(at)
    if (this.readWhole) {
      for (const { name, offset } of open) this.fault('unclosed_tag', offset, `<${name}> is never closed`)
    }
    return { faults: faults.sort((a, b) => a.offset - b.offset), code: code.join('\n\n') }
  }

  /** Looks at what stands at an offset. @returns the offset behind it; -1 if nothing of MDX follows */
  step(start: number): number {
    const { source } = this
    if (this.atLineStart) {
      this.atLineStart = false
      const next = this.lineAt(start)
      if (next > start) return next
    }
    this.findSpans(start)
    SPECIAL.lastIndex = start
    const special = SPECIAL.exec(source)
    if (special === null) return -1
    const at = special.index
    if (at >= this.spansEnd && special[0] !== '\n') return at
    switch (special[0]) {
      case '\n':
        this.atBlockStart = isBlank(source.slice(at === 0 ? 0 : source.lastIndexOf('\n', at - 1) + 1, at).trim())
        this.atLineStart = true
        return at + 1
      case '\\':
        return at + 2
      case '`':
        return this.spansFrom + this.codeSpans.at(at - this.spansFrom).end
      case '$':
        return this.spansFrom + this.formulaAt(at - this.spansFrom).end
      case '{':
        return this.expression(at)
      default:
        return this.angle(at)
    }
  }

  /** Finds the end of the paragraph, and spans of code within it, which go on into no item or heading. */
  findSpans(at: number): void {
    if (at >= this.paragraphEnd) this.paragraphEnd = this.lineEndAt(BLANK_LINE, at)
    if (at >= this.blockStart) this.blockStart = this.lineEndAt(BLOCK_START, at)
    if (at < this.spansEnd) return
    this.spansFrom = at
    this.spansEnd = Math.min(this.paragraphEnd, this.blockStart)
    const text = this.source.slice(at, this.spansEnd)
    this.codeSpans = createCodeSpanFinder(text)
    this.formulaAt = createFormulaFinder(text, this.formulas, true)
  }

  fault(code: MdxFault['code'], offset: number, message: string): void {
    if (this.faults.length < FAULT_LIMIT) this.faults.push({ code, offset, message })
  }

  balance(tag: Tag, offset: number): void {
    if (tag.kind === 'void') return
    if (tag.kind === 'open') {
      if (!VOID_ELEMENTS.has(tag.name)) this.open.push({ name: tag.name, offset })
      return
    }
    if (VOID_ELEMENTS.has(tag.name)) return
    const depth = this.open.findLastIndex(({ name }) => name === tag.name)
    if (depth < 0) {
      this.fault('unclosed_tag', offset, `</${tag.name}> closes no open tag`)
      return
    }
    for (const unclosed of this.open.splice(depth).slice(1)) {
      this.fault('unclosed_tag', unclosed.offset, `<${unclosed.name}> is not closed before </${tag.name}>`)
    }
  }

  lineAt(start: number): number {
    const fenced = fencedEnd(this.source, start)
    if (fenced !== null) return fenced
    FORMULA.lastIndex = start
    if (FORMULA.test(this.source)) return Math.max(FORMULA.lastIndex, this.source.indexOf('$$', FORMULA.lastIndex) + 2)
    const end = start === 0 || this.atBlockStart ? moduleCodeEnd(this.source, start, this.braces) : null
    if (end === null) return start
    if (end < 0) {
      this.fault('stray_brace', start, 'this import or export has a { without its }')
      return lineGroupEnd(this.source, start)
    }
    this.code.push(this.source.slice(start, end))
    return end
  }

  /** Offset behind the next end of a line of this form. */
  lineEndAt(form: RegExp, from: number): number {
    form.lastIndex = from
    const found = form.exec(this.source)
    return found === null ? this.source.length : found.index + 1
  }

  expression(start: number): number {
    EXPLICIT_ID.lastIndex = start
    if (EXPLICIT_ID.test(this.source)) return EXPLICIT_ID.lastIndex
    // An expression that stands on lines of its own may hold blank lines, one inside a paragraph ends with it.
    const onItsOwn = startsLine(this.source, start)
    const end = braceEnd(this.source, start, onItsOwn ? this.source.length : this.paragraphEnd)
    if (end < 0) {
      this.fault('stray_brace', start, 'this { has no matching }; write it as code, or as \\{')
      // The rest of the page may belong to an expression on lines of its own: faults found there would mislead.
      this.readWhole = !onItsOwn
      return onItsOwn ? this.source.length : start + 1
    }
    return end
  }

  angle(start: number): number {
    if (this.source.startsWith('<!--', start)) {
      const end = this.source.indexOf('-->', start + 4)
      if (end < 0) {
        this.fault('unclosed_tag', start, 'this comment has no end')
        return this.source.length
      }
      return end + 3
    }
    if (this.source.startsWith('](', start - 2)) {
      DESTINATION.lastIndex = start
      if (DESTINATION.test(this.source)) return DESTINATION.lastIndex
    }
    AUTOLINK.lastIndex = start
    if (AUTOLINK.test(this.source)) return AUTOLINK.lastIndex
    STARTS_A_TAG.lastIndex = start
    if (!STARTS_A_TAG.test(this.source)) return this.source[start + 1] === '>' ? this.fragment(start) : start + 1
    const tag = parseTag(this.source, start, this.braces)
    if (tag === null) {
      this.fault('unclosed_tag', start, 'this < starts a tag that is not one; write it as code, or as &lt;')
      return start + 1
    }
    this.balance(tag, start)
    return tag.end
  }

  fragment(start: number): number {
    this.open.push({ name: '', offset: start })
    return start + 2
  }
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
