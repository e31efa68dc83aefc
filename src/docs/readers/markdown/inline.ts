import type { Inline } from '../../model/page-model.ts'
import { plainText, slugText } from '../../model/plain-text.ts'
import type { PictureSource } from '../../model/themes.ts'
import { createWordTester } from './angle-words.ts'
import { createBraceFinder, type BraceFinder } from './braces.ts'
import type { MdxFile, Part } from './constructs.ts'
import { expressionAt, heldAt, scanTemplate } from './template/elements.ts'
import { createCodeSpanFinder } from './code/code-span.ts'
import { createFormulaFinder, type FormulaFinder, type Formulas } from './code/formulas.ts'
import { pairRuns, readRun, type Run } from './emphasis.ts'
import { characterReference, decodeEntities } from './entities.ts'
import { isUnknownComponent } from './components.ts'
import { buildInline, type Piece } from './inline-tree.ts'
import { foldLabel, inlineTarget, withoutEnd, type References, type Target } from './link-target.ts'
import type { Unread } from './mdx/unread.ts'
import { isEmptyExpression, resolvedTag, wholeElement } from './mdx/mdx-file.ts'
import { badgeOf, buttonLook, iconOf, imageOf, isMade, embeddedBy, pictureSource } from './inline-tags.ts'
import { isLinkElement, separatesWords, spanElement } from './tag-names.ts'
import { parseTag, stringLiteral, type Tag } from './tag.ts'

/** The emoji whose name begins at a colon, and the offset behind it; null: no emoji begins there. */
export type EmojiAt = (source: string, start: number) => { readonly text: string; readonly end: number } | null

export interface InlineContext {
  readonly mdx: boolean
  readonly formulas?: Formulas
  /** Gives the emoji for which a name such as `:rocket:` stands. */
  readonly emoji?: EmojiAt | undefined
  /** The file that the text stands in. */
  readonly file?: MdxFile | null
  /** The lines of the page that the text stands on, and the first of them that counts. */
  readonly lines?: readonly number[] | undefined
  readonly row?: number
  readonly isHeading?: boolean
  /** Takes expressions that would show something which only a program tells. */
  readonly unread?: Unread
  readonly references: References
  /** Labels of the page's footnotes as they are written, by their folded form. */
  readonly footnotes: ReadonlyMap<string, string>
  /** Whether `[text][package.Class]` is its text where no such label is defined. */
  readonly namesObjects?: boolean
  /** Takes the names of components that nothing is known of. */
  readonly unknown: Set<string>
}

interface Bracket {
  readonly piece: number
  readonly start: number
  readonly image: boolean
  /** Runs of emphasis before the bracket. */
  readonly runs: number
}

const SPECIAL = /[\\`*_~![\]<&\n{$]|https?:\/\//
const IS_SPECIAL = new Uint8Array(128)
for (const c of '\\`*_~![]<&\n{:$') IS_SPECIAL[c.charCodeAt(0)] = 1

const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/
const WORDLIKE = /[\p{L}\p{N}]/u
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const AUTOLINK = /<([A-Za-z][A-Za-z\d+.-]{1,31}:[^\s<>]*|[\w.+-]{1,64}@[\w-][\w.-]{0,250})>/y
const BARE_ADDRESS = /:\/\/[\w-][\w.-]*(?:[/?#:][^\s<>[\]{}|\\^`"]*)?/y
const FOOTNOTE = /\[\^([^\s[\]]{1,200})\]/y
/** The label of an object of a program, or an empty one, behind the text of a link. */
const OBJECT_LABEL = /\]\[((?:[a-z_][^[\]\s^]{0,200})?)\]/iy
/** Name of an object, `package.Class`, or id of a heading of any page: `first-steps`. */
const OBJECT_NAME = /^[a-z_]\w*[.-][a-z_]/i
const LABEL = /\[((?:[^\\[\]]|\\.){0,999})\]/sy
const LABEL_LIMIT_CHARS = 999

/**
 * Reads one block of Markdown text. Soft line breaks become spaces, and nothing between Chinese or Japanese signs.
 * Words that only look like markup (`snake_case`, `a*b`, `2 < 3`, `List<T>`) stay as they are. Linear time.
 */
export function readInline(source: string, context: InlineContext): Inline[] {
  const isPlain = !SPECIAL.test(source) && !(context.emoji !== undefined && source.includes(':'))
  if (isPlain) return source.trim() === '' ? [] : [source.trim().replace(/[ \t\n]+/g, ' ')]
  return buildInline(new InlineReader(source, context).run())
}

class InlineReader {
  readonly source: string
  readonly context: InlineContext
  readonly pieces: Piece[] = []
  readonly brackets: Bracket[] = []
  readonly runs: Run[] = []
  readonly codeSpans: ReturnType<typeof createCodeSpanFinder>
  readonly formulaAt: FormulaFinder
  /** Whether a backslash may begin a formula. */
  readonly hasDelimiters: boolean
  at = 0
  /** A tag that separates words was dropped since the last text. */
  gap = false
  last = ''
  readonly braces: BraceFinder
  /** Whether a comment that starts here may end; once one does not, no later one can. */
  commentsClose = true
  readonly isWord: (tag: Tag) => boolean
  /** Links may not hold links: brackets before this index of the stack open none. */
  inactiveBelow = 0
  /** Names of components that are open and make a link of their content. */
  readonly linkNames: string[] = []
  /** Attributes of tooltips that are open. */
  readonly tooltips: Tag['attributes'][] = []
  /** Sources of the `picture` whose image is still to come. */
  readonly pictures: PictureSource[] = []
  /** Links of HTML that are open. A bare address within one is its text. */
  linkTags = 0

  /** Ends of elements of a template, once they were asked for. */
  closings: ReturnType<typeof scanTemplate>['closings'] | null = null
  /** How far lines are counted, and the place of that one among those of the page. */
  counted = 0
  row: number

  constructor(source: string, context: InlineContext) {
    this.source = source
    this.row = context.row ?? 0
    this.context = context
    this.codeSpans = createCodeSpanFinder(source)
    this.formulaAt = createFormulaFinder(source, context.formulas ?? 'double dollars', context.mdx)
    this.hasDelimiters = typeof context.formulas === 'object'
    this.braces = createBraceFinder(source)
    this.isWord = createWordTester(source)
  }

  run(): Piece[] {
    const { source } = this
    while (this.at < source.length) {
      let end = this.at
      while (end < source.length && !isSpecial(source.charCodeAt(end))) end += 1
      if (end > this.at) {
        this.text(source.slice(this.at, end))
        this.at = end
      } else this.special(source[this.at] as string)
    }
    pairRuns(this.runs)
    return this.pieces
  }

  text(value: string): void {
    if (value === '') return
    if (this.gap && WORDLIKE.test(this.last) && WORDLIKE.test(firstSign(value))) this.pieces.push(' ')
    this.gap = false
    this.last = value.slice(-1)
    this.pieces.push(value)
  }

  node(piece: Piece, text: string): void {
    if (this.gap && WORDLIKE.test(this.last) && WORDLIKE.test(firstSign(text))) this.pieces.push(' ')
    this.gap = false
    this.last = text.slice(-1)
    this.pieces.push(piece)
  }

  special(c: string): void {
    switch (c) {
      case '\\':
        return this.escape()
      case '`': {
        const span = this.codeSpans.at(this.at)
        if (span.text === null) this.text(this.source.slice(this.at, span.end))
        else this.node({ kind: 'code', text: span.text.replaceAll('\n', ' ') }, span.text)
        this.at = span.end
        return
      }
      case '*':
      case '_':
      case '~':
        return this.emphasis()
      case '!':
        if (this.source[this.at + 1] !== '[') return this.plain(c)
        return this.openBracket(2, true)
      case '[':
        return this.opening()
      case ']':
        return this.closing()
      case '<':
        return this.angle()
      case '&': {
        const reference = characterReference(this.source, this.at)
        this.text(reference ? reference.text : c)
        this.at = reference ? reference.end : this.at + 1
        return
      }
      case '{':
        return this.expression()
      case ':':
        return this.colon()
      case '$':
        return this.formula()
      default:
        return this.lineEnd()
    }
  }

  formula(): void {
    const { at, source } = this
    const { end, text } = this.formulaAt(at)
    if (text === null) this.text(source.slice(at, end))
    else this.node({ kind: 'math', text }, text)
    this.at = end
  }

  plain(c: string): void {
    this.text(c)
    this.at += c.length
  }

  escape(): void {
    if (this.hasDelimiters && this.formulaAt(this.at).text !== null) return this.formula()
    const next = this.source[this.at + 1] ?? ''
    if (next === '\n') this.hardBreak(2)
    else if (ASCII_PUNCTUATION.test(next)) {
      this.text(next)
      this.at += 2
    } else this.plain('\\')
  }

  hardBreak(length: number): void {
    this.pieces.push({ kind: 'break' })
    this.at += length
    this.skipSpace()
    this.last = '\n'
  }

  lineEnd(): void {
    const before = this.pieces.at(-1)
    if (typeof before === 'string') {
      const trimmed = before.trimEnd()
      this.pieces[this.pieces.length - 1] = trimmed
      this.last = trimmed.slice(-1) || this.last
      if (before.endsWith('  ')) return this.hardBreak(1)
    }
    const { last } = this
    this.at += 1
    this.skipSpace()
    const joins = CJK.test(last) && CJK.test(this.source[this.at] ?? '')
    if (joins) return
    this.pieces.push(' ')
    this.last = ' '
  }

  skipSpace(): void {
    while (this.source[this.at] === ' ' || this.source[this.at] === '\t') this.at += 1
  }

  emphasis(): void {
    const run = readRun(this.source, this.at)
    if (typeof run === 'string') {
      this.text(run)
      this.at += run.length
      return
    }
    this.pieces.push(run)
    this.runs.push(run)
    this.at += run.length
    this.last = ''
  }

  opening(): void {
    FOOTNOTE.lastIndex = this.at
    const footnote = FOOTNOTE.exec(this.source)
    const label = this.context.footnotes.get(foldLabel(footnote?.[1] ?? ''))
    if (footnote && label !== undefined) {
      this.pieces.push({ kind: 'reference', footnote: label })
      this.at += footnote[0].length
      return
    }
    this.openBracket(1, false)
  }

  openBracket(length: number, image: boolean): void {
    const { pieces, at, runs } = this
    this.brackets.push({ piece: pieces.length, start: at + length, image, runs: runs.length })
    this.pieces.push(image ? '![' : '[')
    this.at += length
    this.last = '['
  }

  closing(): void {
    const open = this.brackets.pop()
    const isActive = open !== undefined && (open.image || this.brackets.length >= this.inactiveBelow)
    if (this.inactiveBelow > this.brackets.length) this.inactiveBelow = this.brackets.length
    const link = isActive ? this.targetBehind(open) : null
    if (open === undefined || link === null) return this.unlinked(isActive ? open : undefined)
    pairRuns(this.runs.splice(open.runs))
    this.pieces[open.piece] = { kind: 'open', link, image: open.image }
    this.pieces.push({ kind: 'close' })
    if (!open.image) this.inactiveBelow = this.brackets.length
    this.at = link.end
  }

  /** Leaves brackets that are no link. Those around the text of an object of a program go. */
  unlinked(open: Bracket | undefined): void {
    OBJECT_LABEL.lastIndex = this.at
    const [label, name = ''] = (this.context.namesObjects && OBJECT_LABEL.exec(this.source)) || []
    const text = open === undefined ? '' : this.source.slice(open.start, this.at)
    const isObject = OBJECT_NAME.test(name || text) || (name === '' && /^`.*`$/.test(text))
    if (label === undefined || open === undefined || open.image || !isObject) return this.plain(']')
    this.pieces[open.piece] = ''
    this.at += label.length
  }

  /** What follows the `]` at `at` if that makes a link; null: the brackets are only brackets. */
  targetBehind({ start }: Bracket): (Target & { end: number }) | null {
    const { source, at: close } = this
    const { references } = this.context
    const next = source[close + 1]
    if (next === '(') {
      const target = inlineTarget(source, close + 2)
      if (target) return { ...target, target: this.context.file?.target(target.target) ?? target.target }
    }
    if (references.size === 0) return null
    if (next === '[') {
      LABEL.lastIndex = close + 1
      const label = LABEL.exec(source)
      const named = label?.[1] ? references.get(foldLabel(label[1])) : undefined
      if (label && named) return { ...named, end: close + 1 + label[0].length }
      const own = label?.[1] === '' ? this.defined(start, close) : undefined
      if (own) return { ...own, end: close + 3 }
      // A mark of a footnote may follow the text of a link.
      if (label?.[1] && !this.context.footnotes.has(foldLabel(label[1].slice(1)))) return null
    }
    const own = this.defined(start, close)
    return own ? { ...own, end: close + 1 } : null
  }

  defined(start: number, close: number): Target | undefined {
    return close - start > LABEL_LIMIT_CHARS
      ? undefined
      : this.context.references.get(foldLabel(this.source.slice(start, close)))
  }

  angle(): void {
    const { source, at } = this
    if (this.commentsClose && source.startsWith('<!--', at)) {
      const end = source.indexOf('-->', at + 4)
      if (end >= 0) this.at = end + 3
      else this.commentsClose = false
      return
    }
    AUTOLINK.lastIndex = at
    const address = AUTOLINK.exec(source)
    if (address?.[1] !== undefined) {
      this.address(address[1], address[1].includes(':') ? address[1] : `mailto:${address[1]}`)
      this.at = at + address[0].length
      return
    }
    const { file = null, mdx } = this.context
    const written = parseTag(source, at, mdx ? this.braces : null)
    if (written !== null && this.held(written)) return
    if (written === null || (!mdx && this.isWord(written))) return this.plain('<')
    const tag = this.resolved(written, at)
    const whole = file === null ? null : wholeElement(source, tag)
    const part = whole === null ? null : file?.partOf(whole, () => this.lineAt(at))
    this.at = (part && whole ? whole : tag).end
    if (part) this.part(part)
    else this.tag(tag)
  }

  /** A tag with the values of its attributes. */
  resolved(written: Tag, at: number): Tag {
    const { file = null } = this.context
    const told = file?.template?.tagOf(written, () => this.lineAt(at))
    return told ?? resolvedTag(written, file, (expression) => this.leaveOut(expression, at))
  }

  /** Reads what a template shows of an element. */
  held(tag: Tag): boolean {
    const { at, source } = this
    const template = this.context.file?.template
    if (template === undefined || !template.holds(tag)) return false
    this.closings ??= scanTemplate(source).closings
    const lineAt = (offset: number): number => this.lineAt(offset)
    const rowAt = (offset: number): number => this.rowAt(offset)
    const held = heldAt(at, tag, template, { source, closings: this.closings, lineAt, rowAt })
    if (held === null) return false
    this.at = held.end
    for (const { file = null, row = 0, text } of template.partsOf(held.elements)) {
      const reader = new InlineReader(text, { ...this.context, file, row })
      const { gap, last, linkTags } = this
      Object.assign(reader, { gap, last, linkTags })
      for (const piece of reader.run()) this.pieces.push(piece)
      this.gap = reader.gap
      this.last = reader.last
    }
    return true
  }

  /** The place of an offset among the lines of the page. Offsets are asked for in their order. */
  rowAt(offset: number): number {
    for (; this.counted < offset; this.counted++) if (this.source[this.counted] === '\n') this.row += 1
    return this.row
  }

  lineAt(offset: number): number {
    const { lines = [] } = this.context
    return lines[Math.min(this.rowAt(offset), lines.length - 1)] ?? 1
  }

  /** Puts a part into the line. In a heading, what a component of a template shows is a label, and no part of the id. */
  part({ file, mdx, text }: Part): void {
    const lines = this.context.lines && [this.lineAt(this.at)]
    const context = {
      ...this.context,
      lines,
      row: 0,
      mdx: mdx ?? this.context.mdx,
      file: file ?? this.context.file ?? null,
    }
    const content = readInline(text, context)
    const label = this.context.isHeading && this.context.file?.template ? slugText(content) : ''
    if (label !== '') return this.node({ kind: 'badge', text: label }, label)
    for (const piece of content) {
      if (typeof piece === 'string') this.text(piece)
      else this.node(piece, plainText([piece]))
    }
  }

  address(shown: string, target: string): void {
    this.pieces.push({ kind: 'open', link: { target, title: null }, image: false })
    this.text(shown)
    this.pieces.push({ kind: 'close' })
  }

  tag(tag: Tag): void {
    const { name, kind, attributes } = tag
    const themed = pictureSource(tag)
    if (themed !== null) return void this.pictures.push(themed)
    const image = imageOf(tag, this.pictures)
    if (image) {
      this.pictures.length = 0
      return image.source === '' && isMade(tag) ? this.text(image.alt) : this.node(image, image.alt)
    }
    const media = embeddedBy(tag, this.source, (at) => this.tagAt(at))
    if (media !== null) {
      this.at = media.end
      if (media.part !== null) return this.embed(media.part)
      if (media.isMade) return this.text(media.title)
      return this.node({ kind: 'image', source: '', alt: media.title, title: null }, media.title)
    }
    if (name === 'br') return void this.pieces.push({ kind: 'break' })
    if (separatesWords(name)) this.gap = true
    const id =
      kind === 'close' ? undefined : attributes.get('id') || (name === 'a' ? attributes.get('name') : undefined)
    if (id) this.pieces.push({ kind: 'anchor', id })
    if (name === 'Tooltip' && kind !== 'void') return this.tooltip(tag)
    const target = attributes.get('href') ?? attributes.get('to')
    const isLink = isLinkElement(name) || this.leads(tag, target)
    if (isLink && kind === 'open' && target === undefined) return
    if (isLink && kind !== 'void') this.linkTags += kind === 'open' ? 1 : -1
    const element = isLink ? 'a' : spanElement(name)
    if (element !== undefined && kind !== 'void') {
      const title = element === 'abbr' ? decodeEntities(attributes.get('title') ?? '') : undefined
      const button = name === 'LinkButton' ? buttonLook(attributes.get('variant')) : undefined
      this.pieces.push({ kind: 'tag', element, opens: kind === 'open', target: target ?? '', title, button })
    } else if (kind === 'void' || attributes.get('label')) {
      const text = decodeEntities(attributes.get('label') || attributes.get('text') || attributes.get('title') || '')
      if (text !== '' && target && isUnknownComponent(name)) this.address(text, target)
      else if (text !== '') this.node(badgeOf(tag, text), text)
      this.gap = true
    }
    const icon = iconOf(tag)
    if (icon) this.pieces.push(icon)
    if (kind !== 'close' && isUnknownComponent(name)) this.context.unknown.add(name)
  }

  /** A tag within an element that is looked at as a whole, or null if it is read by itself. */
  tagAt(at: number): Tag | null {
    const written = parseTag(this.source, at, this.context.mdx ? this.braces : null)
    const isHeld = written !== null && this.context.file?.template?.holds(written) === true
    return written === null || isHeld ? null : this.resolved(written, at)
  }

  /** A link within a link is its text. */
  embed(part: Inline): void {
    if (typeof part !== 'object' || part.kind !== 'link') this.node(part, '')
    else if (this.brackets.length > 0 || this.linkTags > 0) this.text(plainText(part.content))
    else this.address(plainText(part.content), part.target)
  }

  /** Whether a component that nothing is known of begins or ends a link, as one with `href` does. */
  leads({ kind, name }: Tag, target: string | undefined): boolean {
    if (kind === 'close' && this.linkNames.at(-1) === name) return this.linkNames.pop() !== undefined
    if (kind !== 'open' || !target || !isUnknownComponent(name)) return false
    this.linkNames.push(name)
    return true
  }

  /** Puts what a tooltip says behind the text that it explains, in brackets. */
  tooltip({ attributes, kind }: Tag): void {
    if (kind === 'open') return void this.tooltips.push(attributes)
    const told = this.tooltips.pop()
    const words = ['headline', 'tip'].map((key) => told?.get(key) ?? '').filter((text) => text !== '')
    const [link, target] = [told?.get('cta') ?? '', told?.get('href') ?? '']
    if (words.length === 0 && link === '') return
    this.gap = false
    this.pieces.push(` (${decodeEntities(words.join(': '))}`)
    if (words.length > 0 && link !== '') this.pieces.push(' ')
    if (link !== '' && target !== '') this.address(decodeEntities(link), target)
    else if (link !== '') this.pieces.push(decodeEntities(link))
    this.pieces.push(')')
    this.last = ')'
  }

  expression(): void {
    const { source, at } = this
    const { file = null, mdx } = this.context
    const shownBy = file?.template
    const braces = shownBy && source.startsWith('{{', at) ? expressionAt(source, at) : null
    if (braces !== null) {
      this.at = braces.end
      return this.text(shownBy?.textOf(braces.expression, this.lineAt(at)) ?? '')
    }
    const end = mdx || source.startsWith('{/*', at) ? this.braces(at) : -1
    if (end < 0) return this.plain('{')
    const written = source.slice(at, end)
    const expression = written.slice(1, -1)
    this.at = end
    if (isEmptyExpression(expression)) return
    const shown = stringLiteral(written) === null ? (file?.shown(expression) ?? null) : written
    const literal = shown?.startsWith('{') === true ? stringLiteral(shown) : null
    if (literal !== null) this.text(literal)
    else if (shown === null) this.leaveOut(expression, at)
    else this.part({ text: shown, constructs: [] })
  }

  leaveOut(expression: string, at: number): void {
    this.context.unread?.add(expression, () => this.lineAt(at))
  }

  colon(): void {
    const emoji = this.context.emoji?.(this.source, this.at) ?? null
    if (emoji === null) return this.bareAddress()
    this.text(emoji.text)
    this.at = emoji.end
  }

  /** Makes a link of an address that stands bare in the text, as GitHub does. */
  bareAddress(): void {
    const { pieces, source, at } = this
    const before = pieces.at(-1)
    const scheme = typeof before === 'string' ? /(?:^|[^\p{L}\p{N}])(https?)$/u.exec(before)?.[1] : undefined
    BARE_ADDRESS.lastIndex = at
    const rest =
      scheme !== undefined && this.brackets.length === 0 && this.linkTags <= 0
        ? BARE_ADDRESS.exec(source)?.[0]
        : undefined
    if (scheme === undefined || rest === undefined) return this.plain(':')
    const ended = withoutEnd(rest)
    pieces[pieces.length - 1] = (before as string).slice(0, -scheme.length)
    this.address(scheme + ended, scheme + ended)
    this.at = at + ended.length
  }
}

function isSpecial(code: number): boolean {
  return code < 128 && IS_SPECIAL[code] === 1
}

function firstSign(value: string): string {
  return String.fromCodePoint(value.codePointAt(0) ?? 0)
}
