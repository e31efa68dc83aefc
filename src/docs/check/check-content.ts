import { FALLBACK_LOCALE } from '../../shared/locale.ts'
import type { Content } from '../content.ts'
import type { ContentFault } from '../model/content-fault.ts'
import { readBlockLines } from '../model/block-lines.ts'
import { forEachTarget } from '../model/visit-inline.ts'
import { pageUrl } from '../paths.ts'
import { pagesOfVersion } from '../versions/version-navs.ts'

const LANGUAGES = { en: 'English', zh: 'Chinese', ko: 'Korean' } as const

/**
 * All faults of content: those that its reading found, and what only the whole tells. These are languages without a home,
 * translations that are missing, and pages to which neither another leads nor the navigation of their theme. Of several
 * versions, hints are about the default one.
 */
export function checkContent(content: Content): ContentFault[] {
  const { faults, locales } = content
  return [...faults, ...homes(content), ...(locales.size > 1 ? untranslated(content) : []), ...orphans(content)]
}

function homes({ locales }: Content): ContentFault[] {
  const faults: ContentFault[] = []
  for (const [locale, { pages }] of locales) {
    const [first] = pages
    if (first === undefined || first.path === '') continue
    const message = `the ${LANGUAGES[locale]} documentation has no page at its own address, /${locale}`
    faults.push({ file: first.file, line: 1, code: 'no_home', message })
  }
  return faults
}

function untranslated({ locales, versions }: Content): ContentFault[] {
  const faults: ContentFault[] = []
  const english = pagesOfVersion(locales.get(FALLBACK_LOCALE)?.pages ?? [], versions.default)
  for (const [locale, { pages }] of locales) {
    if (locale === FALLBACK_LOCALE) continue
    const paths = new Set(pages.map(({ path }) => path))
    for (const { file, path, unlisted } of english) {
      if (paths.has(path) || unlisted === true) continue
      const message = `the page has no ${LANGUAGES[locale]} translation`
      faults.push({ file, line: 1, code: 'missing_translation', message })
    }
  }
  return faults
}

function orphans({ locales, versions }: Content): ContentFault[] {
  const linked = new Set<string>()
  const pages = [...locales.values()].flatMap((locale) => locale.pages)
  for (const { blockLines, locale, path } of pages) {
    const own = pageUrl('', locale, path)
    forEachTarget(readBlockLines(blockLines), (target) => {
      const address = target.replace(/[?#].*$/s, '')
      if (address !== own) linked.add(address)
    })
  }
  return pagesOfVersion(pages, versions.default)
    .filter(
      ({ isListed, locale, path, unlisted }) =>
        path !== '' && isListed !== true && unlisted !== true && !linked.has(pageUrl('', locale, path)),
    )
    .map(({ file }) => ({ file, line: 1, code: 'orphan_page', message: 'no other page links to this one' }))
}
