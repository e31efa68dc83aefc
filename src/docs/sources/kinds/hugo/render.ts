import { countLines } from '../../../front-matter.ts'
import { placeOf } from '../../../places-of.ts'
import { EXPANDED_LIMIT_CHARS, fenced, INCLUSION_DEPTH, inclusionFault, indented } from '../../expand-lines.ts'
import type { ExpandedPage } from '../../source.ts'
import { codeOf, keptOf, meaningOf, termFile, type Outcome, type ShortcodeCall } from './meanings.ts'
import type { Evaluated } from './template.ts'
import type { TemplateWork } from './template-functions.ts'
import { renderText, type ShortcodeWriter, type Spot } from './render-text.ts'
import { behind, dedented } from './text-parts.ts'

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
  /** HTML of a shortcode of the site itself; null if it has none that can be read. */
  readonly template: (call: ShortcodeCall, page: ExpandedPage, work: TemplateWork) => Evaluated | null
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

/** Files that a page may include, and terms that it may name. */
const INCLUSION_LIMIT = 500
/** Reported faults of shortcodes of one page; its author starts with the first ones anyway. */
const FAULT_LIMIT = 100
/** What may stand before a block on its line: indentation, quotation marks and marks of items. */
const CONTAINERS = /^[\s>]{0,60}(?:(?:[-*+]|\d{1,9}[.)])\s{1,9}){0,9}/
/** Shortcodes of a page that are looked at. */
const CALL_LIMIT = 20_000
/** A parameter into which values are put, each of which may be as long as a call. */
const FILLED_LIMIT_CHARS = 500
/** What the templates of the shortcodes of a page look at. */
const WORK_LIMIT_CHARS = 16 * 1_048_576

/** Replaces the shortcodes of a page by Markdown that the reader knows. Those that are not known are faults. */
export function renderShortcodes(text: string, page: ExpandedPage, site: ShortcodeSite): string {
  return new PageShortcodes(page, site).expand(text, (offset) => countLines(text, offset), [page.file])
}

/** The shortcodes of one page, with what they may still write, include and look at. */
class PageShortcodes implements ShortcodeWriter {
  private readonly site: ShortcodeSite
  private readonly work: TemplateWork = { leftChars: WORK_LIMIT_CHARS }
  private readonly page: ExpandedPage
  private readonly terms = new Map<string, Term | null>()
  private expandedChars = 0
  private inclusions = 0
  private faults = 0
  private calls = 0

  constructor(page: ExpandedPage, site: ShortcodeSite) {
    this.page = page
    this.site = site
  }

  fault(code: 'unknown_shortcode' | 'unresolved_include', message: string, { line }: Pick<Spot, 'line'>): void {
    if (this.faults++ < FAULT_LIMIT) this.page.fault(code, message, line())
  }

  /** @param lineAt tells the line of the page that an offset of the text stands for */
  expand(text: string, lineAt: (offset: number) => number, chain: readonly string[]): string {
    if (!text.includes('{{<') && !text.includes('{{%')) return text
    return renderText(text, this, (offset) => ({ line: () => lineAt(offset), chain }))
  }

  write(call: ShortcodeCall, tail: string, inCode: boolean, spot: Spot): string {
    if (++this.calls > CALL_LIMIT) {
      this.fault('unknown_shortcode', 'these are too many shortcodes for one page', spot)
      return ''
    }
    const isText = inCode || tail.trimStart().startsWith('|')
    const written = isText ? this.asText(call, spot) : this.placed(call, tail, spot)
    this.expandedChars += written.length
    if (this.expandedChars <= EXPANDED_LIMIT_CHARS) return written
    this.fault('unknown_shortcode', 'shortcodes write too much for one page', spot)
    return ''
  }

  writesCode(name: string): boolean {
    return this.site.writesCode(name, this.work)
  }

  private outcomeOf(call: ShortcodeCall, spot: Spot): Outcome {
    const known = meaningOf(this.completed(call))
    const isElsewhere = known?.kind === 'term' && this.termAt(known.path) === null
    if (known !== null && !isElsewhere) return known
    if (call.inner !== null && this.writesCode(call.name)) return codeOf(call)
    const template = this.site.template(call, this.page, this.work)
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

  /** A shortcode in code or in a table's row, where no block can stand. */
  private asText(call: ShortcodeCall, spot: Spot): string {
    const outcome = this.outcomeOf(call, spot)
    const text = this.inlineText(outcome, call, spot)
    if (text !== null) return text
    if (outcome.kind === 'html') return outcome.text
    if (outcome.kind === 'include') return this.included(outcome.path, spot)?.text ?? ''
    if (outcome.kind === 'term') return this.definitionOf(outcome, spot)
    const { after = '', before = '' } = outcome.kind === 'block' ? outcome : {}
    return [before, call.inner ?? '', after].filter((part) => part !== '').join(' ')
  }

  /** Text of a shortcode that stands in a line; null: it is a block. */
  private inlineText(outcome: Outcome, call: ShortcodeCall, spot: Spot): string | null {
    switch (outcome.kind) {
      case 'inline':
        return outcome.text
      case 'html':
        return outcome.text.includes('\n') ? null : outcome.text
      case 'inner':
        return call.inner ?? ''
      case 'nothing':
        return ''
      case 'address': {
        const address = this.site.address(outcome.target, this.page, outcome.language)
        return (address ?? outcome.target).replaceAll(' ', '%20')
      }
      case 'param': {
        const value = this.site.param(outcome.name, this.page)
        if (value === null)
          this.fault('unknown_shortcode', `neither page nor site has a parameter ${outcome.name}`, spot)
        return this.filled(value ?? '', outcome.values)
      }
      case 'include':
        // Text that is put into the page may stand in a line of it.
        return call.marks === '%' && outcome.code === null ? (this.included(outcome.path, spot)?.text ?? '') : null
      default:
        return null
    }
  }

  /** A parameter with values in the place of `{1}` and so on, unless it is too long. */
  private filled(text: string, values: readonly string[]): string {
    if (values.length === 0 || text.length > FILLED_LIMIT_CHARS || this.work.leftChars < 0) return text
    const whole = text.replace(/\{(\d{1,2})\}/g, (sign, at: string) => values[Number(at)] ?? sign)
    this.work.leftChars -= whole.length
    return whole
  }

  /** A shortcode behind `tail`, which is what its line has so far. */
  private placed(call: ShortcodeCall, tail: string, spot: Spot): string {
    const outcome = this.outcomeOf(call, spot)
    const text = this.inlineText(outcome, call, spot)
    if (text !== null) return text
    const [containers = ''] = CONTAINERS.exec(tail) ?? []
    const prefix = containers.replace(/[^\s>]/g, ' ')
    const start = containers.length === tail.length ? '' : `\n\n${prefix}`
    const under = (part: string): string =>
      prefix.includes('>') ? part.replace(/^/gm, prefix) : indented(part, prefix)
    const own = call.marks === '<' ? under(dedented(call.inner ?? '')) : behind(prefix, call.inner ?? '')
    switch (outcome.kind) {
      case 'html':
        return start + under(outcome.text).slice(prefix.length)
      case 'code':
        return start + under(fenced(dedented(call.inner ?? ''), outcome.info)).slice(prefix.length) + '\n'
      case 'include': {
        const file = this.included(outcome.path, spot)
        if (file === null) return ''
        const whole =
          outcome.code === null
            ? file.text
            : fenced(file.text, outcome.code || (/\.([\w-]+)$/.exec(outcome.path)?.[1] ?? ''))
        return start + under(whole).slice(prefix.length)
      }
      case 'term':
        return start + under(this.definitionOf(outcome, spot)).slice(prefix.length)
      case 'block': {
        const { after = '', before = '', close, open } = outcome
        const parts = [under(before), own, under(after)].filter((part) => part.trim() !== '')
        if (open === '' && parts[0] !== undefined) parts[0] = parts[0].slice(prefix.length)
        const blank = prefix.trimEnd()
        return `${start}${open}${open === '' ? '' : '\n'}${parts.map((part) => `${part}\n${blank}\n`).join('')}${close === '' ? '' : prefix + close}`
      }
      default:
        return ''
    }
  }

  /** The definition of a term, which goes on from what stands before it. */
  private definitionOf({ before, isWhole, path }: Outcome & { kind: 'term' }, spot: Spot): string {
    const text = this.included(path, spot)?.text ?? ''
    const more = isWhole ? -1 : text.indexOf('<!--more-->')
    const shown = more < 0 ? text : text.slice(0, more).trimEnd()
    return before === '' ? shown : `${before} ${shown.slice(0, 1).toLowerCase()}${shown.slice(1)}`
  }

  private included(path: string, spot: Spot): { text: string } | null {
    const isTooMuch = ++this.inclusions > INCLUSION_LIMIT || this.expandedChars > EXPANDED_LIMIT_CHARS
    const file = isTooMuch ? null : this.site.file(path, spot.chain.at(-1) ?? this.page.file, this.page)
    const isLoop = file !== null && (spot.chain.includes(file) || spot.chain.length >= INCLUSION_DEPTH)
    if (file === null || isLoop) {
      this.fault('unresolved_include', `${path} ${inclusionFault(isTooMuch, isLoop)}`, spot)
      return null
    }
    const body = this.site.body(file, this.page)
    this.expandedChars += body.length
    const at = spot.line()
    return { text: this.expand(body, () => at, [...spot.chain, file]).trim() }
  }
}
