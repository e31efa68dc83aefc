import { codeSpans } from '../../../readers/markdown/code-span.ts'
import type { CodeBlock } from '../../../model/page-model.ts'
import {
  EXPANDED_LIMIT_CHARS,
  INCLUSION_DEPTH,
  inclusionFault,
  linesOf,
  mapLines,
  pathFrom,
} from '../../expand-lines.ts'
import type { ExpandedPage } from '../../source.ts'

/** `{{#include file.rs:2:10}}` of mdBook, which stands in code as well. */
const INCLUDE = /(\\?)\{\{\s*#(include|rustdoc_include|playground|title)\s([^{}\n]{1,500})\}\}/g
/** `{% hint style="info" %}` of GitBook. */
const BLOCK = /\{%\s*(\w+(?:-\w+)*)(?![\w-])((?:[^%\n]|%(?!\})){0,1000}?)%\}/g
const CODE = /^[ \t]*\{%\s*code\s((?:[^%\n]|%(?!\})){0,1000}?)%\}[ \t]*\n([ \t]*`{3,}[^\n`]*)/gm
const ATTRIBUTE = /([\w-]+)\s*=\s*"([^"\n]*)"/g
/** What blocks become that have no attributes to show. Some only stand around what they show. */
const TAGS: Readonly<Record<string, string | undefined>> = {
  endhint: '</Callout>',
  tabs: '<Tabs>',
  endtabs: '</Tabs>',
  endtab: '</TabItem>',
  stepper: '<Steps>',
  endstepper: '</Steps>',
  step: '<Step>',
  endstep: '</Step>',
  ...Object.fromEntries(
    ['code', 'content-ref', 'columns', 'column'].flatMap((name) => [
      [name, ''],
      [`end${name}`, ''],
    ]),
  ),
  endembed: '',
  endfile: '',
}
const INCLUSION_LIMIT = 1000
/** Characters of files that are looked through for what inclusions of one page name. */
const LOOKED_LIMIT_CHARS = 64 * 1_048_576
const LINE_LIMIT_CHARS = 500

/** Puts what mdBook and GitBook add to Markdown into the text: inclusions, hints, tabs and embedded addresses. */
export function bookExpansion(isGitBook: boolean): (text: string, page: ExpandedPage) => string {
  return (text, page) => {
    const included = withInclusions(text, page)
    if (!isGitBook || !included.includes('{%')) return included
    return mapLines(titled(included), (line, at) => withBlocks(line, at + 1, page))
  }
}

function withInclusions(text: string, page: ExpandedPage): string {
  let left = EXPANDED_LIMIT_CHARS
  let looked = LOOKED_LIMIT_CHARS
  let inclusions = 0

  function withIncludes(written: string, file: string, chain: readonly string[]): string {
    return written.replace(INCLUDE, (whole, escape: string, kind: string, named: string) => {
      if (escape !== '') return whole.slice(1)
      // The title is that of the window.
      if (kind === 'title') return ''
      const [name = '', ...range] = named.trim().split(/\s/, 1)[0]?.split(':') ?? []
      const path = pathFrom({ file }, name)
      const isTooMuch = chain.length > INCLUSION_DEPTH || left <= 0 || looked <= 0 || ++inclusions > INCLUSION_LIMIT
      const source = path === null || isTooMuch ? null : page.folder.readText(path)
      looked -= source?.length ?? 0
      const isLoop = path !== null && chain.includes(path)
      if (path === null || source === null || isTooMuch || isLoop) {
        page.fault('unresolved_include', `${name} ${inclusionFault(isTooMuch, isLoop)}`)
        return ''
      }
      const part = partOf(source, range, kind === 'rustdoc_include').replace(/\n$/, '')
      left -= part.length
      return withIncludes(part, path, [...chain, path])
    })
  }

  return text.includes('{{') ? withIncludes(text, page.file, [page.file]) : text
}

/** What an inclusion names of a file: all of it, lines from 1 (`2`, `2:`, `:9`, `2:9`), or what stands between marks. */
function partOf(source: string, range: readonly string[], keepsRest: boolean): string {
  const lines = source.split('\n')
  const [from = '', to] = range
  if (!range.every((each) => /^\d*$/.test(each))) {
    const start = lines.findIndex((line) => markOf(line)?.start === from)
    const end = lines.findIndex((line, at) => at > start && markOf(line)?.end === from)
    if (start < 0) return keepsRest ? withoutMarks(lines) : ''
    return withoutMarks(lines.slice(start + 1, end < 0 ? lines.length : end))
  }
  const first = from === '' ? '' : String(Math.max(1, Number(from)))
  return withoutMarks(linesOf(source, first, to ?? first).split('\n'))
}

/** `// ANCHOR: name` and `// ANCHOR_END: name`. */
function markOf(line: string): { readonly start?: string; readonly end?: string } | null {
  if (!line.includes('ANCHOR')) return null
  const [, end, name = ''] = /ANCHOR(_END)?:\s*([\w-]+)/.exec(line.slice(0, LINE_LIMIT_CHARS)) ?? []
  if (name === '') return null
  return end === undefined ? { start: name } : { end: name }
}

function withoutMarks(lines: readonly string[]): string {
  return lines.filter((line) => markOf(line) === null).join('\n')
}

/** Puts the title of a block of code behind its fence. */
function titled(text: string): string {
  return text.replace(CODE, (whole, written: string, fence: string) => {
    const title = attributesOf(written).get('title')?.replaceAll('`', '') ?? ''
    return title === '' ? whole : `\n${fence} title="${title}"`
  })
}

/** A line with blocks of GitBook as components that the reader knows. */
function withBlocks(line: string, number: number, page: ExpandedPage): string {
  const spans = line.includes('`') ? [...codeSpans(line)] : []
  let span = 0
  return line.replace(BLOCK, (whole, name: string, written: string, start: number) => {
    while (span < spans.length && spans[span]!.end <= start) span += 1
    if ((spans[span]?.start ?? Number.POSITIVE_INFINITY) < start) return whole
    const attributes = attributesOf(written)
    const address = attributes.get('url') ?? attributes.get('src')
    if (name === 'hint') return `<Callout type="${attributes.get('style') ?? ''}">`
    if (name === 'tab') return `<TabItem label="${attributes.get('title') ?? ''}">`
    if (address !== undefined && name !== 'content-ref')
      return `[${attributes.get('caption') ?? address}](<${address.replace(/[<>]/g, encodeURIComponent)}>)`
    const tag = TAGS[name]
    if (tag === undefined) page.fault('unread_template', `{% ${name} %} is not known here and is left out`, number)
    return tag ?? ''
  })
}

function attributesOf(written: string): ReadonlyMap<string, string> {
  return new Map(Array.from(written.matchAll(ATTRIBUTE), ([, key = '', value = '']) => [key, value]))
}

/** Takes out of code of Rust the lines that mdBook hides: those with `# ` before them. `##` stands for `#`. */
export function takeHiddenLines(block: CodeBlock): void {
  if (block.language !== 'rust' && block.language !== 'rs') return
  const lines = block.text.split('\n').filter((line) => !/^\s*#(?: |$)/.test(line))
  block.text = lines.map((line) => line.replace(/^(\s*)##/, '$1#')).join('\n')
}
