import { writeBytes, writeText, type ByteWriter } from '../index/byte-writer.ts'
import type { PageExtract } from '../index/extracts.ts'
import type { SearchIndex } from '../index/open.ts'
import { writeAnchor, writeFragment, writeUrl } from './answer-url.ts'
import { chooseSections } from './choose-sections.ts'
import type { PassageOf } from './found.ts'
import { hasHeading, numberOf, parentOf, type PageMatches } from './page-matches.ts'
import { SNIPPET, writeSnippet, type Marker } from './snippet.ts'

/**
 * Writes `,"sections":[…]`: the sections of a page that answer the query, best first, with the headings that lead to each, its
 * address, and a snippet with the words that matched, or a passage.
 *
 * @param passageOf Reads the passage at an anchor; null: snippets are written.
 */
export function writeSections(
  out: ByteWriter,
  index: SearchIndex,
  page: number,
  matches: PageMatches,
  marker: Marker,
  passageOf: PassageOf | null,
): void {
  const { extract } = matches
  writeText(out, ',"sections":[')
  chooseSections(marker.plan, matches).forEach(({ position, section }, i) => {
    writeText(out, `${i > 0 ? ',' : ''}{"headings":[`)
    writeHeadings(out, extract, section)
    writeText(out, '],"anchor":"')
    const start = out.length
    writeAnchor(out, extract, section)
    const anchor = Buffer.from(out.bytes.subarray(start, out.length)).toString()
    writeText(out, '","url":"')
    writeUrl(out, index, page)
    if (anchor !== '') {
      writeText(out, '#')
      writeFragment(out, extract, section)
    }
    writeText(out, '",')
    if (passageOf === null) writeSnippet(out, 'snippet', extract, section, position, SNIPPET, marker)
    else writeText(out, `"markdown":${JSON.stringify(passageOf(JSON.parse(`"${anchor}"`) as string))}`)
    writeText(out, '}')
  })
  writeText(out, ']')
}

/** Writes the headings above a section and its own, outermost first; none for the top of the page. */
function writeHeadings(out: ByteWriter, extract: PageExtract, section: number): void {
  const path = [section]
  for (let up = parentOf(extract, section), below = section; up < below; below = up, up = parentOf(extract, up)) {
    path.unshift(up)
  }
  path
    .filter((each) => hasHeading(extract, each))
    .forEach((each, i) => {
      writeText(out, i > 0 ? ',"' : '"')
      writeBytes(out, extract.text, numberOf(extract, each, 'headingStart'), numberOf(extract, each, 'textStart'))
      writeText(out, '"')
    })
}
