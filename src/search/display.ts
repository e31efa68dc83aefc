import { encodePath } from '../shared/encode-path.ts'
import type { IndexArrays } from './layout.ts'
import { startsOf, type PageHead } from './titles.ts'

export type Display = Pick<IndexArrays, 'displayStarts' | 'display' | 'pathStarts' | 'paths'>

/**
 * What an answer says of each page (interface §2.2) as JSON bytes, escaped once, here, so that an answer is put together
 * by copying: the members before `url`, and apart from them the path as it stands in both URLs.
 */
export function buildDisplay(pages: readonly PageHead[]): Display {
  const rows = pages.map(({ title, description, section }) =>
    Buffer.from(JSON.stringify({ title, description, section }).slice(0, -1)),
  )
  const paths = pages.map((page) => Buffer.from(page.path === '' ? '' : `/${encodePath(page.path)}`))
  return {
    displayStarts: startsOf(rows),
    display: Buffer.concat(rows),
    pathStarts: startsOf(paths),
    paths: Buffer.concat(paths),
  }
}

/** The site path that `encodePath` and its leading slash were made of. */
export function decodePath(encoded: string): string {
  return decodeURIComponent(encoded.slice(1))
}
