import { splitFrontMatter } from '../front-matter.ts'
import { expandTabs } from '../readers/markdown/lines.ts'
import { folderOf, joinWithin } from '../addresses.ts'
import type { ExpandedPage, SourceFolder } from './source.ts'

/** A line with a fence: marks of quotations and list items before it, its own marks, and what follows them. */
const FENCE = /^((?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t])*)(`{3,}|~{3,})([^\n]*)$/
/** What stands before a fence that opens, and never before one that closes. */
const ITEM_MARK = /[^ \t>]/
const INDENT = /^[ \t>]*/
/** Columns by which a fence that closes may be indented more than the one that opened. */
const CLOSING_INDENT = 3

/** Longest text that inclusions may make of a page. */
export const EXPANDED_LIMIT_CHARS = 8 * 1_048_576
/** Characters of files that are looked through for what inclusions of one page name. */
export const LOOKED_LIMIT_CHARS = 64 * 1_048_576
/** How deep parts may include one another. */
export const INCLUSION_DEPTH = 8

/**
 * Replaces lines that stand outside of fenced code. `replace` gets a line without its end and its number from 0, and gives
 * what stands in its place.
 */
export function mapLines(text: string, replace: (line: string, at: number) => string): string {
  const fence = trackFences()
  return text
    .split('\n')
    .map((line, at) => (fence.isCode(line) ? line : replace(line, at)))
    .join('\n')
}

/** Follows fences from one line to the next. */
export interface FenceTracker {
  /** Whether the next line is fenced code or a fence. */
  isCode(line: string): boolean
  /** Marks that close the fence that is open, or null. */
  open(): string | null
  /** The whole line that closes the fence, within its container; null if no fence is open. */
  end(): string | null
}

export function trackFences(): FenceTracker {
  let fence: string | null = null
  let limit = 0
  /** Columns of the item in which the fence stands; a line with less ends both. */
  let within = 0
  let margin = ''
  return {
    isCode(line) {
      const [, before = '', marks, info = ''] = FENCE.exec(line) ?? []
      if (within > 0 && line.trim() !== '' && expandTabs(INDENT.exec(line)?.[0] ?? '').length < within) fence = null
      if (fence !== null) {
        const isEnd = marks !== undefined && info.trim() === '' && marks.startsWith(fence)
        if (isEnd && before.length <= limit && !ITEM_MARK.test(before)) fence = null
        return true
      }
      if (marks === undefined || (marks.startsWith('`') && info.includes('`'))) return false
      fence = marks
      limit = before.length + CLOSING_INDENT
      margin = before.replace(/[^ \t>]/g, ' ')
      within = ITEM_MARK.test(before) ? expandTabs(before).length : 0
      return true
    },
    open: () => fence,
    end: () => fence && margin + fence,
  }
}

/** Path below the content directory of what a page names; null: it leads out. */
export function pathFrom(page: { readonly file: string }, target: string): string | null {
  return joinWithin(folderOf(page.file), target)
}

/** Body of a Markdown file that is a part of pages; null, and a fault of the page: there is none. */
export function readPart(
  path: string | null,
  written: string,
  page: Pick<ExpandedPage, 'fault'> & { readonly folder: Pick<SourceFolder, 'readText'> },
  line: number,
): string | null {
  const text = path === null ? null : page.folder.readText(path)
  if (text === null) page.fault('unresolved_include', `${written} is no file that can be read here`, line)
  return text === null ? null : splitFrontMatter(text).body
}

/** Why a part that a page names is not put into it. */
export function inclusionFault(isTooMuch: boolean, isLoop: boolean): string {
  if (isTooMuch) return 'is too much for one page'
  return isLoop ? 'includes itself' : 'is no file that can be read here'
}

/** Lines `from` to `to`, from 1, both of them included; all without them. Negative ones count from the end. Null: there are no such lines. */
export function linesOf(text: string, from?: string, to?: string): string | null {
  if (!from && !to) return text
  const lines = text.split('\n')
  const at = (number: string | undefined, otherwise: number): number => {
    const value = number ? Number(number) : otherwise
    return value < 0 ? Math.max(1, lines.length + value + 1) : value
  }
  const named = lines.slice(Math.max(0, at(from, 1) - 1), at(to, lines.length))
  return named.length === 0 ? null : named.join('\n')
}

/** Lines as a fenced block of code, whose fence is longer than any in it. */
export function fenced(text: string, info: string): string {
  let longest = 2
  for (const [ticks] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, ticks.length)
  const marks = '`'.repeat(longest + 1)
  return `${marks}${info}\n${text.replace(/\n$/, '')}\n${marks}`
}
