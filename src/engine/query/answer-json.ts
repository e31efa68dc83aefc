import { FALLBACK_LOCALE, type Locale } from '../../shared/locale.ts'
import { reserve, writeBytes, writeString, writeText, type ByteWriter } from '../index/byte-writer.ts'
import { textEnd } from '../index/display.ts'
import { writeHighlights } from './highlight.ts'
import { pathOf, type SearchIndex } from '../index/open.ts'
import type { Plan } from './plan.ts'
import type { Extras, Found, SearcherQuery } from './found.ts'
import { createWorth, markGroups } from './matcher.ts'
import { matchPage } from './page-matches.ts'
import { writeSections } from './answer-sections.ts'
import { writeUrl } from './answer-url.ts'
import { sectionCounts } from './section-tally.ts'

/** Appends a SearchResponse (interface §2.1): bytes copied from the index, with the scores between them. */
export function writeAnswerJson(
  { query }: SearcherQuery,
  found: Found,
  out: ByteWriter,
  extras: Extras | undefined,
): void {
  const { index } = found
  writeText(out, '{"query":')
  writeString(out, query)
  writeText(out, `,"locale":"${index?.locale ?? FALLBACK_LOCALE}","total":${found.total},"results":[`)
  const writeExtras = addsMembers(extras) && index !== null ? createExtrasWriter(index, found.plan!, extras) : null
  for (let i = 0; i < found.length && index !== null; i++) {
    const page = found.pages[i]!
    if (i > 0) writeText(out, ',')
    writePage(out, index, page)
    writeScore(out, found.scores[i]!)
    writeExtras?.(out, page)
    writeText(out, '}')
  }
  writeText(out, ']')
  if (extras?.sectionTitle !== undefined) {
    writeText(out, `,"facets":{"section":${JSON.stringify(sectionFacet(found, extras.sectionTitle))}}`)
  }
  writeText(out, '}')
}

function sectionFacet({ index, tally }: Found, title: (section: string, locale: Locale) => string): object[] {
  if (index === null || tally === null) return []
  return sectionCounts(index, tally).map(({ count, section: value }) => {
    return { value, name: title(value, index.locale), count }
  })
}

/** Whether results have optional members, for which the plan of the query is needed. */
export function addsMembers(extras: Extras | undefined): extras is Extras {
  return extras !== undefined && (extras.highlights || extras.sections !== 'none')
}

/**
 * Makes what writes the optional members of the results of one answer, one page after another. Throws when the index has no
 * extracts.
 */
function createExtrasWriter(index: SearchIndex, plan: Plan, extras: Extras): (out: ByteWriter, page: number) => void {
  const { extracts, locale } = index
  if (extracts === null) throw new Error('this index has no extracts')
  const { highlights, readCode, readPassage, sections } = extras
  const groupOfTerm = markGroups(index, plan)
  const worth = createWorth(index, plan, groupOfTerm)
  return (out, page) => {
    const path = pathOf(index, page)
    if (sections === 'code') writeText(out, `,"code":${JSON.stringify(readCode(locale, path, worth))}`)
    if (!highlights && (sections === 'none' || sections === 'code')) return
    const matches = matchPage(index, plan, groupOfTerm, page, extracts.page(page))
    if (highlights) writeHighlights(out, matches, { plan, groupOfTerm })
    if (sections === 'none' || sections === 'code') return
    const passageOf = sections === 'passages' ? (anchor: string) => readPassage(locale, path, anchor, worth) : null
    writeSections(out, index, page, matches, { plan, groupOfTerm }, passageOf)
  }
}

function writePage(out: ByteWriter, index: SearchIndex, page: number): void {
  const pathStart = index.pathStarts[page]!
  const pathEnd = index.pathStarts[page + 1]!
  writeDisplay(out, index.display, index.displayStarts[page]!, index.displayStarts[page + 1]!)
  writeText(out, `","locale":"${index.locale}","url":"`)
  writeUrl(out, index, page)
  writeText(out, '","markdownUrl":"')
  writeBytes(out, index.urlPrefix, 0, index.urlPrefix.length)
  writeBytes(out, index.paths, pathStart, pathEnd)
  writeText(out, '.md","score":')
}

/** JSON before each of the texts of a page's display. */
const DISPLAY_MEMBERS = ['{"title":"', '","description":"', '","section":"']

function writeDisplay(out: ByteWriter, display: Uint8Array, start: number, end: number): void {
  let at = start
  for (const member of DISPLAY_MEMBERS) {
    writeText(out, member)
    const stop = textEnd(display, at, end)
    writeBytes(out, display, at, stop)
    at = Math.min(stop + 1, end)
  }
}

/** Writes a score with at most four decimals. */
export function writeScore(out: ByteWriter, score: number): void {
  let steps = Math.round(score * 10_000)
  reserve(out, 24)
  const { bytes } = out
  let fraction = steps % 10_000
  steps = (steps - fraction) / 10_000
  const whole = String(steps)
  for (let i = 0; i < whole.length; i++) bytes[out.length++] = whole.charCodeAt(i)
  if (fraction === 0) return
  bytes[out.length++] = 0x2e
  for (let unit = 1000; fraction > 0; unit /= 10) {
    const digit = Math.floor(fraction / unit)
    bytes[out.length++] = 0x30 + digit
    fraction -= digit * unit
  }
}
