import { encodePath } from '../../../shared/encode-path.ts'
import { FALLBACK_LOCALE } from '../../../shared/locale.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { ContentPage } from '../../content.ts'
import { siteFiles } from '../../files/content-files.ts'
import { listSiteFiles } from '../../files/list-files.ts'
import { createLinkSpace, NOT_SERVED, type LinkSpace } from '../../links/link-space.ts'
import { createPageLinks } from '../../links/page-links.ts'
import { resolveLink, type LinkOrigin } from '../../links/resolve-link.ts'
import { readBlockLines, writeBlockLines } from '../../model/block-lines.ts'
import { sectionsOf } from '../../model/sections.ts'
import { toMarkdown } from '../../model/to-markdown.ts'
import type { LinkRules } from '../../sources/source.ts'
import type { SourceReading, SourceResult } from '../../source-reading.ts'
import { builtAddress } from './page-address.ts'
import type { BuiltPage, LeftOutPage } from './read-page.ts'
import { readBuiltSite } from './read-site.ts'

/** A page whose links are resolved when all pages are known. Its blocks are kept as text meanwhile. */
interface ReadPage {
  readonly page: Omit<ContentPage, 'markdown'>
  readonly origin: LinkOrigin
  readonly anchors: ReadonlySet<string>
}

/**
 * Reads a folder that a generator of documentation built. Faults of a page never stop the reading.
 * @throws Error when the folder cannot be read, and the signal's reason when it is aborted
 */
export async function readSiteContent(reading: SourceReading): Promise<SourceResult> {
  const { draft, folder, isRead, keeper, names, ownIdsOnly, selector, turn } = reading
  const { faults } = draft
  const site = readBuiltSite(folder, { isRead, selector, names, ownIdsOnly })
  const listed = listSiteFiles(folder)
  const files = siteFiles(listed, keeper)
  for (const fault of site.faults) faults.push(fault)
  for (const fault of listed.faults) if (fault.code === 'too_many') faults.push(fault)
  const space = createLinkSpace()
  const report = { kind: 'html', generator: site.generator, rules: new Map(), leftOut: new Map(), dropped: new Map() }
  const pages: ReadPage[] = []
  const redirects: LeftOutPage[] = []
  const localeFolders = new Map<string, Locale>()
  let basePath = '/'
  const total = site.files.length * 2
  let done = 0

  for (const result of site.pages()) {
    await turn(done++, total)
    faults.push(...(result.kind === 'page' ? result.page.faults : result.faults))
    if (result.kind === 'left_out') {
      count(report.leftOut, result.reason)
      if (result.target === null) space.add(result.file, NOT_SERVED, '')
      else redirects.push(result)
    }
    if (result.kind !== 'page') continue
    const read = result.page
    count(report.rules, read.rule)
    for (const [what, number] of read.dropped) count(report.dropped, what, number)
    files.placeImages(read.blocks, { file: result.file, lineOf: () => 1 }, faults)
    const page = contentPage(result.path, read, reading.locale ?? FALLBACK_LOCALE)
    const { locale } = page
    const origin = { file: result.file, locale, path: draft.mounted(page.path), address: read.address }
    if (read.localeFolder !== null) localeFolders.set(read.localeFolder, page.locale)
    basePath = basePathOf(read) ?? basePath
    space.add(result.file, origin, page.path)
    pages.push({ page, origin, anchors: read.anchors })
  }
  const rules: LinkRules = { basePath, localeFolders, rootLocale: null, aliases: new Map(), relativeTo: 'address' }
  for (const redirect of redirects) addRedirect(redirect, rules, space)
  const links = createPageLinks(space, rules, files, faults)
  for (const { anchors, origin, page } of pages) {
    await turn(done++, total)
    const blocks = readBlockLines(page.blockLines)
    links.resolve(blocks, origin, { text: '', line: 1 }, anchors)
    draft.addPage({ ...page, blockLines: writeBlockLines(blocks), markdown: toMarkdown(blocks) })
  }
  links.finish()
  return { report, files: files.placed }
}

function contentPage(sitePath: string, read: BuiltPage, otherwise: Locale): Omit<ContentPage, 'markdown'> {
  const { address, localeFolder, title, description, updatedAt, blocks } = read
  const path = localeFolder === null ? sitePath : sitePath.slice(localeFolder.length + 1)
  return {
    file: read.file,
    locale: read.locale ?? otherwise,
    path,
    address,
    label: null,
    navPath: null,
    title,
    description,
    section: path.split('/', 1)[0] as string,
    updatedAt,
    sections: sectionsOf(blocks, title),
    blockLines: writeBlockLines(blocks),
  }
}

/** Beginning of the site's addresses, where the page says its own; null: it does not. */
function basePathOf({ address, canonical }: BuiltPage): string | null {
  if (canonical === null || !URL.canParse(canonical)) return null
  const path = new URL(canonical).pathname
  const own = [address, address.replace(/\/$/, ''), address.replace(/\.x?html?$/, '')].find((each) =>
    path.endsWith(`/${encodePath(each)}`),
  )
  return own === undefined ? null : path.slice(0, path.length - encodePath(own).length)
}

/** Lets links to a page that leads on lead to where it leads. */
function addRedirect({ file, target }: LeftOutPage, rules: LinkRules, space: LinkSpace): void {
  const origin = { file, locale: FALLBACK_LOCALE, path: '', address: builtAddress(file) }
  const link = resolveLink((target ?? '').replace(/^https?:\/\/[^/]+/, ''), origin, rules, space)
  if (link.kind === 'page' && link.page !== origin) space.add(file, link.page, builtAddress(file))
}

function count(counts: Map<string, number>, what: string, number = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + number)
}
