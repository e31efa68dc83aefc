import { encodePath } from '../../shared/encode-path.ts'
import type { SearchDocument } from './document.ts'
import type { IndexArrays } from './layout.ts'
import { startsOf } from './packed-arrays.ts'

/** Fields of a page that are shown in results. */
export type PageHead = Pick<SearchDocument, 'path' | 'title' | 'description' | 'section' | 'siteAddress' | 'version'>

export type Display = Pick<
  IndexArrays,
  'displayStarts' | 'display' | 'pathStarts' | 'paths' | 'siteAddressStarts' | 'siteAddresses'
>

/** Separator between the texts of `display`: in a JSON string a line end is always escaped. */
const TEXT_END = 0x0a

/**
 * Builds the bytes that answers show for each page (interface §2.2). They are escaped once, here, so that an answer is assembled by
 * copying. `title`, `description` and `section` are stored as in JSON strings; the path is stored separately, as in both URLs. The
 * member `version` of a page that has one follows its section.
 */
export function buildDisplay(pages: readonly PageHead[]): Display {
  const rows = pages.map(({ title, description, section, version }) => {
    const member = version === undefined ? '' : `","version":"${jsonText(version.name)}`
    return Buffer.from([title, description, section].map(jsonText).join('\n') + member)
  })
  const paths = pages.map((page) => Buffer.from(page.path === '' ? '' : `/${encodePath(page.path)}`))
  const addresses = pages.map(({ siteAddress }) => Buffer.from(jsonText(siteAddress ?? '')))
  return {
    displayStarts: startsOf(rows),
    display: Buffer.concat(rows),
    pathStarts: startsOf(paths),
    paths: Buffer.concat(paths),
    siteAddressStarts: startsOf(addresses),
    siteAddresses: Buffer.concat(addresses),
  }
}

function jsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** End of the text of `display` that begins at `from`, at most `end`. */
export function textEnd(display: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && display[at] !== TEXT_END) at++
  return at
}

/** Restores the site path from an encoded path with its leading slash (`encodePath`). */
export function decodePath(encoded: string): string {
  return decodeURIComponent(encoded.slice(1))
}
