import { splitFrontMatter } from '../../../front-matter.ts'
import type { CodeBlock } from '../../../model/page-model.ts'
import {
  EXPANDED_LIMIT_CHARS,
  fenced,
  INDENT_LIMIT_CHARS,
  INCLUSION_DEPTH,
  inclusionFault,
  linesOf,
  LOOKED_LIMIT_CHARS,
  mapLines,
  pathFrom,
  trackFences,
} from '../../expand-lines.ts'
import type { ExpandedPage } from '../../source.ts'
import { withGitBookBlocks } from './gitbook-blocks.ts'

/** `{{#include file.rs:2:10}}` of mdBook, which stands in code as well. */
const INCLUDE = /(\\?)\{\{\s*#(include|rustdoc_include|playground|title)\s([^{}\n]{1,500})\}\}/g
/** `{% include "part.md" %}` of GitBook. */
const PART = /^[ \t]*\{%\s*include\s+"([^"\n]{1,500})"\s*%\}[ \t]*$/
const INCLUSION_LIMIT = 1000
const LINE_LIMIT_CHARS = 500

/**
 * Puts what mdBook and GitBook add to Markdown into the text.
 *
 * @param variables those of all pages of a GitBook, or null if it is not one
 */
export function bookExpansion(
  variables: Readonly<Record<string, unknown>> | null,
): (text: string, page: ExpandedPage) => string {
  return (text, page) => {
    const included = withInclusions(text, page, variables !== null)
    return variables === null ? included : withGitBookBlocks(included, page, variables)
  }
}

function withInclusions(text: string, page: ExpandedPage, isGitBook: boolean): string {
  let left = EXPANDED_LIMIT_CHARS
  let looked = LOOKED_LIMIT_CHARS
  let inclusions = 0

  /** What a file holds that is included; null, and a fault: nothing. */
  function read(name: string, file: string, chain: readonly string[]): { path: string; source: string } | null {
    const path = pathFrom({ file }, name)
    const isTooMuch = chain.length > INCLUSION_DEPTH || left <= 0 || looked <= 0 || ++inclusions > INCLUSION_LIMIT
    const source = path === null || isTooMuch ? null : page.folder.readText(path)
    looked -= source?.length ?? 0
    const isLoop = path !== null && chain.includes(path)
    if (path !== null && source !== null && !isTooMuch && !isLoop) return { path, source }
    page.fault('unresolved_include', `${name} ${inclusionFault(isTooMuch, isLoop)}`)
    return null
  }

  function withPart(part: string, path: string, chain: readonly string[]): string {
    left -= part.length
    return withIncludes(part, path, [...chain, path])
  }

  /** A line, or the part that it names. Code may show how parts are named. */
  function withPartOf(line: string, file: string, chain: readonly string[]): string {
    const name = PART.exec(line)?.[1]
    if (name === undefined) return line
    const found = read(name, file, chain)
    return found === null ? '' : withPart(splitFrontMatter(found.source).body, found.path, chain)
  }

  function withIncludes(written: string, file: string, chain: readonly string[]): string {
    const parts = isGitBook ? mapLines(written, (line) => withPartOf(line, file, chain)) : written
    const fence = trackFences()
    return parts
      .split('\n')
      .map((line) => withIncluded(line, file, chain, fence.isCode(line)))
      .join('\n')
  }

  function withIncluded(line: string, file: string, chain: readonly string[], isCode: boolean): string {
    return line.replace(INCLUDE, (whole, escape: string, kind: string, named: string, at: number) => {
      if (escape !== '') return whole.slice(1)
      // The title is that of the window.
      if (kind === 'title') return ''
      const [target = '', ...attributes] = named.trim().split(/\s+/)
      const [name = '', ...range] = target.split(':')
      const found = read(name, file, chain)
      if (found === null) return ''
      const part = partOf(found.source, range)
      if (part === null) page.fault('unresolved_include', `${named.trim()} names no anchor and no lines of the file`)
      if (part === null) return ''
      const text = withPart(part.replace(/\n$/, ''), found.path, chain)
      if (!kind.startsWith('play') || isCode) return text
      const block = runnable(text, attributes, line.slice(0, at))
      left -= block.length - text.length
      return block
    })
  }

  return /\{[{%]/.test(text) ? withIncludes(text, page.file, [page.file]) : text
}

/** Code that readers can run, as a block: in the place of its line, or of an item that it begins. */
function runnable(text: string, attributes: readonly string[], before: string): string {
  const block = fenced(text, ['rust', ...attributes].join(','))
  const isOpening = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/.test(before)
  if (!isOpening) return `\n\n${block}\n\n`
  return block.replaceAll('\n', `\n${before.slice(0, INDENT_LIMIT_CHARS).replace(/[^ \t>]/g, ' ')}`)
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
export function takeHiddenLines(block: CodeBlock): void {
  if (block.language !== 'rust' && block.language !== 'rs') return
  const lines = block.text.split('\n').filter((line) => !/^\s*#(?: |$)/.test(line))
  block.text = lines.map((line) => line.replace(/^(\s*)##/, '$1#')).join('\n')
}
