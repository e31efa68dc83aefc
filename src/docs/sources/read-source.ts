import { realpathSync } from 'node:fs'
import type { ContentPage } from '../content.ts'
import { addLead } from '../description.ts'
import { countLines } from '../front-matter.ts'
import { sourceFiles } from '../files/content-files.ts'
import { ANY_ID, createPageLinks, lineOf } from '../links/page-links.ts'
import { mayBeUnread } from './unread-formats.ts'
import { openPage, readPage, type OpenedPage } from '../parse-page.ts'
import { pageUrl } from '../paths.ts'
import { readSafely } from '../readers/read-safely.ts'
import type { Deed } from '../kept/deed.ts'
import { hashOf } from '../kept/hash-of.ts'
import { placedDeed, redoDeed } from '../kept/redo-deed.ts'
import { readWalked } from '../tree/read-walked.ts'
import { reasonOf } from '../../shared/reason.ts'
import { nameTitle } from '../site-path.ts'
import type { SourceReading, SourceResult } from '../source-reading.ts'
import { parseUpdated } from '../updated.ts'
import type { WalkedFile } from '../tree/walk-folder.ts'
import { folderOf, isMarkdown, joinAddress, lastSegment } from '../addresses.ts'
import { findEmptyPages, hasText, listOfPages, type ListedPage, type PlacedFile } from './order/empty-pages.ts'
import { excludedBy, isUnsearched, nextChange, NOT_SEARCHED, notListed, UNLISTED } from './excluded.ts'
import { createExpander } from './expand-page.ts'
import { placeHeader } from './header.ts'
import { addOldAddresses } from './redirects/old-addresses.ts'
import { relativePath } from './config/module-files.ts'
import { createMdxFiles } from './mdx/mdx-files.ts'
import { orderPages } from './order/order-pages.ts'
import { reportOwnFiles } from './own-files.ts'
import { namesBelow, readTextBelow } from './read-below.ts'
import { readRepository, findInRepository } from './repository.ts'
import { joinedNames, openSourceFolder } from './source-folder.ts'
import { readRedirectsFile } from './redirects/redirects-file.ts'
import {
  CONFIGURATION,
  type ExpandedPage,
  type Place,
  type Source,
  type SourceFolder,
  type SourceKind,
} from './source.ts'
import { unreachablePath } from './unreachable-path.ts'

/** No address here ends with the name of an index, which stands for its folder. */
const INDEX = /(?:(?:^|\/)index)+$/

/** Title of a home page that nothing names. */
const NO_NAME = 'Home'
const OTHER_LANGUAGE = 'in a language that is not served'
const EDIT_URL_LIMIT_CHARS = 2048
const PAGE_LIMIT_BYTES = 8 * 1_048_576

interface PlacedPage extends PlacedFile {
  readonly opened: OpenedPage
  readonly hash: string
}

/**
 * Reads the sources of a generator. It reads all files first, since front matter tells addresses, and then their text.
 * Faults of a file never stop the reading.
 * @throws Error when the folder cannot be read, and the signal's reason when it is aborted
 */
export async function readSource(kind: SourceKind, base: string, reading: SourceReading): Promise<SourceResult> {
  const { draft, isRead, keeper, names, watch } = reading
  const { faults, space } = draft
  /** Hashes of what is read and asked for what is no page. */
  const inputs = new Map<string, string>()
  const onTold = (what: string, value: string): void => {
    const hash = hashOf(value)
    if (draft.deeds === null) inputs.set(what, hash)
    else draft.deeds.push({ kind: 'asks', what, hash })
  }
  const onRead = (file: string, text: string | null): void => {
    const hash = textHash(text)
    if (draft.deeds === null) inputs.set(file, hash)
    else draft.deeds.push({ kind: 'uses', file, hash })
    if (text === null) return
    draft.uses(file)
    watch.opens(file)
  }
  const folder = openSourceFolder(reading.folder, base, names, reading.locale, onRead, onTold)
  const source = watch.step(`the configuration of ${kind.name}`, () => kind.open(folder))
  const languages = new Map<string, number>()
  const pages: PlacedPage[] = []
  /** Hashes of the front matter of all files, which may tell pages of one another. */
  const headers: string[] = []
  const isPage = (file: string): boolean => isMarkdown(file) || source.isPage?.(file) === true
  const files = [...folder.files.values()].filter(({ file }) => isPage(file) && isRead(file))

  function open(walked: WalkedFile): void {
    const { file } = walked
    // Faults of files that are no pages are nobody's.
    const found: typeof faults = []
    const leaveOut = (reason: string): void => draft.leaveOut(file, reason)
    const bytes = readBytes(walked)
    if (typeof bytes === 'string') return void faults.push({ file, line: 1, code: 'unreadable', message: bytes })
    const opened = openPage(bytes, file, found)
    const { fields } = opened.frontMatter
    headers.push(hashOf(file, JSON.stringify([...fields])))
    const why = excludedBy(fields)
    draft.changesAt(nextChange(fields))
    const located = source.locate(file, fields)
    if ('leftOut' in located) {
      const { language, leftOut: reason } = located
      if (reason === CONFIGURATION) return draft.uses(file)
      if (language != null && language !== '') languages.set(language, (languages.get(language) ?? 0) + 1)
      return leaveOut(reason)
    }
    const place = { ...located, path: located.path.replace(INDEX, '') }
    if (!names.shows(place.locale)) return leaveOut(OTHER_LANGUAGE)
    const { version } = place
    if (version !== undefined && reading.version !== null && version.name !== source.versions?.default) {
      return leaveOut('of another version')
    }
    if (version !== undefined && reading.version === null && !reading.showsVersion(version.name)) {
      return leaveOut('of a version that is not shown')
    }
    if (why !== null && why !== UNLISTED) {
      faults.push({ file, line: 1, code: 'not_published', message: `the page is left out, because it is ${why}` })
      return leaveOut(why)
    }
    faults.push(...found)
    const unlisted = why === UNLISTED || place.unlisted === true
    if (unlisted) faults.push({ file, line: 1, code: 'not_listed', message: notListed(place.unlisted ? null : why) })
    const unsearched = !unlisted && (place.unsearched ?? isUnsearched(fields))
    if (unsearched) faults.push({ file, line: 1, code: 'not_searched', message: NOT_SEARCHED })
    const forbidden = unreachablePath(place.path) ?? unreachablePath(place.address)
    if (forbidden !== null) return void faults.push({ file, line: 1, code: 'bad_name', message: forbidden })
    space.add(file, { ...place, path: draft.mounted(place.path) }, place.path)
    pages.push({
      opened,
      hash: hashOf(file, bytes),
      place: { ...place, unlisted, unsearched },
      hasText: hasText(opened.body),
      description: opened.frontMatter.description,
    })
  }

  /** Leaves a file in another format out where the configuration would leave a page out. */
  function leaveOutOther(file: string): void {
    const located = source.locate(file, new Map())
    if ('leftOut' in located) draft.leaveOut(file, located.leftOut)
  }

  function addAliases({ address, aliases = [], locale, path }: Place): void {
    for (const alias of aliases) {
      const written = alias.replace(/[?#].*$/s, '').replace(/(?:\/index)?\.html$/, '')
      const whole = joinAddress(written.startsWith('/') ? written : `${folderOf(joinAddress(address))}/${written}`)
      const [first = '', ...rest] = whole.split('/')
      const old = source.links.localeFolders.get(first) === locale ? rest.join('/') : whole
      if (old === '' || unreachablePath(old) !== null) continue
      space.addPath(locale, old, { locale, path: draft.mounted(path), address })
      draft.addRedirect(locale, old, pageUrl('', locale, draft.mounted(path)))
    }
  }

  function toListed(listed: PlacedPage): ListedPage[] {
    const page = read.get(listed)
    const { locale, order, path } = listed.place
    return page === undefined ? [] : [{ page, order, target: pageUrl('', locale, draft.mounted(path)) }]
  }

  await watch.each({ items: files, fileOf, read: open, faults, moreFaults: folder.faults, total: files.length * 2 })
  const { lists, shown } = watch.step('the addresses of pages', () => {
    if (source.readsMeta !== true) reportOwnFiles(kind.name, pages.map(fileOfPlaced), folder)
    const { empty, lists } = findEmptyPages(pages)
    for (const { opened } of empty) draft.leaveOut(opened.file, 'without any text')
    const shown = pages.filter((page) => !empty.has(page))
    for (const { place } of shown) addAliases(place)
    const addresses = shown.map(({ place: { address } }) => joinAddress(address).replace(/\.html$/, ''))
    const listed = redirectFiles(source, folder).flatMap((file) => readRedirectsFile(file, addresses, folder))
    addOldAddresses({ links: source.links, redirects: [...(source.redirects ?? []), ...listed] }, space, folder, draft)
    return { lists, shown }
  })
  const pageFiles = sourceFiles(
    folder.files,
    base,
    keeper,
    (...placed) => void draft.deeds?.push(placedDeed(...placed)),
    {
      aliases: source.links.aliases,
      named: source.publicFolders,
      siteUrl: source.links.siteUrl ?? null,
    },
  )
  const expandPage = createExpander()
  const { counts = {}, dialect } = source
  const openMdx = createMdxFiles({ pathOf: relativePath, ...dialect.modules, ...dialect })
  const repository = readRepository(folder)
  const isHeldBack = (file: string): boolean => {
    const row = draft.rows.get(file)
    return row?.as === 'left out' && row.why !== OTHER_LANGUAGE
  }
  const byFile = new Map(shown.map(({ opened }) => [opened.file, opened]))
  const links = createPageLinks(
    draft,
    source.links,
    findInRepository(pageFiles, folder, repository, isHeldBack),
    (file) => {
      const { body = '', bodyLine = 1 } = byFile.get(file) ?? {}
      return { text: body, line: bodyLine }
    },
  )
  await reading.opened()
  const read = new Map<PlacedPage, ContentPage>()
  const readPlaced = (placed: PlacedPage): ContentPage => {
    const { opened, place } = placed
    const { body, bodyLine, file, frontMatter } = opened
    const { locale, path, updated } = place
    const { constructs, isMdx, template } = dialect
    let hasTemplates = false
    let ids: ReadonlySet<string> | undefined
    const targets = new Map<string, string>()
    const page: ExpandedPage = {
      file,
      locale,
      fields: frontMatter.fields,
      folder,
      fault(code, message, line = 1) {
        hasTemplates ||= code === 'unread_template'
        folder.fault(file, code, message, bodyLine + line - 1)
      },
      hasFurtherIds: () => void (ids = new Set([ANY_ID])),
      writes: (target, written) => void targets.set(target, written),
    }
    const above = dialect.above?.(page) ?? ''
    const linesAbove = countLines(above, above.length) - 1
    const expanded = expandPage((text, page) => above + (dialect.expand?.(text, page) ?? text), body, page)
    const ownLines: ExpandedPage = {
      ...page,
      fault: (code, message, line = 1) => page.fault(code, message, line - linesAbove),
    }
    return readPage(
      opened,
      {
        locale,
        path,
        address: place.address,
        label: place.title ?? null,
        navPath: place.navPath ?? null,
        fileTitle:
          place.title ?? place.nameTitle ?? (path === '' ? (source.title ?? NO_NAME) : nameTitle(lastSegment(path))),
        mustHaveTitle: false,
        ...dialect,
        mdx: isMdx(file),
        expanded,
        constructs: constructs?.(ownLines, body) ?? [],
        template: template && ((program) => template(ownLines, program)),
        linesAbove,
        mdxFile: (code) => openMdx(ownLines, code),
        hasTemplates: () => hasTemplates,
        version: place.version ?? null,
        updatedAt: updated == null ? null : parseUpdated(updated),
        unlisted: place.unlisted === true,
        unsearched: place.unsearched === true,
        splash: place.splash === true,
        finish(blocks) {
          if (source.showsDescription === true && path !== '') addLead(blocks, frontMatter.description)
          const written = { text: body, line: bodyLine, targets }
          pageFiles.placeImages(blocks, { file, lineOf: (address) => lineOf(address, written) }, faults)
          links.resolve(blocks, { ...place, path: draft.mounted(path), file }, written, ids)
          const listed = lists.get(placed)
          if (listed !== undefined) blocks.push(listOfPages(listed.flatMap(toListed), locale))
        },
      },
      faults,
    )
  }

  const loop = {
    fileOf: fileOfPlaced,
    keyOf: ({ hash }: PlacedPage) => hash,
    world: () =>
      hashOf(
        JSON.stringify([kind.name, base, [...inputs], [...folder.files.keys()]]),
        JSON.stringify([headers, shown.map(({ opened, place }) => [opened.file, place]), [...draft.rows]]),
        draft.digest(),
      ),
    inputHash(what: string) {
      const root = realpathSync(reading.folder)
      return what.endsWith('/') ? hashOf(joinedNames(namesBelow(root, what))) : textHash(readTextBelow(root, what))
    },
    read(placed: PlacedPage) {
      const before = { ...counts }
      const page = readSafely(() => readPlaced(placed), placed.opened.file, faults)
      for (const what of Object.keys(counts)) {
        const number = numberOf(counts, what) - numberOf(before, what)
        if (number > 0) draft.deeds?.push({ kind: 'counts', what, number })
      }
      return page
    },
    add(placed: PlacedPage, page: ContentPage) {
      const { opened, place } = placed
      const editUrl = source.editUrl?.(opened.file) ?? null
      const edited = editUrl === null || editUrl.length > EDIT_URL_LIMIT_CHARS ? {} : { editUrl }
      const isListed = source.listsAllPages === true || place.order !== null
      draft.addPage({ ...page, ...edited, isListed, ...(place.aside === true ? { aside: true } : {}) })
      read.set(placed, page)
    },
    redo: (deed: Deed) => redoDeed(deed, { counts, draft, files: pageFiles, links }),
    faults,
    moreFaults: folder.faults,
    total: files.length * 2,
  }
  const alone = shown.filter((page) => !lists.has(page))
  const total = files.length + shown.length
  await reading.pages.each({ ...loop, items: alone, done: files.length, total })
  // Pages that list others are read last, the deepest first, since they need the titles of those.
  const addRead = (placed: PlacedPage): void => {
    const page = loop.read(placed)
    if (page !== null) loop.add(placed, page)
  }
  await watch.each({ ...loop, items: [...lists.keys()], read: addRead, done: files.length + alone.length, total })
  if (source.title === null && draft.mounted('') === '') nameSource(repository.name, shown, read, reading)
  if (source.versions !== undefined && reading.version === null) draft.addVersions(source.versions)
  const locales = new Set(shown.map(({ place }) => place.locale))
  const header = watch.step('the navigation', () => {
    const listedPlaces = shown.map(({ place }) => place).filter(({ unlisted }) => unlisted !== true)
    orderPages(listedPlaces, source, draft)
    if (source.header === undefined || reading.look.size === 0) return undefined
    return placeHeader(source.header, { source, folder, space, files: pageFiles, locales, look: reading.look })
  })
  for (const file of folder.files.keys()) if (!isPage(file) && mayBeUnread(file)) leaveOutOther(file)
  source.finished?.()
  for (const fault of folder.faults) faults.push(fault)
  return {
    report: {
      kind: kind.name,
      generator: null,
      scripts: folder.scripts,
      rules: new Map(),
      languages,
      dropped: new Map(),
    },
    files: pageFiles.placed,
    header,
  }
}

/** Names a documentation whose configuration has no title: by its package, its home page, or its folder. */
function nameSource(
  name: string | null,
  pages: readonly PlacedPage[],
  read: ReadonlyMap<PlacedPage, ContentPage>,
  { folder, draft }: Pick<SourceReading, 'folder' | 'draft'>,
): void {
  const homes = pages.filter(({ place }) => place.path === '')
  for (const locale of new Set(pages.map(({ place }) => place.locale))) {
    const home = homes.find(({ place }) => place.locale === locale) ?? homes[0]
    const title = home === undefined ? NO_NAME : (read.get(home)?.title ?? NO_NAME)
    draft.setTitle(locale, name ?? (title === NO_NAME ? lastSegment(folder) : title))
  }
}

/** Hash of a text; '': there is none. */
function textHash(text: string | null): string {
  return text === null ? '' : hashOf(text)
}

function numberOf(counts: Readonly<Record<string, number>>, what: string): number {
  return counts[what] ?? 0
}

function fileOf({ file }: WalkedFile): string {
  return file
}

function fileOfPlaced({ opened }: PlacedPage): string {
  return opened.file
}

/** Files named `_redirects` in the folders of public files. */
function redirectFiles({ publicFolders = [] }: Source, { base, files }: SourceFolder): string[] {
  const folders = new Set([...publicFolders, ...['public', 'static'].map((name) => joinAddress(base, name))])
  return [...folders].map((path) => joinAddress(path, '_redirects')).filter((file) => files.has(file))
}

/** Bytes of a page, or why there are none. */
function readBytes(file: WalkedFile): Buffer | string {
  try {
    return readWalked(file, PAGE_LIMIT_BYTES)
  } catch (error) {
    return reasonOf(error)
  }
}
