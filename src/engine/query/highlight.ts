import { textEnd } from '../index/display.ts'
import type { DocumentSection } from '../index/document.ts'
import type { SearchIndex } from '../index/open.ts'
import type { Match, Matcher } from './matcher.ts'
import type { Plan } from './plan.ts'

/** Range [start, end) in UTF-16 code units. */
export type Range = readonly [start: number, end: number]

/** Optional members of a SearchResult (choices §2). */
export interface Highlighted {
  /** Fragment of the heading above the extract; `''` for the top of the page. */
  readonly anchor: string
  readonly highlights: {
    readonly title: readonly Range[]
    readonly extract: string
    readonly ranges: readonly Range[]
  }
}

const EXTRACT_UNITS = 160
/** Length of text shown before the first match, and the length that may be removed at the end to cut between words. */
const LEAD_UNITS = 30
const TAIL_UNITS = 24
/** Largest distance between matches that one extract can show together. */
const WINDOW_UNITS = EXTRACT_UNITS - LEAD_UNITS - TAIL_UNITS

/** Finds the plan's words in a page's title and text, and cuts the extract around the densest place. */
export type Highlighter = (page: number, sections: readonly DocumentSection[], scanLimitUnits: number) => Highlighted

export function createHighlighter(index: SearchIndex, plan: Plan, matcher: Matcher): Highlighter {
  return (page, sections, scanLimitUnits) => highlight(matcher, plan, titleOf(index, page), sections, scanLimitUnits)
}

function highlight(
  matcher: Matcher,
  plan: Plan,
  title: string,
  sections: readonly DocumentSection[],
  scanLimitUnits: number,
): Highlighted {
  let best: { section: DocumentSection; at: number; worth: number } | null = null
  let left = scanLimitUnits
  for (const section of sections) {
    if (left <= 0) break
    const inHeading = new Set(matcher.inHeading(section).map(({ group }) => group))
    const matches = matcher.inText(section)
    left -= section.heading.length + section.text.length
    const window = densest(matches, plan, inHeading)
    if (window.worth > 0 && (best === null || window.worth > best.worth)) best = { section, ...window }
  }
  const section = best?.section ?? sections.find((candidate) => candidate.text !== '')
  const extract = section === undefined ? '' : cut(section.text, best?.at ?? 0)
  return {
    anchor: best === null ? '' : best.section.anchor,
    highlights: {
      title: merge(matcher.find(title), plan, title),
      extract,
      ranges: merge(matcher.find(extract), plan, extract),
    },
  }
}

/** Title of a page as the index has it. */
export function titleOf({ display, displayStarts }: SearchIndex, page: number): string {
  const start = displayStarts[page]!
  const length = textEnd(display, start, displayStarts[page + 1]!) - start
  return JSON.parse(`"${Buffer.from(display.buffer, display.byteOffset + start, length).toString('utf8')}"`) as string
}

/** Finds the start of the extract that shows the most weight of different words, headings included. */
function densest(matches: readonly Match[], plan: Plan, inHeading: ReadonlySet<number>): { at: number; worth: number } {
  let headingWorth = 0
  for (const group of inHeading) headingWorth += worthOf(plan, group)
  let best = { at: 0, worth: headingWorth }
  let first = 0
  const counts = new Map<number, number>()
  let worth = 0
  for (const match of matches) {
    while (match.end - matches[first]!.start > WINDOW_UNITS) {
      const left = matches[first++]!.group
      const count = counts.get(left)! - 1
      counts.set(left, count)
      if (count === 0) worth -= worthOf(plan, left)
    }
    const count = counts.get(match.group) ?? 0
    counts.set(match.group, count + 1)
    if (count === 0) worth += worthOf(plan, match.group)
    if (headingWorth + worth > best.worth) best = { at: matches[first]!.start, worth: headingWorth + worth }
  }
  return best
}

function worthOf(plan: Plan, group: number): number {
  const { weight, idf } = plan.groups[group]!
  return weight * idf
}

/** Cuts about EXTRACT_UNITS around `at`, on one line, between words where the text has spaces. */
function cut(text: string, at: number): string {
  let start = Math.max(0, at - LEAD_UNITS)
  if (start > 0) {
    const space = text.slice(start, at).search(/\s/)
    if (space !== -1) start += space + 1
    else if (isLowSurrogate(text.charCodeAt(start))) start++
  }
  let end = Math.min(text.length, start + EXTRACT_UNITS)
  if (end < text.length) {
    const tail = text.slice(end - TAIL_UNITS, end)
    const space = tail.search(/\s\S*$/)
    if (space !== -1) end = end - TAIL_UNITS + space
    else if (isLowSurrogate(text.charCodeAt(end))) end--
  }
  const body = text.slice(start, end).replace(/\s+/g, ' ').trim()
  return `${start > 0 ? '…' : ''}${body}${end < text.length ? '…' : ''}`
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

/** Merges neighbours and overlapping pairs into one range; a range never begins with a stop word. */
export function merge(matches: readonly Match[], plan: Plan, text: string): Range[] {
  const ranges: [number, number][] = []
  for (const { start, end, group } of matches) {
    const last = ranges.at(-1)
    if (last !== undefined && (start <= last[1] || /^\s*$/.test(text.slice(last[1], start)))) {
      last[1] = Math.max(last[1], end)
    } else if (!plan.groups[group]!.stop || plan.onlyStopWords) {
      ranges.push([start, end])
    }
  }
  return ranges
}
