import { splitFrontMatter } from '../../../front-matter.ts'
import { joinAddress } from '../../../addresses.ts'
import { EXPANDED_LIMIT_CHARS, INCLUSION_DEPTH, inclusionFault, indented, linesOf } from '../../expand-lines.ts'
import type { ExpandedPage } from '../../source.ts'
import { texts } from '../../values.ts'
import { codeOfVariant } from './include-variants.ts'

interface SnippetOptions {
  /** Folders below the content directory in which snippets are looked for. */
  readonly folders: readonly string[]
  /** Snippets that each page ends with. */
  readonly appended: readonly string[]
  /** Whether `{* file *}` is code. */
  readonly hasVariants: boolean
}

/** Folders in which a snippet is looked for. */
const FOLDER_LIMIT = 50
/** Files that a page may include. */
const INCLUSION_LIMIT = 500
const FAULT_LIMIT = 100
const SINGLE = /^([ \t]*)(;*)(-+8<-+)[ \t]+(?:"([^"\n]+)"|'([^'\n]+)')[ \t]*$/
const BLOCK = /^([ \t]*)(;*)-+8<-+[ \t]*$/
/** `file.py`, `file.py:3:9`, `file.py:section`. */
const TARGET = /^(.+?)(?::(-?\d*):(-?\d*)|:(-?\d+)|:([A-Za-z][\w-]*))?$/
const SECTION = /(?<!-)-+8<-+[ \t]*\[[ \t]*(start|end)[ \t]*:[ \t]*([\w-]+)[ \t]*\]/
/** `{!file.md!}` of the extensions markdown-include and mdx-include. No part takes what its neighbour takes too. */
const INCLUDE = /^([ \t]*)\{!>?([^\n!{}[\]]+)(?:\[ln:(\d*)[-.](\d*)\][ \t]*)?!\}[ \t]*$/
/** The same within a line, which stays where there is no such file. */
const INNER = /\{!>?[ \t]*([^\s!{}[\]][^\n!{}[\]]{0,500})!\}/g

/** What puts other files into pages, by the extensions that the site has; without one, nothing does. */
export function snippetExpansion(
  base: string,
  root: string,
  extensions: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): (text: string, page: ExpandedPage) => string {
  const snippets = extensions.get('pymdownx.snippets')
  const include =
    extensions.get('mdx_include') ??
    extensions.get('markdown_include.include') ??
    extensions.get('markdown_include_variants')
  if (snippets === undefined && include === undefined) return (source) => source
  const written = [...texts(snippets?.['base_path']), ...texts(include?.['base_path'])]
  const folders = (written.length === 0 ? ['.'] : written).map((path) => joinAddress(base, path))
  const options = {
    folders: [...new Set([...folders.slice(0, FOLDER_LIMIT), base, root])],
    appended: texts(snippets?.['auto_append']).slice(0, INCLUSION_LIMIT),
    hasVariants: extensions.has('markdown_include_variants'),
  }
  return (source, page) => expandSnippets(source, page, options)
}

/** Puts snippets (`--8<-- "file"`), inclusions (`{!file!}`) and variants (`{* file *}`) into a page, also into its code. */
function expandSnippets(
  source: string,
  page: ExpandedPage,
  { appended, folders, hasVariants }: SnippetOptions,
): string {
  let chars = 0
  let inclusions = 0
  let faults = 0

  function fault(message: string, line: number): void {
    if (faults++ < FAULT_LIMIT) page.fault('unresolved_include', message, line)
  }

  function expand(body: string, lineOf: (at: number) => number, chain: readonly string[]): string {
    if (!['8<', '{!', '{*'].some((mark) => body.includes(mark))) return body
    const lines = body.split('\n')
    const written: string[] = []
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] as string
      const [single, indent = '', escaped = '', , double, other] = SINGLE.exec(line) ?? []
      const include = INCLUDE.exec(line)
      const block = BLOCK.exec(line)
      const variant = hasVariants ? codeOfVariant(line) : undefined
      if (single !== undefined && escaped === '') {
        written.push(included(double ?? other ?? '', lineOf(at), chain, indent))
      } else if (variant !== undefined) {
        const number = lineOf(at)
        written.push(expand(variant, () => number, chain))
      } else if (include) {
        const [, margin = '', target = '', from, to] = include
        const lineRange = from === undefined ? '' : `:${from}:${to ?? ''}`
        written.push(included(target.trim() + lineRange, lineOf(at), chain, margin))
      } else if (block && block[2] === '') {
        let end = at + 1
        while (end < lines.length && !BLOCK.test(lines[end] as string)) end += 1
        if (end === lines.length) {
          written.push(line)
          continue
        }
        const names = lines.slice(at + 1, end).map((name, next) => ({ name: name.trim(), line: at + 1 + next }))
        const wanted = names.filter(({ name }) => name !== '' && !name.startsWith(';'))
        for (const each of wanted) written.push(included(each.name, lineOf(each.line), chain, block[1] ?? ''))
        at = end
      } else if (line.includes('{!')) {
        const number = lineOf(at)
        written.push(line.replace(INNER, (whole, target: string) => inner(target.trimEnd(), whole, number, chain)))
      } else written.push(SINGLE.test(line) || block ? line.replace(/^([ \t]*);/, '$1') : line)
    }
    return written.join('\n')
  }

  /** A snippet with the indentation of its line, which counts for the length of the page too. */
  function included(target: string, line: number, chain: readonly string[], indent: string): string {
    const text = indented(snippet(target, line, chain), indent)
    chars += text.length
    return text
  }

  /** What a file holds, for a place within a line. */
  function inner(target: string, whole: string, line: number, chain: readonly string[]): string {
    return find(target) === null ? whole : included(target, line, chain, '').trim()
  }

  function snippet(target: string, line: number, chain: readonly string[]): string {
    const [, name = '', from, to, only, section] = TARGET.exec(target) ?? []
    const isTooMuch = ++inclusions > INCLUSION_LIMIT || chars > EXPANDED_LIMIT_CHARS
    const file = isTooMuch || /^https?:/.test(target) ? null : find(name)
    const isLoop = file !== null && (chain.includes(file) || chain.length > INCLUSION_DEPTH)
    if (file === null || isLoop) {
      fault(`${target} ${inclusionFault(isTooMuch, isLoop)}`, line)
      return ''
    }
    const whole = page.folder.readText(file) ?? ''
    const body = name.endsWith('.md') ? splitFrontMatter(whole).body : whole
    const part = section === undefined ? linesOf(body, from ?? only, to ?? only) : sectionOf(body, section)
    if (part === null) fault(`${target} names no section and no lines of the file`, line)
    const kept = (part ?? '')
      .split('\n')
      .filter((each) => !SECTION.test(each))
      .join('\n')
    return expand(kept, () => line, [...chain, file]).replace(/\n$/, '')
  }

  function find(name: string): string | null {
    for (const folder of folders) {
      const path = joinAddress(folder, name)
      if (page.folder.readText(path) !== null) return path
    }
    return null
  }

  const body = expand(source, (at) => at + 1, [page.file])
  const ends = appended.map((target) => snippet(target, 1, [page.file]))
  return ends.length === 0 ? body : [body, ...ends].join('\n\n')
}

/** The lines between the marks of a section; null if the file has none of this name. */
function sectionOf(body: string, name: string): string | null {
  const lines = body.split('\n')
  const marks = lines.map((line) => SECTION.exec(line))
  const start = marks.findIndex((mark) => mark?.[1] === 'start' && mark[2] === name)
  if (start < 0) return null
  const end = marks.findIndex((mark, at) => at > start && mark?.[1] === 'end' && mark[2] === name)
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n')
}
