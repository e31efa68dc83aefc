import { countLines } from '../../../front-matter.ts'
import { placeOf } from '../../../places-of.ts'
import type { Construct, ConstructPlace, Part } from '../../../readers/markdown/constructs.ts'
import { EXPANDED_LIMIT_CHARS, fenced, INCLUSION_DEPTH, inclusionFault } from '../../expand-lines.ts'
import { GAINED_LIMIT_CHARS } from '../../expand-page.ts'
import type { ExpandedPage } from '../../source.ts'
import { codeOf, keptOf, meaningOf, termFile, type Outcome, type ShortcodeCall } from './meanings.ts'
import { dedented, isText, marginOf, placed, rowOf, withoutMargin, type Shown } from './place-part.ts'
import { readShortcodes, type FoundShortcode, type Shortcode } from './shortcodes.ts'
import type { Evaluated } from './template.ts'
import type { TemplateWork } from './template-functions.ts'

/** What shortcodes need to know of the site. */
export interface ShortcodeSite {
  /** Address that `ref` writes; null: there is no such page. */
  readonly address: (target: string, page: ExpandedPage, language: string | null) => string | null
  /** The file beside a page whose name has this part, with what front matter says of it. */
  readonly resource: (name: string, page: ExpandedPage) => Resource
  readonly param: (name: string, page: ExpandedPage) => string | null
  /** Path of the file that a shortcode names, below the content directory, or null. */
  readonly file: (path: string, from: string, page: ExpandedPage) => string | null
  /** Body of a file without its front matter. */
  readonly body: (path: string, page: ExpandedPage) => string
  /** Title of a page by its file, or null. */
  readonly title: (path: string) => string | null
  /** HTML of a shortcode of the site itself, or by a template that the page has; null if it has none that can be read. */
  readonly template: (call: ShortcodeCall, page: ExpandedPage, work: TemplateWork, own?: string) => Evaluated | null
  /** Whether pages may have templates of their own. */
  readonly hasInline: boolean
  /** Whether the template of a shortcode of the site shows what stands within as code. */
  readonly writesCode: (name: string, work: TemplateWork) => boolean
}

interface Resource {
  /** Name of the file; the part itself: there is no such file. */
  readonly name: string
  /** What `title` and `params.byline` of the entry of `resources` say that matches it. */
  readonly texts: ReadonlyMap<string, string>
}

/** A term of the glossary that has a file. */
interface Term {
  /** Null if the file has none. */
  readonly title: string | null
}

/** The text in which a shortcode stands. */
interface Context {
  /** The shortcode around it, or null. */
  readonly parent: Shortcode | null
  readonly depth: number
  /** Files that include one another, from the page on. */
  readonly chain: readonly string[]
}

/** A shortcode, the line of the page on which it stands, and its text. */
interface Spot extends ConstructPlace {
  readonly line: number
  readonly context: Context
}

/** Characters that shortcodes may still put into all pages. */
interface Room {
  chars: number
}

/** Files that a page may include, and terms that it may name. */
const INCLUSION_LIMIT = 500
/** Reported faults of shortcodes of one page; its author starts with the first ones anyway. */
const FAULT_LIMIT = 100
/** Shortcodes that may stand in one another; of deeper ones only the inner text is kept. */
const NESTING_LIMIT = 40
/** Shortcodes of a page that are looked at. */
const CALL_LIMIT = 20_000
/** A parameter into which values are put, each of which may be as long as a call. */
const FILLED_LIMIT_CHARS = 500
/** What the templates of the shortcodes of a page look at. */
const WORK_LIMIT_CHARS = 16 * 1_048_576
const OPENING = /\{\{[<%]/y

/** Gives the shortcodes of pages, and other constructs behind them. Shortcodes that are not known are faults. */
export function shortcodeConstructs(
  site: ShortcodeSite,
): (page: ExpandedPage, others: readonly Construct[]) => readonly Construct[] {
  const room = { chars: GAINED_LIMIT_CHARS }
  return (page, others) =>
    new PageShortcodes(page, site, room, others).constructs({ parent: null, depth: 0, chain: [page.file] })
}

/** The shortcodes of one page, with what they may still write, include and look at. */
class PageShortcodes {
  private readonly page: ExpandedPage
  private readonly site: ShortcodeSite
  private readonly room: Room
  private readonly others: readonly Construct[]
  private readonly work: TemplateWork = { leftChars: WORK_LIMIT_CHARS }
  private readonly terms = new Map<string, Term | null>()
  /** Templates that the page itself has, by the names of their shortcodes. */
  private readonly templates = new Map<string, string>()
  private expandedChars = 0
  private inclusions = 0
  private faults = 0
  private calls = 0

  constructor(page: ExpandedPage, site: ShortcodeSite, room: Room, others: readonly Construct[]) {
    this.page = page
    this.site = site
    this.room = room
    this.others = others
  }

  /** The shortcodes of one text: that of the page, of a file that it includes, or of what stands within a shortcode. */
  constructs(context: Context): readonly Construct[] {
    let text: string | null = null
    let shortcodes: ReturnType<typeof readShortcodes> = new Map()
    const pattern = {
      lastIndex: 0,
      exec(source: string): RegExpExecArray | null {
        if (source !== text) shortcodes = readShortcodes((text = source))
        const found = shortcodes.get(pattern.lastIndex)
        OPENING.lastIndex = pattern.lastIndex
        pattern.lastIndex = found?.end ?? 0
        return found === undefined ? null : OPENING.exec(source)
      },
    }
    const shortcode: Construct = {
      opening: '{{',
      pattern,
      inSource: true,
      part: ({ index, input }, line, place) => {
        const found = shortcodes.get(index)
        return found === undefined ? null : this.partOf(found, input, index, { ...place, line, context })
      },
    }
    return [shortcode, ...this.others]
  }

  private fault(code: 'unknown_shortcode' | 'unresolved_include', message: string, { line }: Pick<Spot, 'line'>): void {
    if (this.faults++ < FAULT_LIMIT) this.page.fault(code, message, line)
  }

  /** A text that stands as it is, with no shortcodes of its own. */
  private asWritten(text: string): Part {
    return { text, constructs: this.others, margin: '' }
  }

  /** @param source the text in which the shortcode stands at `index` */
  private partOf(found: FoundShortcode, source: string, index: number, spot: Spot): Part {
    if (found.kind === 'shown') return this.asWritten(found.text)
    if (found.kind === 'stray') {
      this.fault('unknown_shortcode', found.problem, spot)
      return this.asWritten(found.text)
    }
    if (++this.calls > CALL_LIMIT || this.isFull) return this.tooMuch(spot)
    const { inner, ordinal, shortcode } = found
    const { chain, depth, parent } = spot.context
    if (depth > NESTING_LIMIT) {
      this.fault('unknown_shortcode', `shortcodes stand more than ${NESTING_LIMIT} deep`, spot)
      return this.asWritten((inner?.text ?? '').replace(/\{\{[<%][^{}]*\}\}/g, ''))
    }
    const isOfPage = chain.length === 1 && inner !== null
    const row = isOfPage ? spot.line + countLines(source.slice(index, inner.at), Infinity) - 1 : undefined
    const margin = marginOf(spot)
    const call = { ...shortcode, parent, ordinal, inner: inner === null ? null : withoutMargin(inner.text, margin) }
    const part = placed(this.shownOf(call, row, spot), spot, margin)
    const margins = margin.length * countLines(part.text, Infinity)
    this.expandedChars += part.text.length + margins
    this.room.chars -= part.text.length + margins
    return this.isFull ? this.tooMuch(spot) : part
  }

  private get isFull(): boolean {
    return this.expandedChars > EXPANDED_LIMIT_CHARS || this.room.chars < 0
  }

  private tooMuch(spot: Spot): Part {
    this.fault('unknown_shortcode', 'these are too many shortcodes for one page, or they write too much', spot)
    return this.asWritten('')
  }

  private outcomeOf(written: ShortcodeCall, spot: Spot): Outcome {
    const isInline = written.name.endsWith('.inline')
    if (isInline && !this.site.hasInline) return { kind: 'nothing' }
    if (isInline && written.inner !== null) this.templates.set(written.name, written.inner)
    const call = isInline ? { ...written, inner: null } : written
    const known = isInline ? null : meaningOf(this.completed(call))
    const isElsewhere = known?.kind === 'term' && this.termAt(known.path) === null
    if (known !== null && !isElsewhere) return known
    if (call.inner !== null && this.site.writesCode(call.name, this.work)) return codeOf(call)
    const template = this.site.template(call, this.page, this.work, this.templates.get(call.name))
    const inner = call.inner?.trim() ?? ''
    const hasInner = inner === '' || (template !== null && placeOf(template.text, inner) >= 0)
    if (template?.isWhole && hasInner) return { kind: 'html', text: template.text }
    const kept =
      template && hasInner
        ? 'some of what it shows is missing'
        : call.inner === null
          ? 'no more than its title is shown'
          : 'only its title and what stands within are shown'
    this.fault('unknown_shortcode', `the shortcode ${call.name} is not known; ${kept}`, spot)
    if (template && hasInner) return { kind: 'html', text: template.text }
    return keptOf(call)
  }

  /** A term, which is looked for once. */
  private termAt(path: string): Term | null {
    let term = this.terms.get(path)
    if (term !== undefined) return term
    const file = this.terms.size < INCLUSION_LIMIT ? this.site.file(path, this.page.file, this.page) : null
    term = file === null ? null : { title: this.site.title(file) }
    this.terms.set(path, term)
    return term
  }

  /** A call with what its page says: of the image that it names, and whether its title is that of the page. */
  private completed(call: ShortcodeCall): ShortcodeCall {
    const [first] = call.positional
    if (call.name === 'imgproc' && first !== undefined) {
      const { name, texts } = this.site.resource(first, this.page)
      return { ...call, positional: [name], named: new Map([...texts, ...call.named]) }
    }
    const term = call.named.get('term_id')
    if (call.name === 'glossary_tooltip' && term !== undefined && !call.named.has('text')) {
      return { ...call, named: new Map([...call.named, ['text', this.termAt(termFile(term))?.title ?? term]]) }
    }
    // The title of the page stands above it already.
    const isRepeated = call.name === 'blocks/cover' && call.named.get('title')?.trim() === this.page.fields.get('title')
    if (!isRepeated) return call
    return { ...call, named: new Map([...call.named].filter(([name]) => name !== 'title')) }
  }

  /** A parameter with values in the place of `{1}` and so on, unless it is too long. */
  private filled(text: string, values: readonly string[]): string {
    if (values.length === 0 || text.length > FILLED_LIMIT_CHARS || this.work.leftChars < 0) return text
    const whole = text.replace(/\{(\d{1,2})\}/g, (sign, at: string) => values[Number(at)] ?? sign)
    this.work.leftChars -= whole.length
    return whole
  }

  /** @param row the line of the page on which begins what stands within; undefined: the page does not have it */
  private shownOf(call: ShortcodeCall, row: number | undefined, spot: Spot): Shown {
    const { chain, depth } = spot.context
    const outcome = this.outcomeOf(call, spot)
    const inner = call.inner ?? ''
    const constructs = call.inner === null ? this.others : this.constructs({ parent: call, depth: depth + 1, chain })
    switch (outcome.kind) {
      case 'inline':
        return { text: outcome.text, constructs }
      case 'inner':
        return { text: inner, constructs, row }
      case 'nothing':
        return this.asWritten('')
      case 'address':
        return this.asWritten(
          (this.site.address(outcome.target, this.page, outcome.language) ?? outcome.target).replaceAll(' ', '%20'),
        )
      case 'param': {
        const value = this.site.param(outcome.name, this.page)
        if (value === null)
          this.fault('unknown_shortcode', `neither page nor site has a parameter ${outcome.name}`, spot)
        return this.asWritten(this.filled(value ?? '', outcome.values))
      }
      case 'html': {
        const { text } = outcome
        return { text, constructs, row: rowOf(text, 0, inner, row), isBlock: text.includes('\n') }
      }
      case 'include': {
        const file = this.included(outcome.path, spot)
        const { code, path } = outcome
        // Text that is put into the page may stand in a line of it.
        if (code === null || file === null) return { ...(file ?? this.asWritten('')), isBlock: call.marks === '<' }
        const language = code || (/\.([\w-]+)$/.exec(path)?.[1] ?? '')
        return { ...this.asWritten(isText(spot) ? file.text : fenced(file.text, language)), isBlock: true }
      }
      case 'term':
        return { ...definitionIn(this.included(outcome.path, spot) ?? this.asWritten(''), outcome), isBlock: true }
      default: {
        const {
          after = '',
          before = '',
          close,
          open,
          own = inner,
        } = outcome.kind === 'code' ? { open: '', close: '', own: fenced(dedented(inner), outcome.info) } : outcome
        if (isText(spot)) return { text: [before, inner, after].filter(Boolean).join(' '), constructs, isBlock: true }
        const shown = dedented(own)
        const parts = [before, shown, after].filter((each) => each.trim() !== '')
        const text = `${open}${open === '' ? '' : '\n'}${parts.map((each) => `${each}\n\n`).join('')}${close}`
        return { text, constructs, row: rowOf(text, open.length + before.length, inner, row), isBlock: true }
      }
    }
  }

  private included(path: string, spot: Spot): Part | null {
    const { chain, depth } = spot.context
    const isTooMuch = ++this.inclusions > INCLUSION_LIMIT || this.isFull
    const file = isTooMuch ? null : this.site.file(path, chain.at(-1) ?? this.page.file, this.page)
    const isLoop = file !== null && (chain.includes(file) || chain.length >= INCLUSION_DEPTH)
    if (file === null || isLoop) {
      this.fault('unresolved_include', `${path} ${inclusionFault(isTooMuch, isLoop)}`, spot)
      return null
    }
    const text = this.site.body(file, this.page).trim()
    this.expandedChars += text.length
    return { text, constructs: this.constructs({ parent: null, depth: depth + 1, chain: [...chain, file] }) }
  }
}

/** The definition of a term, which goes on from what stands before it. */
function definitionIn(part: Part, { before, isWhole }: Outcome & { kind: 'term' }): Part {
  const more = isWhole ? -1 : part.text.indexOf('<!--more-->')
  const shown = more < 0 ? part.text : part.text.slice(0, more).trimEnd()
  return { ...part, text: before === '' ? shown : `${before} ${shown.slice(0, 1).toLowerCase()}${shown.slice(1)}` }
}
