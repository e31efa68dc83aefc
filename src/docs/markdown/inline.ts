import { characterReference } from './entities.ts'
import { createCodeSpanFinder } from './code-span.ts'
import { createEmphasis } from './emphasis.ts'
import { parseTag, separatesWords } from './tag.ts'
import type { Tag } from './tag.ts'

/** Labels of the link and footnote definitions of a page, folded by `foldLabel`; those of footnotes start with `^`. */
export type References = ReadonlySet<string>

export function foldLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase()
}

const SPECIAL = /[\\`*_~![\]<&\n]/
const IS_SPECIAL = new Uint8Array(128)
for (const c of '\\`*_~![]<&\n') IS_SPECIAL[c.charCodeAt(0)] = 1

const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/
const WORDLIKE = /[\p{L}\p{N}]/u
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const AUTOLINK = /<([A-Za-z][A-Za-z\d+.-]{1,31}:[^\s<>]*|[\w.+-]{1,64}@[\w-][\w.-]{0,250})>/y
const FOOTNOTE = /\[(\^[^\s[\]]{1,200})\]/y
const LABEL = /\[([^[\]]{0,999})\]/y
const LINK_SPACE = /\s*/y

/** Parentheses that may nest in a link's address; CommonMark leaves the number to the implementation. */
const NESTING_LIMIT = 32
const LABEL_LIMIT_CHARS = 999

/** Elements that people write bare in Markdown. Others without attributes read as placeholders: `cp <source> <path>`. */
const HTML_WRITTEN_BARE = new Set(
  `a abbr article aside b bdo big blockquote br caption center cite code dd del details dfn div dl dt em figcaption figure
  footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p picture pre q rp rt ruby s samp section small
  span strike strong sub summary sup svg table tbody td tfoot th thead tr tt u ul var video wbr`.split(/\s+/),
)

/**
 * The text that a reader sees of one block of Markdown: marks of emphasis, addresses of links and HTML tags dropped,
 * escapes and character references resolved. Soft line breaks become spaces, and nothing between Chinese or Japanese
 * signs. Words that only look like markup (`snake_case`, `a*b`, `2 < 3`, `List<T>`) stay as they are. Linear time.
 */
export function inlineText(source: string, references: References): string {
  if (!SPECIAL.test(source)) return singleSpaced(source)
  const out: string[] = []
  const brackets: { piece: number; start: number; image: boolean }[] = []
  const codeSpans = createCodeSpanFinder(source)
  const emphasis = createEmphasis(source, out)
  /** A tag that separates words was dropped since the last text. */
  let gap = false
  let last = ''
  /** Whether a comment that starts here may end; once one does not, no later one can. */
  let commentsClose = true

  function text(value: string): void {
    if (value === '') return
    if (gap && WORDLIKE.test(last) && WORDLIKE.test(firstSign(value))) out.push(' ')
    gap = false
    last = value.slice(-1)
    out.push(value)
  }

  const length = source.length
  let at = 0
  while (at < length) {
    let end = at
    while (end < length && !isSpecial(source.charCodeAt(end))) end += 1
    if (end > at) {
      text(source.slice(at, end))
      at = end
      continue
    }
    const c = source[at] as string
    switch (c) {
      case '\\': {
        const next = source[at + 1] ?? ''
        if (ASCII_PUNCTUATION.test(next)) {
          text(next)
          at += 2
        } else {
          if (next !== '\n') text(c)
          at += 1
        }
        break
      }
      case '`': {
        const span = codeSpans.at(at)
        text(span.text ?? source.slice(at, span.end))
        at = span.end
        break
      }
      case '*':
      case '_':
      case '~':
        at = emphasis.run(at)
        last = ''
        break
      case '!':
        if (source[at + 1] === '[') {
          brackets.push({ piece: out.push('![') - 1, start: at + 2, image: true })
          at += 2
        } else {
          text(c)
          at += 1
        }
        break
      case '[': {
        const footnote = sticky(FOOTNOTE, source, at)
        if (footnote && references.has(foldLabel(footnote[1] ?? ''))) {
          at += footnote[0].length
          break
        }
        brackets.push({ piece: out.push('[') - 1, start: at + 1, image: false })
        last = '['
        at += 1
        break
      }
      case ']': {
        const open = brackets.pop()
        const link = open && linkEnd(source, open.start, at, references)
        if (link === undefined) text(c)
        else out[open!.piece] = ''
        at = link ?? at + 1
        break
      }
      case '<': {
        if (commentsClose && source.startsWith('<!--', at)) {
          const commentEnd = source.indexOf('-->', at + 4)
          if (commentEnd < 0) commentsClose = false
          else at = commentEnd + 3
          break
        }
        const link = sticky(AUTOLINK, source, at)
        if (link) {
          text(link[1] ?? '')
          at += link[0].length
          break
        }
        const tag = parseTag(source, at, false)
        if (tag === null || !isMarkup(tag)) {
          text(c)
          at += 1
          break
        }
        if (separatesWords(tag.name)) gap = true
        for (const value of tag.texts) {
          gap = true
          text(value)
          gap = true
        }
        at = tag.end
        break
      }
      case '&': {
        const reference = characterReference(source, at)
        text(reference ? reference.text : c)
        at = reference ? reference.end : at + 1
        break
      }
      default:
        out.push('\n')
        last = '\n'
        at += 1
    }
  }
  emphasis.finish()
  return singleSpaced(joinLines(out.join('')))
}

/** Offset behind what follows the `]` at `close` if that makes a link, undefined if the brackets are only brackets. */
function linkEnd(source: string, start: number, close: number, references: References): number | undefined {
  const next = source[close + 1]
  if (next === '(') {
    const end = inlineDestinationEnd(source, close + 2)
    if (end >= 0) return end
  }
  if (references.size === 0) return undefined
  if (next === '[') {
    const label = sticky(LABEL, source, close + 1)
    if (label && label[1] !== '' && references.has(foldLabel(label[1] ?? ''))) return close + 1 + label[0].length
    if (label?.[1] === '' && isDefined(source, start, close, references)) return close + 3
  }
  return isDefined(source, start, close, references) ? close + 1 : undefined
}

function isDefined(source: string, start: number, close: number, references: References): boolean {
  return close - start <= LABEL_LIMIT_CHARS && references.has(foldLabel(source.slice(start, close)))
}

/** Offset behind the `)` of `(address "title")`, whose inside starts at `start`; -1 when it is not one. */
function inlineDestinationEnd(source: string, start: number): number {
  let at = start + spaceLength(source, start)
  if (source[at] === '<') {
    at += 1
    while (at < source.length && !'<>\n'.includes(source[at] as string)) at += source[at] === '\\' ? 2 : 1
    if (source[at] !== '>') return -1
    at += 1
  } else {
    let depth = 0
    for (; at < source.length; at++) {
      const c = source.charCodeAt(at)
      if (c <= 0x20) break
      if (c === 0x5c) at += 1
      else if (c === 0x28 && ++depth > NESTING_LIMIT) return -1
      else if (c === 0x29 && --depth < 0) break
    }
  }
  const space = spaceLength(source, at)
  at += space
  const quote = source[at]
  if (space > 0 && (quote === '"' || quote === "'" || quote === '(')) {
    const closing = quote === '(' ? ')' : quote
    at += 1
    while (at < source.length && source[at] !== closing && !(quote === '(' && source[at] === '(')) {
      at += source[at] === '\\' ? 2 : 1
    }
    if (source[at] !== closing) return -1
    at += 1
    at += spaceLength(source, at)
  }
  return source[at] === ')' ? at + 1 : -1
}

/** Whether a tag in plain Markdown is HTML or a component, and not a word in angle brackets. */
function isMarkup(tag: Tag): boolean {
  const { name } = tag
  const isOneCase = name === name.toLowerCase() || (name.length > 1 && name === name.toUpperCase())
  if (isOneCase && HTML_WRITTEN_BARE.has(name.toLowerCase())) return true
  return tag.hasValue || tag.kind === 'void' || (tag.kind === 'close' && name.length > 1)
}

function joinLines(text: string): string {
  if (!text.includes('\n')) return text
  const parts: string[] = []
  let last = ''
  for (const part of text.split('\n')) {
    const line = part.trim()
    if (line === '') continue
    if (last !== '' && !(CJK.test(last) && CJK.test(line.charAt(0)))) parts.push(' ')
    parts.push(line)
    last = line.slice(-1)
  }
  return parts.join('')
}

function singleSpaced(text: string): string {
  return text.includes('  ') ? text.replace(/ {2,}/g, ' ') : text
}

function isSpecial(code: number): boolean {
  return code < 128 && IS_SPECIAL[code] === 1
}

function firstSign(value: string): string {
  return String.fromCodePoint(value.codePointAt(0) ?? 0)
}

function spaceLength(source: string, at: number): number {
  return sticky(LINK_SPACE, source, at)?.[0].length ?? 0
}

function sticky(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}
