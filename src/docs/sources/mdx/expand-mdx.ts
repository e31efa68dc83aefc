import { createBraceFinder } from '../../readers/markdown/braces.ts'
import { parseTag, type Tag } from '../../readers/markdown/tag.ts'
import { trackFences, EXPANDED_LIMIT_CHARS, fenced, INCLUSION_DEPTH, indented, readPart } from '../expand-lines.ts'
import type { ExpandedPage } from '../source.ts'
import { withGivenHtml } from './given-html.ts'
import { importsOf } from './module-imports.ts'
import { moduleRanges, type Range } from './module-ranges.ts'
import { moduleCode, moduleValues, PROGRAM_LIMIT_CHARS, type PathOf, type ProgramBudget } from './module-values.ts'
import { rebased, relativeTo } from './rebase.ts'
import { handedOn } from './shown-part.ts'
import { expressionNames, substitute, type Lookup } from './substitute.ts'
import { writtenCode } from './written-code.ts'

/** What a name of a page's module code stands for, if that is a file of the content. */
interface Imported {
  readonly path: string | null
  readonly written: string
  readonly kind: 'part' | 'text' | 'image'
}

/** Code that stands in the page itself: ``<CodeBlock>{`a()`}</CodeBlock>``. */
interface WrittenCode {
  readonly kind: 'code'
  readonly text: string
}

/** What all parts of one page have in common. */
interface Expansion {
  readonly page: ExpandedPage
  readonly pathOf: PathOf
  readonly prepare: Preparation
  /** Characters that further parts and values may add. */
  left: number
  readonly programs: ProgramBudget
  /** Tags without an end that may still be looked at. */
  brokenLeft: number
  /** Components for code that may still be found to hold no code. */
  codesLeft: number
  /** Parts that may still be put in. */
  partsLeft: number
  /** Whether a part that was not included has been reported. */
  isReported: boolean
}

/** A text that is expanded: the page itself, or a part of it. */
interface Part {
  readonly file: string
  readonly depth: number
  /** Attributes of the element that stands for the part. */
  readonly props: ReadonlyMap<string, string>
  /** Line of the page that the part stands on; null: it is the page itself. */
  readonly line: number | null
}

/** Changes the text of a page or part before its parts are put in; `code` is its module code. */
export type Preparation = (text: string, code: string, file: string, programs: ProgramBudget) => string

/** Parts that one page may hold. */
const PART_LIMIT = 1000
/** Components for code without code in them, each of which is looked through. */
const CODE_LIMIT = 500
/** Tags without an end, each of which is looked for in the rest of the page. */
const BROKEN_LIMIT = 20

const RAW = /^!!raw-loader!|[?&]raw$/
/** What is imported for what it holds, and not for what it exports. */
const HAS_MEANING = /\.(?:mdx?|json|css)$|[?&]raw$|^!!/i
const IMAGE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i
const ELEMENT = /^([ \t]*)<([A-Z]\w*)/
const SHOWN_CODE = /\s*\{\s*(\w+)\s*\}\s*<\/CodeBlock>[ \t]*(?=\n|$)/y
const CLOSED_AT_ONCE = /<\/(\w+)>/y

/**
 * Puts parts that a page of MDX imports (`import Part from './_part.mdx'`), files that it shows as code, and values of its
 * exports and imports into its text. Nothing is run.
 */
export function expandMdx(
  text: string,
  page: ExpandedPage,
  pathOf: PathOf,
  prepare: Preparation = (unchanged) => unchanged,
): string {
  const expansion: Expansion = {
    page,
    pathOf,
    prepare,
    left: EXPANDED_LIMIT_CHARS,
    programs: { left: PROGRAM_LIMIT_CHARS },
    brokenLeft: BROKEN_LIMIT,
    codesLeft: CODE_LIMIT,
    partsLeft: PART_LIMIT,
    isReported: false,
  }
  return expandPart(text, expansion, { file: page.file, depth: 0, props: new Map(), line: null })
}

function expandPart(written: string, expansion: Expansion, part: Part): string {
  const code = moduleCode(written)
  const text = withGivenHtml(expansion.prepare(written, code, part.file, expansion.programs))
  const ranges = moduleRanges(text)
  if (ranges.length === 0 && part.props.size === 0) return text
  const imports = filesOf(code, expansion, part.file)
  const lookup = lookupOf(text, code, imports, expansion, part)
  const filled = lookup === null ? text : substitute(text, ranges, lookup, expansion)
  const hasElements = imports.size > 0 || filled.includes('<CodeBlock')
  return !hasElements ? filled : replaceElements(filled, imports, expansion, part)
}

function filesOf(code: string, { page, pathOf, programs }: Expansion, file: string): ReadonlyMap<string, Imported> {
  const files = new Map<string, Imported>()
  for (const { from, imported, local } of importsOf(code)) {
    const isRaw = RAW.test(from)
    const written = from.replace(RAW, '')
    const path = pathOf(written, file)
    const isModule = imported !== '*' && path !== null && !HAS_MEANING.test(written)
    const handed = isModule ? handedOn(path, imported, page.folder, programs) : null
    if (handed !== null) {
      files.set(local, { path: pathOf(handed.from, handed.module), written: handed.from, kind: 'part' })
    } else if (isRaw) files.set(local, { path, written, kind: 'text' })
    else if (imported !== 'default') continue
    else if (/\.mdx?$/.test(written)) files.set(local, { path, written, kind: 'part' })
    else if (IMAGE.test(written)) files.set(local, { path, written, kind: 'image' })
  }
  return files
}

/** Finds values of names in braces: properties of the part, texts of files, and what module code declares. */
function lookupOf(
  text: string,
  code: string,
  imports: ReadonlyMap<string, Imported>,
  { page, pathOf, programs }: Expansion,
  { file, props }: Part,
): Lookup | null {
  const names = expressionNames(text)
  if (names.length === 0) return null
  const { folder } = page
  const values = moduleValues(names, { code, file, folder, pathOf, budget: programs })
  return (name) => {
    const [first = '', ...members] = name.split('.')
    const given = first === 'props' ? members.join('.') : name
    if (props.has(given)) return props.get(given)
    const imported = imports.get(first)
    // An image of a bundler has its address itself, or as a member.
    if (imported?.kind === 'image') return imported.path === null ? undefined : relativeTo(page.file, imported.path)
    if (imported?.kind === 'text')
      return imported.path === null ? undefined : (folder.readText(imported.path) ?? undefined)
    let value = values.get(first)
    for (const member of members) {
      const isRecord = typeof value === 'object' && value !== null && Object.hasOwn(value, member)
      value = isRecord ? (value as Record<string, unknown>)[member] : undefined
    }
    return value
  }
}

function replaceElements(
  text: string,
  imports: ReadonlyMap<string, Imported>,
  expansion: Expansion,
  part: Part,
): string {
  const ranges = moduleRanges(text)
  const braces = createBraceFinder(text)
  const fence = trackFences()
  const lines: string[] = []
  let range = 0
  let number = 1
  for (let at = 0; at <= text.length;) {
    const newline = text.indexOf('\n', at)
    let end = newline < 0 ? text.length : newline
    const line = text.slice(at, end)
    while (range < ranges.length && (ranges[range] as Range).end <= at) range += 1
    const inModule = (ranges[range]?.start ?? Number.POSITIVE_INFINITY) <= at
    const [, indent = '', name = ''] = (!inModule && !fence.isCode(line) && ELEMENT.exec(line)) || []
    const mayStand = expansion.brokenLeft > 0 && (imports.has(name) || name === 'CodeBlock')
    const tag = mayStand ? parseTag(text, at + indent.length, braces) : null
    if (mayStand && tag === null) expansion.brokenLeft -= 1
    const whole = tag === null || expansion.codesLeft <= 0 ? null : elementAt(text, tag, imports)
    if (whole === null && name === 'CodeBlock') expansion.codesLeft -= 1
    if (whole === null || tag === null) lines.push(line)
    else {
      const shown = replaceElement(tag, whole.file, expansion, part, part.line ?? number)
      const shifted = indented(shown, indent)
      const grown = shifted.length - shown.length
      // Indentation could multiply a text of short lines at each depth.
      lines.push(grown > expansion.left ? shown : shifted)
      expansion.left -= grown
      const after = text.indexOf('\n', whole.end)
      end = after < 0 ? text.length : after
    }
    for (let each = at; each >= 0 && each <= end; each = text.indexOf('\n', each) + 1 || -1) number += 1
    at = end + 1
  }
  return lines.join('\n')
}

/** The element of a tag, if it stands for a file and nothing follows it on its line. */
function elementAt(
  text: string,
  tag: Tag,
  imports: ReadonlyMap<string, Imported>,
): { file: Imported | WrittenCode; end: number } | null {
  let { end } = tag
  let file: Imported | WrittenCode | undefined = imports.get(tag.name)
  if (tag.name === 'CodeBlock' && tag.kind === 'open') {
    const written = writtenCode(text, end)
    if (written !== null) return { file: { kind: 'code', text: written.text }, end: written.end }
    SHOWN_CODE.lastIndex = end
    const shown = SHOWN_CODE.exec(text)
    file = imports.get(shown?.[1] ?? '')
    if (shown !== null) end = SHOWN_CODE.lastIndex
    if (file?.kind !== 'text') return null
  } else if (tag.kind === 'open') {
    CLOSED_AT_ONCE.lastIndex = end
    if (CLOSED_AT_ONCE.exec(text)?.[1] !== tag.name) return null
    end = CLOSED_AT_ONCE.lastIndex
  }
  const newline = text.indexOf('\n', end)
  const rest = text.slice(end, newline < 0 ? text.length : newline)
  return file === undefined || file.kind === 'image' || rest.trim() !== '' ? null : { file, end: end + rest.length }
}

/** What stands in the place of an element. */
function replaceElement(
  tag: Tag,
  shown: Imported | WrittenCode,
  expansion: Expansion,
  part: Part,
  line: number,
): string {
  const { page } = expansion
  const title = tag.attributes.get('title')
  const info = (tag.attributes.get('language') ?? '') + (title === undefined ? '' : ` title="${title}"`)
  if (shown.kind === 'code') return fenced(shown.text, info)
  const { kind, path, written } = shown
  if (part.depth >= INCLUSION_DEPTH || expansion.left <= 0 || expansion.partsLeft-- <= 0) {
    if (!expansion.isReported) {
      expansion.isReported = true
      page.fault('unresolved_include', `${written} is not included, as parts nest too deep or grow too long`, line)
    }
    return ''
  }
  if (kind === 'text') {
    const source = path === null ? null : page.folder.readText(path)
    if (source === null) {
      page.fault('unresolved_include', `${written} is no file that can be read here`, line)
      return ''
    }
    expansion.left -= source.length
    return fenced(source, info)
  }
  const body = readPart(path, written, page, line)
  if (body === null) return ''
  // It is counted before its own parts are put in, so that pages that include each other cost no more than they may add.
  expansion.left -= body.length
  const inner = { file: path ?? part.file, depth: part.depth + 1, props: tag.attributes, line }
  return `${rebased(withoutModules(expandPart(body, expansion, inner)), inner.file, part.file)}\n`
}

/** A part without its imports and exports, which have no meaning where it is put. */
function withoutModules(text: string): string {
  let written = ''
  let from = 0
  for (const { end, start } of moduleRanges(text)) {
    written += text.slice(from, start)
    from = end
  }
  return (written + text.slice(from)).trim()
}
