import { FALLBACK_LOCALE } from '../../shared/locale.ts'
import { reserve, writeBytes, writeString, writeText, type ByteWriter } from '../index/byte-writer.ts'
import { textEnd } from '../index/display.ts'
import { createHighlighter } from './highlight.ts'
import { pathOf, type SearchIndex } from '../index/open.ts'
import type { Found, ReadSections, SearcherQuery } from './found.ts'

/** Limit of text that one answer scans for extracts. Later pages show their beginning. */
const EXTRACT_BUDGET_UNITS = 256 * 1024

/** Appends a SearchResponse (interface §2.1): bytes copied from the index, with the scores between them. */
export function writeAnswerJson(
  { query }: SearcherQuery,
  found: Found,
  out: ByteWriter,
  readSections: ReadSections | undefined,
): void {
  const { index } = found
  writeText(out, '{"query":')
  writeString(out, query)
  writeText(out, `,"locale":"${index?.locale ?? FALLBACK_LOCALE}","total":${found.total},"results":[`)
  const highlight = readSections === undefined || index === null ? null : createHighlighter(index, found.plan!)
  let extractUnits = EXTRACT_BUDGET_UNITS
  for (let i = 0; i < found.length && index !== null; i++) {
    const page = found.pages[i]!
    if (i > 0) writeText(out, ',')
    writePage(out, index, page)
    writeScore(out, found.scores[i]!)
    if (readSections !== undefined && highlight !== null) {
      const sections = readSections(index.locale, pathOf(index, page)) ?? []
      const shown = highlight(page, sections, extractUnits)
      extractUnits = Math.max(0, extractUnits - sections.reduce((sum, { text }) => sum + text.length, 0))
      writeText(out, `,${JSON.stringify(shown).slice(1, -1)}`)
    }
    writeText(out, '}')
  }
  writeText(out, ']}')
}

function writePage(out: ByteWriter, index: SearchIndex, page: number): void {
  const pathStart = index.pathStarts[page]!
  const pathEnd = index.pathStarts[page + 1]!
  writeDisplay(out, index.display, index.displayStarts[page]!, index.displayStarts[page + 1]!)
  writeText(out, `","locale":"${index.locale}","url":"`)
  if (index.siteAddressStarts.length > 0) {
    writeBytes(out, index.siteAddresses, index.siteAddressStarts[page]!, index.siteAddressStarts[page + 1]!)
  } else {
    writeBytes(out, index.urlPrefix, 0, index.urlPrefix.length)
    writeBytes(out, index.paths, pathStart, pathEnd)
  }
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
