import { createCodeSpanFinder } from '../code/code-span.ts'
import type { HeldElement, Template } from '../constructs.ts'
import { fencedEnd } from '../code/fence.ts'
import { VOID_ELEMENTS } from '../tag-names.ts'
import { parseTag, type Tag } from '../tag.ts'

/** Where the tag that closes an element begins, and the offset behind it. */
interface Closing {
  readonly start: number
  readonly end: number
}

/** What a look at a template of Vue tells before it is read. */
interface TemplateScan {
  /** The ends of elements, by the offsets behind their opening tags. An element that nothing closes has none. */
  readonly closings: ReadonlyMap<number, Closing>
  /** Its programs, one after another. */
  readonly program: string
}

const EXPRESSION_LIMIT_CHARS = 2000
const ELEMENT_LIMIT = 200_000
const SPECIAL = /[`<\n]|\{\{/g
const RAW = /<(?:(script|style)\b[^>]{0,1000}>|!--)/iy
const SPACE = /\s*/y
const TEMPLATE_SIGN = /<|\{\{/

/** Finds the ends of elements and the programs of a template, outside of code and comments. Takes linear time. */
export function scanTemplate(source: string): TemplateScan {
  const closings = new Map<number, Closing>()
  const programs: string[] = []
  const open = new Map<string, number[]>()
  /** Ends that do not stand in the rest of the text. */
  const endless = new Set<string>()
  let elements = 0
  let spans = createCodeSpanFinder('')
  let spansFrom = 0
  let spansEnd = -1

  function codeEnd(at: number): number {
    if (at >= spansEnd) {
      const newline = source.indexOf('\n', at)
      spansFrom = at
      spansEnd = newline < 0 ? source.length : newline
      spans = createCodeSpanFinder(source.slice(at, spansEnd))
    }
    return spansFrom + spans.at(at - spansFrom).end
  }

  /** Offset behind a comment, a program or a style; negative: none begins here. */
  function rawEnd(start: number): number {
    RAW.lastIndex = start
    const [opening, name] = RAW.exec(source) ?? []
    if (opening === undefined) return -1
    const close = name === undefined ? '-->' : `</${name}`
    const end = endless.has(close) ? -1 : source.indexOf(close, start + opening.length)
    if (end < 0) endless.add(close)
    else if (name?.toLowerCase() === 'script') programs.push(source.slice(start + opening.length, end))
    return end < 0 ? start + opening.length : end + close.length
  }

  function tagEnd(start: number): number {
    const tag = parseTag(source, start, null)
    if (tag === null) return start + 1
    if (isVoid(tag)) return tag.end
    let begun = open.get(tag.name)
    if (begun === undefined) open.set(tag.name, (begun = []))
    const from = tag.kind === 'open' ? void begun.push(tag.end) : begun.pop()
    if (from !== undefined && elements++ < ELEMENT_LIMIT) closings.set(from, { start, end: tag.end })
    return tag.end
  }

  for (let at = 0; at < source.length;) {
    if (at === 0 || source[at - 1] === '\n') {
      const fenced = fencedEnd(source, at)
      if (fenced !== null) {
        at = fenced + 1
        continue
      }
    }
    SPECIAL.lastIndex = at
    const special = SPECIAL.exec(source)
    if (special === null) break
    at = special.index
    if (special[0] === '\n') at += 1
    else if (special[0] === '`') at = codeEnd(at)
    else if (special[0] === '{{') at = expressionAt(source, at)?.end ?? at + 2
    else {
      const end = rawEnd(at)
      at = end < 0 ? tagEnd(at) : end
    }
  }
  return { closings, program: programs.join('\n') }
}

/** The programs of a template. */
export function programOf(source: string): string {
  return /<script\b/i.test(source) ? scanTemplate(source).program : ''
}

/** The expression between the braces that begin at an offset; null: they are text. */
export function expressionAt(
  source: string,
  start: number,
): { readonly expression: string; readonly end: number } | null {
  const rest = source.slice(start + 2, start + 2 + EXPRESSION_LIMIT_CHARS)
  const close = rest.indexOf('}}')
  const expression = rest.slice(0, close)
  if (close < 0 || /\n[ \t]*\n/.test(expression)) return null
  return { expression: expression.trim(), end: start + close + 4 }
}

/** An element, and those behind it that stand in its place where its condition does not hold. */
export interface HeldElements {
  readonly elements: readonly HeldElement[]
  readonly end: number
}

/** Where elements stand. */
interface Place {
  readonly source: string
  readonly closings: ReadonlyMap<number, Closing>
  /** Line of the page at an offset. Offsets are asked for in their order. */
  readonly lineAt: (offset: number) => number
  /** What names the line of an offset to the reader. */
  readonly rowAt: (offset: number) => number
}

/** The element whose tag stands at an offset, with its content, if a template tells what is shown of it; null: it does not. */
export function heldAt(start: number, tag: Tag, template: Template, place: Place): HeldElements | null {
  if (tag.kind === 'close' || !template.holds(tag)) return null
  const elements: HeldElement[] = []
  let next: Tag | null = tag
  let at = start
  let end = start
  while (next !== null) {
    const closing: Closing | undefined = isVoid(next)
      ? { start: next.end, end: next.end }
      : place.closings.get(next.end)
    if (closing === undefined) break
    const line = place.lineAt(at)
    const content = isVoid(next) ? null : place.source.slice(next.end, closing.start)
    elements.push({ tag: next, content, line, row: place.rowAt(next.end) })
    end = closing.end
    const goesOn: boolean = next.attributes.has('v-if') || next.attributes.has('v-else-if')
    SPACE.lastIndex = end
    at = goesOn ? end + (SPACE.exec(place.source)?.[0].length ?? 0) : end
    const other: Tag | null = goesOn && place.source[at] === '<' ? parseTag(place.source, at, null) : null
    next = other?.attributes.has('v-else') || other?.attributes.has('v-else-if') ? other : null
  }
  return elements.length === 0 ? null : { elements, end }
}

function isVoid({ kind, name }: Tag): boolean {
  return kind === 'void' || VOID_ELEMENTS.has(name.toLowerCase())
}

/** HTML as a template shows it, where all of it is text and tags. */
export function shownHtml(html: string, template: Template | undefined, line: number): string {
  if (template === undefined || !TEMPLATE_SIGN.test(html)) return html
  const { closings } = scanTemplate(html)
  let counted = 0
  let row = line
  const lineAt = (offset: number): number => {
    for (; counted < offset; counted++) if (html[counted] === '\n') row += 1
    return row
  }
  const signs = /<|\{\{/g
  let written = ''
  let from = 0
  for (let at = html.search(signs); at >= 0;) {
    const found = html[at] === '{' ? expressionAt(html, at) : null
    const tag = html[at] === '<' ? parseTag(html, at, null) : null
    const held = tag && heldAt(at, tag, template, { source: html, closings, lineAt, rowAt: lineAt })
    const end = found?.end ?? held?.end ?? null
    if (end !== null) {
      written += html.slice(from, at)
      if (found !== null) written += encoded(template.textOf(found.expression, lineAt(at)))
      for (const { file, row: within = line, text } of held ? template.partsOf(held.elements) : []) {
        written += shownHtml(text, file?.template, within)
      }
      from = end
    }
    signs.lastIndex = end ?? tag?.end ?? at + 1
    at = signs.exec(html)?.index ?? -1
  }
  return written + html.slice(from)
}

function encoded(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
