import { FALLBACK_LOCALE, LOCALES } from '../../../shared/locale.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { Content, ContentFault, ContentPage, LocaleContent, SiteReport } from '../../content.ts'
import { siteFiles, type ContentFiles } from '../../files/content-files.ts'
import { KEEPS_NOTHING } from '../../files/file-keeper.ts'
import { listSiteFiles } from '../../files/list-files.ts'
import { fingerprintTree } from '../../fingerprint.ts'
import { writeBlockLines } from '../../model/block-lines.ts'
import { sectionsOf } from '../../model/sections.ts'
import { replaceTargets } from '../../model/visit-inline.ts'
import { toMarkdown } from '../../model/to-markdown.ts'
import { buildNav } from '../../nav.ts'
import { createTurns, type ReadOptions } from '../../turns.ts'
import type { BuiltPage } from './read-page.ts'
import { readBuiltSite } from './read-site.ts'

/**
 * Reads a folder that a generator of documentation built. Faults of a page never stop the reading.
 * @throws Error when the folder cannot be read, and the signal's reason when it is aborted
 */
export async function readSiteContent(folder: string, options: ReadOptions): Promise<Content> {
  const turn = createTurns(options)
  const site = readBuiltSite(folder)
  const listed = listSiteFiles(folder)
  const files = siteFiles(listed, options.keeper ?? KEEPS_NOTHING)
  const faults: ContentFault[] = [...site.faults, ...listed.faults.filter(({ code }) => code === 'too_many')]
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
    const page = contentPage(result.path, result.page, files, faults)
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
  return { locales, faults, fingerprint: fingerprintTree(site, listed), files: files.placed, site: report satisfies SiteReport }
}

function contentPage(file: string, read: BuiltPage, files: ContentFiles, faults: ContentFault[]): ContentPage {
  const { localeFolder, title, description, updatedAt, blocks } = read
  files.placeImages(blocks, { file: read.file, lineOf: () => 1 }, faults)
  replaceTargets(blocks, (target) => {
    const placement = files.link(target, read.file)
    return placement !== null && 'address' in placement ? placement.address : target
  })
  const path = localeFolder === null ? file : file.slice(localeFolder.length + 1)
  return {
    locale: read.locale ?? FALLBACK_LOCALE,
    path,
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
  const title = pages.find(({ path }) => path === '')?.title ?? null
  return { title, pages, nav: buildNav(locale, pages, new Map()), synonyms: [], intro: null }
}

function count(counts: Map<string, number>, what: string, number = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + number)
}
