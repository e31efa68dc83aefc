import type { Locale } from '../shared/locale.ts'
import type { SearchDocument } from './document.ts'
import type { IndexArrays } from './layout.ts'
import { startsOf } from './titles.ts'

/**
 * Each page's SearchResult as JSON bytes up to the value of `score` (interface §2.2), escaped once, here, so that an
 * answer is put together by copying.
 */
export function buildDisplay(
  pages: readonly SearchDocument[],
  locale: Locale,
  siteUrl: string,
): Pick<IndexArrays, 'displayStarts' | 'display' | 'pathStarts' | 'paths'> {
  const rows = pages.map((page) => {
    const url = `${siteUrl}/${locale}${page.path === '' ? '' : `/${encodePath(page.path)}`}`
    const { title, description, section } = page
    const result = { title, description, section, locale, url, markdownUrl: `${url}.md` }
    return Buffer.from(`${JSON.stringify(result).slice(0, -1)},"score":`)
  })
  const paths = pages.map((page) => Buffer.from(page.path))
  return {
    displayStarts: startsOf(rows),
    display: Buffer.concat(rows),
    pathStarts: startsOf(paths),
    paths: Buffer.concat(paths),
  }
}

/** Percent-encodes each segment of a site path so that decoding it once gives the path back. */
function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
