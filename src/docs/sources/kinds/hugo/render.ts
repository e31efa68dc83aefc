import { countLines } from '../../../front-matter.ts'
import { placeOf } from '../../../places-of.ts'
import { EXPANDED_LIMIT_CHARS, fenced, INCLUSION_DEPTH, inclusionFault, indented } from '../../expand-lines.ts'
import type { ExpandedPage } from '../../source.ts'
import {
  codeOf,
  hasMeaning,
  holdsCode,
  keptOf,
  meaningOf,
  termFile,
  type Outcome,
  type ShortcodeCall,
} from './meanings.ts'
import type { Evaluated } from './template.ts'
import type { TemplateWork } from './template-functions.ts'
import { behind, codeTester, dedented, hasOpenTick } from './text-parts.ts'
import { readShortcodes, type Shortcode, type ShortcodeToken } from './shortcodes.ts'

/** What shortcodes need to know of the site. */
export interface ShortcodeSite {
  /** Address that `ref` writes; null: there is no such page. */
  readonly address: (target: string, page: ExpandedPage, language: string | null) => string | null
  /** The file beside a page whose name has this part, with what front matter says of it. */
  readonly resource: (name: string, page: ExpandedPage) => Resource
  readonly param: (name: string, page: ExpandedPage) => string | null
  /** Path of the file that a shortcode names, below the content directory; null: there is none. */
  readonly file: (path: string, from: string, page: ExpandedPage) => string | null
  /** Body of a file without its front matter. */
  readonly body: (path: string, page: ExpandedPage) => string
  /** Title of a page by its file; null: it has none. */
  readonly title: (path: string) => string | null
  /** HTML of a shortcode of the site itself; null: it has none that can be read. */
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
  /** Null: the file has none. */
  readonly title: string | null
}

/** Shortcodes that may stand in one another; of deeper ones only the inner text is kept. */
const NESTING_LIMIT = 40
/** Files that a page may include, and terms that it may name. */
const INCLUSION_LIMIT = 500
/** Reported faults of shortcodes of one page; its author starts with the first ones anyway. */
const FAULT_LIMIT = 100
/** What may stand before a block on its line: indentation, quotation marks and marks of items. */
const CONTAINERS = /^[\s>]{0,60}(?:(?:[-*+]|\d{1,9}[.)])\s{1,9}){0,9}/
const TAIL_LIMIT_CHARS = 2000
/** Shortcodes of a page that are looked at. */
const CALL_LIMIT = 20_000
/** A parameter into which values are put, each of which may be as long as a call. */
const FILLED_LIMIT_CHARS = 500
/** What the templates of the shortcodes of a page look at. */
const WORK_LIMIT_CHARS = 16 * 1_048_576

/** Replaces the shortcodes of a page by Markdown that the reader knows. Those that are not known are faults. */
export function renderShortcodes(text: string, page: ExpandedPage, site: ShortcodeSite): string {
  let expandedChars = 0
  let inclusions = 0
  let faults = 0
  let calls = 0
  const terms = new Map<string, Term | null>()
  const work: TemplateWork = { leftChars: WORK_LIMIT_CHARS }

  /** `line` is counted where it is needed alone: it takes the time of the text before it. */
  function fault(code: 'unknown_shortcode' | 'unresolved_include', message: string, line: () => number): void {
    if (faults++ < FAULT_LIMIT) page.fault(code, message, line())
  }

  /** Counts what shortcodes write, those within others again. False: it is too much for one page. */
  function mayWrite(text: string): boolean {
    expandedChars += text.length
    return expandedChars <= EXPANDED_LIMIT_CHARS
  }

  /** `lineAt` tells the line of the page that an offset of the text stands for. */
  function expand(text: string, lineAt: (offset: number) => number, chain: readonly string[]): string {
    if (!text.includes('{{<') && !text.includes('{{%')) return text
    const tokens = readShortcodes(text)
    const isCode = codeTester(
      tokens.map((token) => (token.kind === 'text' ? source(token) : ' '.repeat(token.end - token.start))).join(''),
    )

    /** @param isWithinCode whether all of it is code, as what stands within a shortcode may be */
    function render(from: number, to: number, parent: Shortcode | null, depth: number, isWithinCode = false): string {
      const pieces: string[] = []
      let tail = ''
      let ordinal = 0
      function write(piece: string): void {
        if (piece === '') return
        pieces.push(piece)
        const line = piece.lastIndexOf('\n')
        tail = (line < 0 ? tail + piece : piece.slice(line + 1)).slice(0, TAIL_LIMIT_CHARS)
      }
      for (let at = from; at < to; at++) {
        const token = tokens[at] as ShortcodeToken
        const inCode = isWithinCode || isCode(token.start)
        if (token.kind === 'text') write(text.slice(token.start, token.end))
        else if (token.kind === 'shown')
          write(inCode || hasOpenTick(tail) ? token.text : token.text.replace('<', '&lt;'))
        else if (token.kind === 'stray') {
          fault('unknown_shortcode', token.problem, () => lineAt(token.start))
          if (token.problem.endsWith('no end')) write(inCode ? text.slice(token.start, token.end) : '{{&lt;')
        } else if (token.kind === 'open') {
          const end = token.close ?? at
          const call = callOf(token, at, parent, ordinal++, depth)
          const line = (): number => lineAt(token.start)
          const isText = inCode || tail.trimStart().startsWith('|')
          if (++calls > CALL_LIMIT) fault('unknown_shortcode', 'these are too many shortcodes for one page', line)
          else {
            const written = isText ? asText(call, line, chain) : placed(call, tail, line, chain)
            if (mayWrite(written)) write(written)
            else fault('unknown_shortcode', 'shortcodes write too much for one page', line)
          }
          at = end
        }
      }
      return pieces.join('')
    }

    function callOf(
      token: ShortcodeToken & { kind: 'open' },
      at: number,
      parent: Shortcode | null,
      ordinal: number,
      depth: number,
    ): ShortcodeCall {
      const { close, shortcode } = token
      if (close === null) return { ...shortcode, parent, ordinal, inner: null }
      const showsCode = !hasMeaning(shortcode) && site.writesCode(shortcode.name, work)
      if (depth > NESTING_LIMIT) {
        fault('unknown_shortcode', `shortcodes stand more than ${NESTING_LIMIT} deep`, () => lineAt(token.start))
        return { ...shortcode, parent, ordinal, inner: textOf(at + 1, close, () => '') }
      }
      const inner = holdsCode(shortcode, parent)
        ? textOf(at + 1, close, source)
        : render(at + 1, close, shortcode, depth + 1, showsCode)
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

    return render(0, tokens.length, null, 0)
  }

  function outcomeOf(call: ShortcodeCall, line: () => number): Outcome {
    const known = meaningOf(completed(call))
    const isElsewhere = known?.kind === 'term' && termAt(known.path) === null
    if (known !== null && !isElsewhere) return known
    if (call.inner !== null && site.writesCode(call.name, work)) return codeOf(call)
    const template = site.template(call, page, work)
    const inner = call.inner?.trim() ?? ''
    const hasInner = inner === '' || (template !== null && placeOf(template.text, inner) >= 0)
    if (template?.isWhole && hasInner) return { kind: 'html', text: template.text }
    const kept =
      template && hasInner
        ? 'some of what it shows is missing'
        : call.inner === null
          ? 'no more than its title is shown'
          : 'only its title and what stands within are shown'
    fault('unknown_shortcode', `the shortcode ${call.name} is not known; ${kept}`, line)
    if (template && hasInner) return { kind: 'html', text: template.text }
    return keptOf(call)
  }

  /** A term, which is looked for once. */
  function termAt(path: string): Term | null {
    let term = terms.get(path)
    if (term !== undefined) return term
    const file = terms.size < INCLUSION_LIMIT ? site.file(path, page.file, page) : null
    term = file === null ? null : { title: site.title(file) }
    terms.set(path, term)
    return term
  }

  /** A call with what its page says: of the image that it names, and whether its title is that of the page. */
  function completed(call: ShortcodeCall): ShortcodeCall {
    const [first] = call.positional
    if (call.name === 'imgproc' && first !== undefined) {
      const { name, texts } = site.resource(first, page)
      return { ...call, positional: [name], named: new Map([...texts, ...call.named]) }
    }
    const term = call.named.get('term_id')
    if (call.name === 'glossary_tooltip' && term !== undefined && !call.named.has('text')) {
      return { ...call, named: new Map([...call.named, ['text', termAt(termFile(term))?.title ?? term]]) }
    }
    // The title of the page stands above it already.
    const isRepeated = call.name === 'blocks/cover' && call.named.get('title')?.trim() === page.fields.get('title')
    if (!isRepeated) return call
    return { ...call, named: new Map([...call.named].filter(([name]) => name !== 'title')) }
  }

  /** A shortcode in code or in a table's row, where no block can stand. */
  function asText(call: ShortcodeCall, line: () => number, chain: readonly string[]): string {
    const outcome = outcomeOf(call, line)
    const text = inlineText(outcome, call, line, chain)
    if (text !== null) return text
    if (outcome.kind === 'html') return outcome.text
    if (outcome.kind === 'include') return included(outcome.path, line, chain)?.text ?? ''
    if (outcome.kind === 'term') return definitionOf(outcome, line, chain)
    const { after = '', before = '' } = outcome.kind === 'block' ? outcome : {}
    return [before, call.inner ?? '', after].filter((part) => part !== '').join(' ')
  }

  /** Text of a shortcode that stands in a line; null: it is a block. */
  function inlineText(
    outcome: Outcome,
    call: ShortcodeCall,
    line: () => number,
    chain: readonly string[],
  ): string | null {
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
        const address = site.address(outcome.target, page, outcome.language)
        return (address ?? outcome.target).replaceAll(' ', '%20')
      }
      case 'param': {
        const value = site.param(outcome.name, page)
        if (value === null) fault('unknown_shortcode', `neither page nor site has a parameter ${outcome.name}`, line)
        return filled(value ?? '', outcome.values)
      }
      case 'include':
        // Text that is put into the page may stand in a line of it.
        return call.marks === '%' && outcome.code === null ? (included(outcome.path, line, chain)?.text ?? '') : null
      default:
        return null
    }
  }

  /** A parameter with values in the place of `{1}` and so on, unless it is too long. */
  function filled(text: string, values: readonly string[]): string {
    if (values.length === 0 || text.length > FILLED_LIMIT_CHARS || work.leftChars < 0) return text
    const whole = text.replace(/\{(\d{1,2})\}/g, (sign, at: string) => values[Number(at)] ?? sign)
    work.leftChars -= whole.length
    return whole
  }

  /** A shortcode behind `tail`, which is what its line has so far. */
  function placed(call: ShortcodeCall, tail: string, line: () => number, chain: readonly string[]): string {
    const outcome = outcomeOf(call, line)
    const text = inlineText(outcome, call, line, chain)
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
        const file = included(outcome.path, line, chain)
        if (file === null) return ''
        const whole =
          outcome.code === null
            ? file.text
            : fenced(file.text, outcome.code || (/\.([\w-]+)$/.exec(outcome.path)?.[1] ?? ''))
        return start + under(whole).slice(prefix.length)
      }
      case 'term':
        return start + under(definitionOf(outcome, line, chain)).slice(prefix.length)
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
  function definitionOf(
    { before, isWhole, path }: Outcome & { kind: 'term' },
    line: () => number,
    chain: readonly string[],
  ): string {
    const text = included(path, line, chain)?.text ?? ''
    const more = isWhole ? -1 : text.indexOf('<!--more-->')
    const shown = more < 0 ? text : text.slice(0, more).trimEnd()
    return before === '' ? shown : `${before} ${shown.slice(0, 1).toLowerCase()}${shown.slice(1)}`
  }

  function included(path: string, line: () => number, chain: readonly string[]): { text: string } | null {
    const isTooMuch = ++inclusions > INCLUSION_LIMIT || expandedChars > EXPANDED_LIMIT_CHARS
    const file = isTooMuch ? null : site.file(path, chain.at(-1) ?? page.file, page)
    const isLoop = file !== null && (chain.includes(file) || chain.length >= INCLUSION_DEPTH)
    if (file === null || isLoop) {
      fault('unresolved_include', `${path} ${inclusionFault(isTooMuch, isLoop)}`, line)
      return null
    }
    const body = site.body(file, page)
    expandedChars += body.length
    const at = line()
    return { text: expand(body, () => at, [...chain, file]).trim() }
  }

  return expand(text, (offset) => countLines(text, offset), [page.file])
}
