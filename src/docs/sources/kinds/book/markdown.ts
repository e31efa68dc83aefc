import type { CodeBlock } from '../../../model/page-model.ts'
import {
  INDENT_LIMIT_CHARS,
  type Construct,
  type ConstructPlace,
  type Part,
} from '../../../readers/markdown/constructs.ts'
import {
  EXPANDED_LIMIT_CHARS,
  fenced,
  INCLUSION_DEPTH,
  inclusionFault,
  linesOf,
  LOOKED_LIMIT_CHARS,
  pathFrom,
} from '../../expand-lines.ts'
import { GAINED_LIMIT_CHARS } from '../../expand-page.ts'
import { countLines, splitFrontMatter } from '../../../front-matter.ts'
import type { ExpandedPage } from '../../source.ts'
import { gitBookConstructs } from './gitbook-blocks.ts'
import { MATHJAX_BLOCKS } from './mathjax.ts'

/** `{{#include file.rs:2:10}}` of mdBook, which calls its playground by an older name too. */
const INCLUDE = /\{\{\s{0,100}#(include|rustdoc_include|playground|playpen|title)\s([^{}\n]{1,500})\}\}/y
/** What a backslash before it keeps as it is written: all up to the last sign of an end in the line. */
const ESCAPED = /\{\{#.*\}\}/y
/** `{% include "part.md" %}` of GitBook. */
const PART = /\{%[ \t]{0,100}include[ \t]{1,100}"([^"\n]{1,500})"[ \t]{0,100}%\}/y
const INCLUSION_LIMIT = 1000
const LINE_LIMIT_CHARS = 500

/** A file of a page, or a part of it. */
interface Place {
  readonly file: string
  /** Files that include one another, from the page on. */
  readonly chain: readonly string[]
}

/**
 * What mdBook and GitBook add to Markdown.
 *
 * @param variables those of all pages of a GitBook, or null if it is not one
 */
export function bookConstructs(
  variables: Readonly<Record<string, unknown>> | null,
  hasMathJax: boolean,
): (page: ExpandedPage) => readonly Construct[] {
  let gained = 0
  return (page) => {
    let left = EXPANDED_LIMIT_CHARS
    let looked = LOOKED_LIMIT_CHARS
    let inclusions = 0
    const blocks = variables === null ? [] : gitBookConstructs(page, variables)

    /** What a file holds that is included; null, and a fault: nothing. */
    function read(name: string, { chain, file }: Place, line: number): { path: string; source: string } | null {
      const path = pathFrom({ file }, name)
      const isFull = left <= 0 || looked <= 0 || gained > GAINED_LIMIT_CHARS
      const isTooMuch = chain.length > INCLUSION_DEPTH || isFull || ++inclusions > INCLUSION_LIMIT
      const source = path === null || isTooMuch ? null : page.folder.readText(path)
      looked -= source?.length ?? 0
      const isLoop = path !== null && chain.includes(path)
      if (path !== null && source !== null && !isTooMuch && !isLoop) return { path, source }
      page.fault('unresolved_include', `${name} ${inclusionFault(isTooMuch, isLoop)}`, line)
      return null
    }

    function part(text: string, path: string, { chain }: Place, before = ''): Part {
      const margins = before === '' ? 0 : countLines(text, text.length) * Math.min(before.length, INDENT_LIMIT_CHARS)
      left -= text.length + margins
      gained += text.length + margins
      return { text: text.toWellFormed(), constructs: constructsOf({ file: path, chain: [...chain, path] }) }
    }

    function included(
      [, kind = '', written = '']: RegExpExecArray,
      place: Place,
      line: number,
      at: ConstructPlace,
    ): Part {
      // The title is that of the window.
      if (kind === 'title') return NOTHING
      const named = written.trim()
      const [target = '', ...attributes] = named.split(/\s+/)
      const [name = '', ...range] = target.split(':')
      const found = read(name, place, line)
      if (found === null) return NOTHING
      const lines = partOf(found.source, range)
      if (lines === null) {
        page.fault('unresolved_include', `${named} names no anchor and no lines of the file`, line)
        return NOTHING
      }
      const text = lines.replace(/\n$/, '')
      if (!kind.startsWith('play') || at.inCode) return part(text, found.path, place, at.before)
      const block = runnable(text, attributes, at.before)
      return { ...part(block.text, found.path, place, at.before), margin: block.margin }
    }

    function constructsOf(place: Place): Construct[] {
      const include: Construct = {
        opening: '{{',
        pattern: INCLUDE,
        inSource: true,
        escaped: ESCAPED,
        part: (found, line, at) => included(found, place, line, at),
      }
      const shared: Construct = {
        opening: '{%',
        pattern: PART,
        part: ([, name = ''], line) => {
          const found = read(name, place, line)
          return found === null ? NOTHING : part(`${splitFrontMatter(found.source).body}\n`, found.path, place)
        },
      }
      return variables === null ? [include, ...(hasMathJax ? MATHJAX_BLOCKS : [])] : [include, shared, ...blocks]
    }

    return constructsOf({ file: page.file, chain: [page.file] })
  }
}

const NOTHING: Part = { text: '', constructs: [] }

/** Code that readers can run, as a block: in the place of its line, or of an item that it begins. */
function runnable(
  text: string,
  attributes: readonly string[],
  before: string,
): { readonly text: string; readonly margin: string } {
  const block = fenced(text, ['rust', ...attributes].join(','))
  const isOpening = before.length <= INDENT_LIMIT_CHARS && /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/.test(before)
  return isOpening ? { text: block, margin: before.replace(/[^ \t>]/g, ' ') } : { text: `\n\n${block}\n\n`, margin: '' }
}

/** What an inclusion names of a file: all of it, lines from 1 (`2`, `2:`, `:9`, `2:9`), or what stands between marks; null: nothing. */
function partOf(source: string, range: readonly string[]): string | null {
  const lines = source.split('\n')
  const [from = '', to] = range
  if (!range.every((each) => /^\d*$/.test(each))) {
    const start = lines.findIndex((line) => markOf(line)?.start === from)
    const end = lines.findIndex((line, at) => at > start && markOf(line)?.end === from)
    if (start < 0) return null
    return withoutMarks(lines.slice(start + 1, end < 0 ? lines.length : end))
  }
  const first = from === '' ? '' : String(Math.max(1, Number(from)))
  const named = linesOf(source, first, to ?? first)
  return named === null ? null : withoutMarks(named.split('\n'))
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

/** Takes out of code of Rust the lines that mdBook hides: those with `# ` before them. `##` stands for `#`. */
export function takeHiddenLines(block: CodeBlock): CodeBlock {
  if (block.language !== 'rust' && block.language !== 'rs') return block
  const lines = block.text.split('\n').filter((line) => !/^\s*#(?: |$)/.test(line))
  block.text = lines.map((line) => line.replace(/^(\s*)##/, '$1#')).join('\n')
  return block
}
