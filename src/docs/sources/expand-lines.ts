import { splitFrontMatter } from '../front-matter.ts'
import { joinAddress, folderOf } from './addresses.ts'
import type { ExpandedPage } from './source.ts'

const FENCE = /^[ \t>]*(`{3,}|~{3,})([^\n]*)$/

/** Longest text that inclusions may make of a page. */
export const EXPANDED_LIMIT_CHARS = 8 * 1_048_576
/** How deep parts may include one another. */
export const INCLUSION_DEPTH = 8

/** Gives a function that gets the lines of a text one after another, and tells which are part of fenced code. */
export function createFenceTracker(): (line: string) => boolean {
  let fence: string | null = null
  return (line) => {
    const [, marks, info = ''] = FENCE.exec(line) ?? []
    if (fence !== null) {
      if (marks !== undefined && info.trim() === '' && marks.startsWith(fence)) fence = null
      return true
    }
    if (marks === undefined || (marks.startsWith('`') && info.includes('`'))) return false
    fence = marks
    return true
  }
}

/**
 * Replaces lines that stand outside of fenced code. `replace` gets a line without its end and its number from 0, and gives
 * what stands in its place.
 */
export function mapLines(text: string, replace: (line: string, at: number) => string): string {
  const isCode = createFenceTracker()
  return text
    .split('\n')
    .map((line, at) => (isCode(line) ? line : replace(line, at)))
    .join('\n')
}

/** Path below the content directory of what a page names; null: it leads out. */
export function pathFrom(page: { readonly file: string }, target: string): string | null {
  const parts = [...folderOf(page.file).split('/'), ...target.split('/')]
  let depth = 0
  for (const part of parts) {
    if (part === '..') depth -= 1
    else if (part !== '' && part !== '.') depth += 1
    if (depth < 0) return null
  }
  return joinAddress(parts.join('/'))
}

/** Body of a Markdown file that is a part of pages; null, and a fault of the page: there is none. */
export function readPart(path: string | null, written: string, page: ExpandedPage, line: number): string | null {
  const text = path === null ? null : page.folder.readText(path)
  if (text === null) page.fault('unresolved_include', `${written} is no file that can be read here`, line)
  return text === null ? null : splitFrontMatter(text).body
}

/** Lines as a fenced block of code, whose fence is longer than any in it. */
export function fenced(text: string, info: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), (match) => match[0].length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}${info}\n${text.replace(/\n$/, '')}\n${marks}`
}

/** Puts the indentation of a line before each line of the text that takes its place. */
export function indented(text: string, indent: string): string {
  return indent === '' ? text : text.replace(/^(?=.)/gm, indent)
}
