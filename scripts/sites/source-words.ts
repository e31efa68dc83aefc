import { parse } from '@babel/parser'
import { decodeHTML } from 'entities'

/**
 * The words that an author wrote in a file of Markdown, by a few replacements that know nothing of our reader. They must
 * stand on its page or be told by a fault. Prose, tables, code, formulas and alternative texts have words; front matter,
 * keys, attributes, comments, addresses and modules have none. A count that is too small hides a loss, so nothing else goes.
 */

/** A word of a source, with the line that has it, from 1. */
export interface SourceWord {
  readonly word: string
  readonly line: number
}

const SCRIPTS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`
const WORD = new RegExp(String.raw`[${SCRIPTS}]|(?:(?![${SCRIPTS}])[\p{L}\p{N}\p{M}])+`, 'gu')
/** Signs within words that are emphasis, escapes and code on one side, and may be nothing on the other. */
// oxlint-disable-next-line no-misleading-character-class -- each sign stands alone
const MARKS = /[*_~`^\\\u00AD\u200B-\u200D\uFE0F]/g

/** Words of a text without the marks within them, which both sides of the comparison leave out. */
export function plainWords(text: string): string[] {
  return text.normalize('NFC').replace(MARKS, '').match(WORD) ?? []
}

const FENCE = /^[ \t]*(?:(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+))*(`{3,}|~{3,})(.*)$/
const CODE_SPAN = /(?<![`\\])(`+)(?!`)((?:(?!\n[ \t]*\n)[^])*?[^`])\1(?!`)/g
/** What a line of code says of how it is shown, and the line before which twoslash shows nothing. */
const CODE_MARK = /\[!code[^\]\n]*\]|\bhighlight-(?:(?:add|remove)-)?(?:next-line|start|end)\b|---cut[\w-]*---/
const CUT = /---cut(?:-before)?---/
/** A line that another file takes the place of. */
const INCLUSION = /^[ \t]*(?:-{1,3}8<-{1,3}|;--8<--|<<<|#include "|@include|\{!)/
const FRONT_MATTER = /^\uFEFF?(---|\+\+\+)[ \t]*\r?\n[^]*?\n\1[ \t]*(?:\r?\n|$)/
/** Elements within a word: they part nothing. */
const WITHIN_WORDS = /^<\/?(?:a|abbr|b|code|del|em|font|i|ins|kbd|mark|s|small|span|strong|sub|sup|u|var)\b/i

/** Programs and styles within a page, and the element whose text names a file. */
const PROGRAMS = /<(script|style|include)\b[^>]*>[^]*?<\/\1>/gi
/** What has no words, with what of it is kept. Each keeps its line ends. */
const WITHOUT_WORDS: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/<!--[^]*?-->/g, () => ''],
  [/\{\/\*[^]*?\*\/\}/g, () => ''],
  [/\{\{[%<]-?\s*\/\*[^]*?\*\/\s*-?[%>]\}\}/g, () => ''],
  [/^%%[^]*?%%/gm, () => ''],
  [/\{\{[<%][^]*?[%>]\}\}/g, () => ' '],
  [/<(?:https?:|mailto:)[^<>\s]*>/g, (address) => address.slice(1, -1)],
  [/^[ \t>]*\[[^\]\n]+\]:[ \t]*<?\S+>?(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$/gm, () => ''],
  [/\{![^{}!\n]*!\}/g, () => ''],
  [/^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\](?=\s))?/gm, () => ''],
  [/^[ \t]*\[\[?_?(?:toc)_?\]\]?[ \t]*$/gim, () => ''],
  [
    /\]\(\s*(?:<[^<>\n]*>|(?:[^()\s]|\((?:[^()\s]|\([^()\s]*\))*\))*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/g,
    () => ']',
  ],
  [/\]\[(?!\^)[^\]]{0,200}\]/g, () => ']'],
  [/\[\^[^\]\s]+\]:?/g, () => ''],
  [/^[ \t]*\*\[[^\]\n]+\]:.*$/gm, () => ''],
  // The words of a note are counted in its own file, and a label of its part is shown nowhere.
  [/!\[\[(?![^\]\n|]*\.(?:avif|gif|jpe?g|png|svg|webp)\b)[^\]\n]*\]\]/gi, () => ''],
  [/(!\[\[[^\]\n|]*(?:\|[^\]\n|]*)?)\|\d+(?:x\d+)?\]\]/g, (_all, rest = '') => `${rest}]]`],
  [/(?<=^|[ \t\])])\^[A-Za-z\d-]+[ \t]*$/gm, () => ''],
  [/^\[comment\]:[ \t]*\([^()\n]*\)[ \t]*$/gim, () => ''],
  [/!?\[\[[^\]\n|]*\|([^\]\n]*)\]\]/g, (_all, label = '') => label],
  [/!\[\[[^\]\n]*\]\]/g, () => ''],
  [
    /(?<![\^a-zA-Z\d]|(?<!_)_)\{:?[ \t]*(?:[#.][^\s{}]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s"'{}]+))(?:[ \t]+[^{}\n]*)?\}/g,
    () => '',
  ],
  [/^([ \t>:]*(?:!!!|\?\?\?\+?|={3}[!+]?))[ \t]*[\w -]*(?="|$)/gm, () => ''],
  [/^[ \t>]*:{3,}.*$/gm, (line) => line.replace(/:{3,}[ \t]*[\w-]*|\{[^{}\n]*\}/g, '')],
  [/[ \t]*\[#[^\]\n]*\][ \t]*$/gm, () => ''],
  [/^(#{1,6}[ \t].*)\{[ \t]*[\w-]+[ \t]*\}[ \t]*$/gm, (_all, heading = '') => heading],
  [/\+\+[\w"][\w+"-]*\+\+/g, () => ' '],
  [/^([ \t>]*)\[![\w-]+(?:\|[^\]\n]*)?\][+-]?/gm, () => ''],
  [/(?<![\p{L}\p{N}:])(?::[a-z\d+-][\w+-]*:)+(?![\p{L}\p{N}:])/gu, () => ' '],
]

/** Takes the tags out of a text: those of HTML, and those of JSX with their braces. */
function withoutTags(text: string): string {
  let left = ''
  let at = 0
  for (const { index } of text.matchAll(/<(?!https?:|mailto:)\/?[A-Za-z>]/g)) {
    if (index < at) continue
    const end = endOfTag(text, index + 1)
    if (end === -1) continue
    const tag = text.slice(index, end)
    left += text.slice(at, index) + blanked(tag, /^[^]*$/, keptOfTag)
    at = end
  }
  return left + text.slice(at)
}

const TAG_LIMIT = 20_000

/** What stands in a tag beside its braces: names, and values in quotes or without them. */
const TAG_PARTS =
  /(?:[^<>"'{}=,;()[\]\\$]|=\s*""(?=[^\s/])[^"<>=\n]+""|=\s*"[^"]*"|=\s*'[^']*'|=\s*(?!["'{])[^\s"'{}<>`]+|=\s*(?=\{))*/y

/** Where a tag ends, or -1 if it ends nowhere. */
function endOfTag(text: string, from: number): number {
  for (let at = from; ;) {
    TAG_PARTS.lastIndex = at
    at += TAG_PARTS.exec(text)?.[0].length ?? 0
    if (text[at] === '>') return /\n[ \t]*\n/.test(text.slice(from, at).replace(/\{[^]*\}/, '')) ? -1 : at + 1
    if (text[at] !== '{') return -1
    at = endOfBraces(text, at)
    if (at === -1) return -1
  }
}

/** Where an expression ends, from its brace on; -1: it does not. */
function endOfBraces(text: string, from: number): number {
  let depth = 0
  let quote = ''
  for (let at = from; at < Math.min(text.length, from + TAG_LIMIT); at++) {
    const sign = text[at] as string
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'" || sign === '`') quote = sign
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at + 1
  }
  return -1
}

/** How many lines from a place on are what a page of MDX imports or exports, or a program or style: 0 of most. */
function programLines(lines: readonly string[], at: number): number {
  const [, element] = /^<(script|style)\b/i.exec(lines[at] as string) ?? []
  if (element !== undefined) return lines.findIndex((line, end) => end >= at && line.includes(`</${element}>`)) - at + 1
  if (!/^(?:import|export)\b/.test(lines[at] as string)) return 0
  for (let end = at + 1; end <= lines.length; end++) {
    if (end < lines.length && lines[end]?.trim() !== '') continue
    if (isProgram(lines.slice(at, end).join('\n'))) return end - at
  }
  return 0
}

function isProgram(text: string): boolean {
  try {
    parse(text, { sourceType: 'module', plugins: ['jsx', 'typescript'] })
    return true
  } catch {
    return false
  }
}

/** An alternative text is all that is read of a tag. */
function keptOfTag(tag: string): string {
  const alt = /\salt=(?:"([^"]*)"|'([^']*)')/.exec(tag)
  if (alt !== null) return ` ${alt[1] ?? alt[2] ?? ''} `
  return WITHIN_WORDS.test(tag) ? '' : ' '
}

/** Words of a file of Markdown in their order. */
export function sourceWords(source: string): SourceWord[] {
  const codes: string[] = []
  // A code is kept out of the replacements by a sign of the private use area, of which it is one.
  const keep = (code: string): string => `\uE000${codes.push(code.replaceAll('\n', ' ')) - 1}\uE001`
  let text = blanked(source.replaceAll('\r\n', '\n'), FRONT_MATTER, () => '')
  text = withoutFences(text, keep)
  text = blanked(text, /<!--[^]*?-->/g, () => '')
  text = blanked(text, new RegExp(INCLUSION.source + '.*$', 'gm'), () => '')
  text = blanked(text, CODE_SPAN, (_all, _marks, code = '') => keep(code.replace(/^#![\w-]+ /, '')))
  text = withoutTags(blanked(text, PROGRAMS, () => ''))
  for (const [pattern, kept] of WITHOUT_WORDS) text = blanked(text, pattern, kept)
  text = decodeHTML(text).replace(/\uE000(\d+)\uE001/g, (_all, number: string) => codes[Number(number)] ?? '')
  return text.split('\n').flatMap((line, at) => plainWords(line).map((word) => ({ word, line: at + 1 })))
}

/** Replaces parts of a text, and keeps as many line ends as they had. */
function blanked(text: string, pattern: RegExp, kept: (...parts: string[]) => string): string {
  return text.replace(pattern, (...parts: string[]) => {
    const left = kept(...parts)
    return left + '\n'.repeat(Math.max(0, linesOf(parts[0] as string) - linesOf(left)))
  })
}

function linesOf(text: string): number {
  return text.split('\n').length - 1
}

/** Lines of blocks of code, each one code, without those that open and close the blocks, and without programs. */
function withoutFences(text: string, keep: (code: string) => string): string {
  const kept: string[] = []
  let open: { mark: string; indent: number; at: number } | null = null
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    const program = open === null ? programLines(lines, at) : 0
    if (program > 0) {
      kept.push(...lines.slice(at, at + program).fill(''))
      at += program - 1
      continue
    }
    const [, mark = '', info = ''] = FENCE.exec(line) ?? []
    const indent = line.length - line.trimStart().length
    if (open !== null && open.indent >= 4 && indent === 0 && line !== '') open = null
    if (open === null) {
      if (mark !== '' && !info.includes('`')) open = { mark, indent, at: kept.push('') }
      else kept.push(line)
    } else if (mark.startsWith(open.mark) && info.trim() === '' && indent < open.indent + 4) {
      open = null
      kept.push('')
    } else {
      if (CUT.test(line)) kept.fill('', open.at)
      kept.push(INCLUSION.test(line) ? '' : keep(line.replace(CODE_MARK, '')))
    }
  }
  return kept.join('\n')
}
