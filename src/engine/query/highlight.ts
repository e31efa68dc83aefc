import { writeText, type ByteWriter } from '../index/byte-writer.ts'
import { SECTION, SECTION_NUMBERS } from '../index/extracts.ts'
import { HIT_GROUPS } from './page-hits.ts'
import { entryAt, numberOf, type MatchedSection, type PageMatches } from './page-matches.ts'
import { EXTRACT, writeSnippet, writeTitleRanges, type Marker } from './snippet.ts'
import { writeAnchor } from './answer-url.ts'

/** Text that may be removed at the end of an extract to cut between words. */
const TAIL_UNITS = 24
/** Largest distance between matches that one extract can show together. */
const WINDOW_UNITS = EXTRACT.total - EXTRACT.lead - TAIL_UNITS

interface Window {
  readonly section: number
  /** Position of its first match; 0: the heading alone matches. */
  readonly position: number
  readonly worth: number
}

/** Writes `,"anchor":…,"highlights":…` (choices §2): an extract of the densest place, and the words of the plan in it and in the title. */
export function writeHighlights(out: ByteWriter, matches: PageMatches, marker: Marker): void {
  const { extract } = matches
  const best = densestPlace(matches, marker)
  writeText(out, ',"anchor":"')
  if (best !== null) writeAnchor(out, extract, best.section)
  writeText(out, '","highlights":{"title":')
  writeTitleRanges(out, extract, marker)
  const section = best?.section ?? firstWithText(matches)
  writeText(out, ',')
  if (section === -1) writeText(out, '"extract":"","ranges":[]')
  else writeSnippet(out, 'extract', extract, section, best?.position ?? 0, EXTRACT, marker)
  writeText(out, '}')
}

function firstWithText({ extract }: PageMatches): number {
  for (let section = 0; section < extract.sectionCount; section++) {
    if (numberOf(extract, section, 'textStart') < numberOf(extract, section + 1, 'headingStart')) return section
  }
  return -1
}

/** Finds the start of the extract that shows the most weight of different words, headings included. */
function densestPlace(matches: PageMatches, { plan }: Marker): Window | null {
  const worths = plan.groups.map(({ idf, weight }) => weight * idf)
  let best: Window | null = null
  for (const section of matches.sections) {
    const window = densestIn(matches, section, worths)
    if (best === null || window.worth > best.worth) best = window
  }
  return best
}

function densestIn(matches: PageMatches, matched: MatchedSection, worths: readonly number[]): Window {
  const { extract, hits } = matches
  const { from, section, text, to } = matched
  let heading = 0
  let inHeading = 0
  for (let i = from; i < text; i++) {
    const group = hits[i]! % HIT_GROUPS
    if (((inHeading >>> group) & 1) === 0) heading += worths[group]!
    inHeading |= 1 << group
  }
  let best: Window = { section, position: 0, worth: heading }
  const starts = new Int32Array(to - text)
  const counts = new Int32Array(HIT_GROUPS)
  let first = text
  let worth = 0
  for (let i = text; i < to; i++) {
    const entry = entryAt(extract, section, Math.floor(hits[i]! / HIT_GROUPS))
    if (entry === -1) break
    starts[i - text] = unitsBefore(matches, section, entry)
    const end = starts[i - text]! + (extract.entries[entry]! & 0xff)
    while (end - starts[first - text]! > WINDOW_UNITS && first < i) {
      const left = hits[first++]! % HIT_GROUPS
      if (--counts[left]! === 0) worth -= worths[left]!
    }
    const group = hits[i]! % HIT_GROUPS
    if (counts[group]!++ === 0) worth += worths[group]!
    if (heading + worth > best.worth) {
      best = { section, position: Math.floor(hits[first]! / HIT_GROUPS), worth: heading + worth }
    }
  }
  return best
}

/** Code units of a section's text before an entry. */
function unitsBefore({ extract }: PageMatches, section: number, entry: number): number {
  let units = 0
  for (let at = extract.sections[section * SECTION_NUMBERS + SECTION.textEntry]!; at <= entry; at++) {
    units += extract.gapUnits[at]!
  }
  return units
}
