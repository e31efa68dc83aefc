import { FALLBACK_LOCALE, LOCALES } from '../../../shared/locale.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { Content, ContentFault, ContentPage, LocaleContent, SiteReport } from '../../content.ts'
import { fingerprintTree } from '../../fingerprint.ts'
import { writeBlockLines } from '../../model/block-lines.ts'
import { sectionsOf } from '../../model/sections.ts'
import { toMarkdown } from '../../model/to-markdown.ts'
import { buildNav } from '../../nav.ts'
import { localeNames } from '../../site/locale-names.ts'
import type { SiteFile } from '../../site/read-site-config.ts'
import { createTurns, type ReadOptions } from '../../turns.ts'
import type { BuiltPage } from './read-page.ts'
import { readBuiltSite } from './read-site.ts'

/**
 * Reads a folder that a generator of documentation built. Faults of a page never stop the reading.
 * @throws Error when the folder cannot be read, and the signal's reason when it is aborted
 */
export async function readSiteContent(folder: string, siteFile: SiteFile, options: ReadOptions): Promise<Content> {
  const turn = createTurns(options)
  const { config } = siteFile
  const site = readBuiltSite(folder, null, { names: localeNames(config), ownIdsOnly: config.url !== undefined })
  const faults: ContentFault[] = [...site.faults]
  const pages = new Map<Locale, Map<string, { page: ContentPage; file: string }>>()
  const report = { generator: site.generator, rules: new Map(), leftOut: new Map(), dropped: new Map() }
  let done = 0
  for (const result of site.pages()) {
    await turn(done++, site.files.length)
    faults.push(...(result.kind === 'page' ? result.page.faults : result.faults))
    if (result.kind === 'left_out') count(report.leftOut, result.reason)
    if (result.kind !== 'page') continue
    count(report.rules, result.page.rule)
    for (const [what, number] of result.page.dropped) count(report.dropped, what, number)
    const page = contentPage(result.path, result.page)
    const ofLocale = pages.get(page.locale) ?? new Map<string, { page: ContentPage; file: string }>()
    pages.set(page.locale, ofLocale)
    const first = ofLocale.get(page.path)
    if (first === undefined) ofLocale.set(page.path, { page, file: result.file })
    else {
      const message = `${first.file} has this address already`
      faults.push({ file: result.file, line: 1, code: 'duplicate_path', message })
    }
  }
  options.onProgress?.(site.files.length, site.files.length)
  const locales = new Map<Locale, LocaleContent>()
  for (const locale of LOCALES) {
    const found = pages.get(locale)
    if (found !== undefined)
      locales.set(
        locale,
        localeContent(
          locale,
          [...found.values()].map(({ page }) => page),
        ),
      )
  }
  return { locales, faults, fingerprint: fingerprintTree(site, siteFile.state), site: report satisfies SiteReport }
}

function contentPage(file: string, read: BuiltPage): ContentPage {
  const { address, localeFolder, title, description, updatedAt, blocks } = read
  const path = localeFolder === null ? file : file.slice(localeFolder.length + 1)
  return {
    locale: read.locale ?? FALLBACK_LOCALE,
    path,
    address,
    title,
    description,
    section: path.split('/', 1)[0] as string,
    updatedAt,
    markdown: toMarkdown(blocks),
    sections: sectionsOf(blocks, title),
    blockLines: writeBlockLines(blocks),
  }
}

function localeContent(locale: Locale, pages: ContentPage[]): LocaleContent {
  pages.sort((a, b) => (a.path < b.path ? -1 : 1))
  const home = pages.find(({ path }) => path === '')
  const { title = null, description = null } = home ?? {}
  return { title, description, pages, nav: buildNav(locale, pages, new Map()), synonyms: [], intro: null }
}

function count(counts: Map<string, number>, what: string, number = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + number)
}
