import { encodePath } from '../../shared/encode-path.ts'
import type { SearchDocument } from './document.ts'
import type { IndexArrays } from './layout.ts'
import { startsOf } from './packed-arrays.ts'

/** What is shown of a page. */
export type PageHead = Pick<SearchDocument, 'path' | 'title' | 'description' | 'section'>

export type Display = Pick<IndexArrays, 'displayStarts' | 'display' | 'pathStarts' | 'paths'>

/** Stands between the texts of `display`: within a JSON string a line end is escaped. */
const TEXT_END = 0x0a

/**
 * What an answer says of each page (interface §2.2), escaped once, here, so that an answer is put together by copying:
 * `title`, `description` and `section` as they stand in JSON strings, and apart from them the path as in both URLs.
 */
export function buildDisplay(pages: readonly PageHead[]): Display {
  const rows = pages.map(({ title, description, section }) =>
    Buffer.from([title, description, section].map((text) => JSON.stringify(text).slice(1, -1)).join('\n')),
  )
  const paths = pages.map((page) => Buffer.from(page.path === '' ? '' : `/${encodePath(page.path)}`))
  return {
    displayStarts: startsOf(rows),
    display: Buffer.concat(rows),
    pathStarts: startsOf(paths),
    paths: Buffer.concat(paths),
  }
}

/** Where the text of `display` ends that begins at `from`, at most at `end`. */
export function textEnd(display: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && display[at] !== TEXT_END) at++
  return at
}

/** The site path that `encodePath` and its leading slash were made of. */
export function decodePath(encoded: string): string {
  return decodeURIComponent(encoded.slice(1))
}
