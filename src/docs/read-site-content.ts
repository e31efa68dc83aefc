import { encodePath } from '../shared/encode-path.ts'
import { FALLBACK_LOCALE, type Locale } from '../shared/locale.ts'
import type { ContentPage } from './content.ts'
import { siteFiles } from './files/content-files.ts'
import { listSiteFiles } from './files/list-files.ts'
import { NOT_SERVED, type LinkSpace } from './links/link-space.ts'
import { createPageLinks } from './links/page-links.ts'
import { resolveLink, type LinkOrigin } from './links/resolve-link.ts'
import { readBlockLines, writeBlockLines } from './model/block-lines.ts'
import { sectionsOf } from './model/sections.ts'
import { pageUrl } from './paths.ts'
import { toMarkdown } from './model/to-markdown.ts'
import { localeOfText } from './locales/text-locale.ts'
import type { LinkRules } from './links/link-rules.ts'
import type { SourceReading, SourceResult } from './source-reading.ts'
import type { WalkedFile } from './tree/walk-folder.ts'
import { plainDescription } from './description.ts'
import { readMikeVersions } from './readers/html/mike-versions.ts'
import { findNamedVersions, unversionedPath } from './readers/html/named-versions.ts'
import { builtAddress, builtPath, namedLanguage } from './readers/html/page-address.ts'
import type { HeadVersion } from './readers/html/page-head.ts'
import type { BuiltPage, LeftOutPage } from './readers/html/read-page.ts'
import { readBuiltSite } from './readers/html/read-site.ts'

/** A page whose links are resolved when all pages are known. Its blocks are kept as text meanwhile. */
interface ReadPage {
  readonly page: Omit<ContentPage, 'markdown'>
  readonly origin: LinkOrigin
  readonly anchors: ReadonlySet<string>
  /** Version that the page names itself. */
  readonly version: HeadVersion | null
  /** Path of the page in the site. */
  readonly path: string
}

/**
 * Reads a folder that a generator of documentation built. Faults of a page never stop the reading.
 * @throws Error when the folder cannot be read, and the signal's reason when it is aborted
 */
export async function readSiteContent(reading: SourceReading): Promise<SourceResult> {
  const { draft, folder, isRead, keeper, names, ownIdsOnly, selector, watch } = reading
  const { faults, space } = draft
  const mike = readMikeVersions(folder)
  const copies: string[] = []
  const isCopy = (file: string): boolean => mike?.aliases.has(firstFolder(file)) === true
  const isOwn = (file: string): boolean => {
    if (!isRead(file)) return false
    if (isCopy(file)) copies.push(file)
    return !isCopy(file)
  }
  const site = watch.step('the names and the first pages of the site', () =>
    readBuiltSite(folder, { isRead: isOwn, selector, names, ownIdsOnly }),
  )
  const listed = listSiteFiles(folder)
  const files = siteFiles(listed, keeper)
  for (const fault of site.faults) faults.push(fault)
  for (const fault of listed.faults) if (fault.code === 'too_many') faults.push(fault)
  const scripts = new Set<Locale>()
  const report = {
    kind: 'html',
    generator: site.generator,
    scripts,
    rules: new Map(),
    languages: new Map(),
    dropped: new Map(),
  }
  const pages: ReadPage[] = []
  const redirects: LeftOutPage[] = []
  const localeFolders = new Map<string, Locale>()
  let basePath = '/'
  const total = site.files.length * 2

  function readInto(file: WalkedFile): void {
    const result = site.read(file)
    faults.push(...(result.kind === 'page' ? result.page.faults : result.faults))
    if (result.kind === 'left_out') {
      draft.leaveOut(result.file, result.reason)
      if (result.reason === 'other_language')
        count(report.languages, namedLanguage(result.file, site.languages) ?? firstFolder(result.file))
      if (result.target === null) space.add(result.file, NOT_SERVED, '')
      else redirects.push(result)
    }
    if (result.kind !== 'page') return
    const read = result.page
    count(report.rules, read.rule)
    for (const [what, number] of read.dropped) count(report.dropped, what, number)
    files.placeImages(read.blocks, { file: result.file, lineOf: () => 1 }, faults)
    const page = contentPage(result.path, read, reading.locale)
    if (read.locale === null && reading.locale === null && page.locale !== FALLBACK_LOCALE) scripts.add(page.locale)
    const { locale } = page
    const origin = { file: result.file, locale, path: draft.mounted(page.path), address: read.address }
    const { version } = read
    if (read.localeFolder !== null) localeFolders.set(read.localeFolder, page.locale)
    basePath = basePathOf(read) ?? basePath
    space.add(result.file, origin, page.path)
    pages.push({ page, origin, anchors: read.anchors, version, path: page.path })
  }

  await watch.each({ items: site.files, fileOf: ({ file }) => file, read: readInto, faults, total })
  const rules: LinkRules = { basePath, localeFolders, rootLocale: null, aliases: new Map(), relativeTo: 'address' }
  for (const redirect of redirects) addRedirect(redirect, rules, space)
  for (const file of copies) addCopy(file, mike?.aliases.get(firstFolder(file)) ?? '', space, reading)
  for (const file of copies) draft.leaveOut(file, 'a copy of a version')
  const named = mike === null ? findNamedVersions(pages) : null
  const found = mike ?? named
  const versionOf = (read: ReadPage): string | null => {
    if (mike === null) return read.version !== null && named?.isVersioned(read.version.part) ? read.version.name : null
    const first = firstFolder(read.page.file)
    return mike.versions.some(({ name }) => name === first) ? first : null
  }
  const links = createPageLinks(draft, rules, files.link, () => ({ text: '', line: 1 }))
  await reading.opened()

  function link(read: ReadPage): void {
    const { anchors, origin, page } = read
    const name = versionOf(read)
    if (!names.shows(page.locale)) return draft.leaveOut(page.file, 'in a language that is not shown')
    const isShown = reading.version === null ? reading.showsVersion : (version: string) => version === found?.default
    if (name !== null && !isShown(name)) {
      draft.leaveOut(page.file, reading.version === null ? 'of a version that is not shown' : 'of another version')
      return
    }
    const version = name === null ? {} : { version: { name, path: unversionedPath(page.path, name), newest: null } }
    const blocks = readBlockLines(page.blockLines)
    links.resolve(blocks, origin, { text: '', line: 1 }, anchors)
    draft.addPage({ ...page, ...version, blockLines: writeBlockLines(blocks), markdown: toMarkdown(blocks) })
  }

  const loop = { items: pages, fileOf: ({ page }: ReadPage) => page.file, read: link, faults }
  await watch.each({ ...loop, done: site.files.length, total })
  if (found !== null && reading.version === null) draft.addVersions(found)
  return { report, files: files.placed }
}

function contentPage(sitePath: string, read: BuiltPage, otherwise: Locale | null): Omit<ContentPage, 'markdown'> {
  const { address, localeFolder, title, description, updatedAt, blocks } = read
  const sections = sectionsOf(blocks, title)
  const byScript = (): Locale | null => localeOfText(sections.map(({ text }) => text).join('\n'))
  const path = localeFolder === null ? sitePath : sitePath.slice(localeFolder.length + 1)
  return {
    file: read.file,
    locale: read.locale ?? otherwise ?? byScript() ?? FALLBACK_LOCALE,
    path,
    address,
    label: null,
    navPath: null,
    title,
    description: plainDescription(description),
    section: path.split('/', 1)[0] as string,
    updatedAt,
    sections,
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

/** Lets links to a copy of a page lead to the page of the version, and its address on to that. */
function addCopy(file: string, version: string, space: LinkSpace, { draft }: SourceReading): void {
  const page = space.byFile(`${version}${file.slice(firstFolder(file).length)}`)
  const path = builtPath(file)
  if (page === null || page === NOT_SERVED || path === null) return
  space.add(file, page, path)
  draft.addRedirect(
    page.locale,
    path,
    pageUrl('', page.locale, draft.mounted(`${version}${path.slice(firstFolder(file).length)}`)),
  )
}

function firstFolder(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : ''
}

function count(counts: Map<string, number>, what: string, number = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + number)
}
