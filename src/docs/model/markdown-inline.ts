import { named, playerOf } from './media.ts'
import type { Image, Inline, Span } from './page-model.ts'
import { riskySigns, type RiskySigns } from './risky-signs.ts'

/** Characters that may begin markup. Letters around `_` keep it from doing so. */
const MARKUP =
  /\\(?=[!-/:-@[-`{-~\n]|$)|[`*[\]~$]|<(?=[A-Za-z/!?>])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=[a-zA-Z\d#]+;)|!(?=\[)|(?<![\p{L}\p{N}/:])(?:https?:\/\/|www\.)(?=\S)/gu
const PUNCTUATION = /[\p{P}\p{S}]/u
const LATIN = /[\w]/
const WORD = /[\p{L}\p{N}]/u

const MARKS: Readonly<Partial<Record<Span['element'], string>>> = {
  em: '*',
  i: '*',
  strong: '**',
  b: '**',
  s: '~~',
  del: '~~',
}

export interface InlineOptions {
  /** What stands where a line breaks. */
  readonly lineBreak: string
  /** Whether a pipe would end a cell. */
  readonly inTable: boolean
}

interface WritingOptions extends InlineOptions {
  /** Which signs of the line could be markup where they are not escaped. */
  readonly signs: RiskySigns
  /** Whether this is the text of a link, in which no address becomes another. */
  readonly isInLink?: boolean
}

/** Text of a line as CommonMark with GFM, from which the same line can be read again. */
export function inlineMarkdown(content: readonly Inline[], options: InlineOptions): string {
  return written(content, { ...options, signs: riskySigns(content) }, '')
}

function written(content: readonly Inline[], options: WritingOptions, around: string): string {
  const parts = joinedCode(content)
  const pieces: string[] = []
  let last = ''
  for (const [at, part] of parts.entries()) {
    const piece =
      typeof part === 'string' ? escaped(part, options) : element(part, options, around, last, firstOf(parts[at + 1]))
    // An exclamation mark before a link would make an image of it.
    if (last === '!' && piece.startsWith('[')) pieces.push(`${pieces.pop()?.slice(0, -1)}\\!`)
    if (piece !== '') pieces.push(piece)
    last = piece.at(-1) ?? last
  }
  return pieces.join('')
}

function element(
  part: Exclude<Inline, string>,
  options: WritingOptions,
  around: string,
  before: string,
  after: string,
): string {
  switch (part.kind) {
    case 'code':
      return pipes(codeSpan(part.text), options)
    case 'math':
      return pipes(`$${part.text}$`, options)
    case 'break':
      return options.lineBreak
    case 'reference':
      return `[^${part.footnote}]`
    case 'anchor':
      return `<a id="${part.id.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}"></a>`
    case 'icon':
      return ''
    case 'badge':
      return escaped(part.text, options)
    case 'image':
      return image(part, options)
    case 'link': {
      const text = written(part.content, { ...inLink(options), lineBreak: ' ' }, around)
      return options.isInLink === true ? text : link(text, part.target, part.title)
    }
    case 'span':
      return span(part, options, around, before, after)
  }
}

/** What is played is a link. Within a link it is its name alone. */
function image({ alt, source, title }: Image, options: WritingOptions): string {
  if (playerOf(source) === null) return `!${link(escaped(alt, inLink(options)), source, title)}`
  const name = escaped(alt || named(source), inLink(options))
  return options.isInLink === true ? name : link(name, source, title)
}

function span(part: Span, options: WritingOptions, around: string, before: string, after: string): string {
  // Code may hold links, which a code span cannot.
  if (part.element === 'code') return part.content.map((inner) => codeWithLinks(inner, options)).join('')
  const inner = written(part.content, options, part.element)
  const marks = MARKS[part.element]
  if (marks === undefined) {
    const title = part.title === undefined ? '' : ` title="${escapeAttribute(part.title)}"`
    return `<${part.element}${title}>${inner}</${part.element}>`
  }
  const { body, end, start } = parted(inner)
  if (body === '') return inner
  const opens = start !== '' || flanks(before, body[0] as string)
  const closes = end !== '' || flanks(after, body.at(-1) as string)
  // Readers disagree on a single mark within a word.
  const isInWord = marks.length === 1 && ((start === '' && LATIN.test(before)) || (end === '' && LATIN.test(after)))
  const meets =
    before === marks[0] ||
    after === marks[0] ||
    body.startsWith(marks[0] as string) ||
    body.endsWith(marks[0] as string)
  if (!opens || !closes || meets || isInWord || around === part.element) {
    return `${start}<${part.element}>${body}</${part.element}>${end}`
  }
  return `${start}${marks}${body}${marks}${end}`
}

/** A text as the value of an attribute, on one line. */
function escapeAttribute(text: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
  return escaped.replace(/\s+/g, ' ')
}

/** Whether marks between two characters are read as marks: punctuation inside must not follow a word outside. */
function flanks(outer: string, inner: string): boolean {
  return !(PUNCTUATION.test(inner) && WORD.test(outer))
}

function codeWithLinks(part: Inline, options: WritingOptions): string {
  if (typeof part === 'string') {
    const { body, end, start } = parted(part)
    return body === '' ? part : `${start}${pipes(codeSpan(body), options)}${end}`
  }
  if (part.kind === 'link') {
    const text = part.content.map((inner) => codeWithLinks(inner, inLink(options))).join('')
    return options.isInLink === true ? text : link(text, part.target, part.title)
  }
  return written([part], options, 'code')
}

/** A text without white space at both ends, and that. */
function parted(text: string): { readonly start: string; readonly body: string; readonly end: string } {
  const rest = text.trimStart()
  const body = rest.trimEnd()
  return { start: text.slice(0, text.length - rest.length), body, end: rest.slice(body.length) }
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].slice(0, 1000).map(([run]) => run.length))
  const marks = '`'.repeat(longest + 1)
  const padding = /^`|`$|^ .* $/s.test(text) || text.trim() === '' ? ' ' : ''
  return `${marks}${padding}${text.replace(/\n/g, ' ')}${padding}${marks}`
}

function link(text: string, target: string, title: string | null): string {
  const isPlain = target !== '' && !/[\s()<>\\]/.test(target) && !target.startsWith('<')
  const written = isPlain ? target : `<${target.replace(/[\n\r]/g, '').replace(/[<>\\]/g, (one) => `\\${one}`)}>`
  const quoted =
    title === null || title === '' ? '' : ` "${title.replace(/\s+/g, ' ').replace(/["\\]/g, (one) => `\\${one}`)}"`
  return `[${text}](${written}${quoted})`
}

function inLink(options: WritingOptions): WritingOptions {
  return { ...options, isInLink: true, signs: { ...options.signs, brackets: true } }
}

function escaped(text: string, options: WritingOptions): string {
  const { isInLink = false, signs } = options
  const safe = text.replace(MARKUP, (found) => {
    if (found.length > 1) return isInLink ? found : found.replace(/[:.]/, (one) => `\\${one}`)
    if ((found === '[' || found === ']') && !signs.brackets) return found
    if (found === '$' && !signs.dollars) return found
    if (found === '~' && !signs.tildes) return found
    return `\\${found}`
  })
  return pipes(safe, options)
}

function pipes(text: string, { inTable }: InlineOptions): string {
  return inTable ? text.replace(/\|/g, '\\|') : text
}

/** Code spans that touch would be read as one with marks in it. */
function joinedCode(content: readonly Inline[]): readonly Inline[] {
  const parts: Inline[] = []
  for (const part of content) {
    const last = parts.at(-1)
    if (typeof part === 'object' && typeof last === 'object' && part.kind === 'code' && last.kind === 'code') {
      parts[parts.length - 1] = { kind: 'code', text: last.text + part.text }
    } else parts.push(part)
  }
  return parts
}

function firstOf(part: Inline | undefined): string {
  if (part === undefined) return ''
  if (typeof part === 'string') return part[0] ?? ''
  if (part.kind === 'span' && MARKS[part.element] !== undefined) return MARKS[part.element]?.[0] ?? ''
  return '`'
}
