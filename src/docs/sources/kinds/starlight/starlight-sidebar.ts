import type { Locale } from '../../../../shared/locale.ts'
import { below, folderOf, joinAddress, lastSegment } from '../../../addresses.ts'
import { UNKNOWN } from '../../config/config-values.ts'
import { membersUnknown } from '../../config/unknown-members.ts'
import type { SiteLanguage } from '../../languages.ts'
import { commonFolder, createGroupPaths } from '../../order/group-paths.ts'
import { positionWithin } from '../../order/position-within.ts'
import { folderKey, type FolderInfo } from '../../source.ts'
import { list, record, text } from '../../values.ts'

const ITEM_LIMIT = 100_000
const DEPTH_LIMIT = 50

/** Members that say how an entry looks, and not which pages it has. */
const LOOKS = new Set(['label', 'translations', 'badge', 'collapsed', 'attrs'])

interface Sidebar {
  /** Position of the page at `path`, whose front matter may give its position in a folder that is listed whole. */
  position(path: string, ownOrder: number | null): number | null
  /** Label that the sidebar gives the page, or null. */
  label(path: string, locale: Locale): string | null
  /** Place of a page that stands in a group of pages from elsewhere; null: its address tells. */
  navPath(path: string): string | null
  /** Whether the sidebar has other pages and not this one. */
  isAside(path: string): boolean
  /** Titles of folders, and of groups as if they were folders. */
  readonly folders: ReadonlyMap<string, FolderInfo>
}

type Fields = Readonly<Record<string, unknown>>

/** A page by its path, a folder that is listed whole, or a group. */
type Item =
  | { readonly kind: 'page' | 'folder'; readonly path: string; readonly fields: Fields }
  | { readonly kind: 'group'; readonly items: readonly Item[]; readonly fields: Fields }

/** Reads the sidebar of Starlight: pages by their slugs, groups, and folders whose pages it lists by itself. */
export function readStarlightSidebar(
  sidebar: unknown,
  languages: readonly SiteLanguage[],
  locales: ReadonlyMap<string, Locale | null>,
): Sidebar {
  const pages = new Map<string, { position: number; place: string | null; fields: Fields }>()
  /** Folders that are listed whole, with the group that has their pages. */
  const directories = new Map<string, { position: number; group: string }>()
  const folders = new Map<string, FolderInfo>()
  const groupPaths = createGroupPaths((path) => addresses.has(path))
  let visited = 0
  /** Whether no program makes a part of the sidebar. */
  let isWhole = sidebar !== UNKNOWN

  function place(item: Item, group: string): void {
    if (item.kind === 'group') {
      const own = text(item.fields['label'])
      const inner = own === null ? group : groupPaths.next(own, group, commonFolder(pathsOf(item)))
      if (own !== null) nameFolder(inner, item.fields)
      for (const each of item.items) place(each, inner)
    } else {
      const { fields, path } = item
      const position = pages.size + directories.size
      if (item.kind === 'folder') {
        if (!directories.has(path)) directories.set(path, { position, group })
      } else if (!pages.has(path)) {
        pages.set(path, { position, fields, place: groupPaths.page(path, group) })
      }
    }
  }

  function nameFolder(path: string, fields: Fields): void {
    for (const { name } of languages) {
      const locale = locales.get(name)
      const key = locale == null ? null : folderKey(locale, path)
      const title = locale == null ? null : labelFor(fields, locale)
      if (key !== null && title !== null && !folders.has(key)) folders.set(key, { title })
    }
  }

  function labelFor(fields: Fields, locale: Locale): string | null {
    const translations = record(fields['translations'])
    const lang = languages.find(({ name }) => locales.get(name) === locale)?.lang ?? locale
    return text(translations[lang]) ?? text(translations[lang.split('-')[0] as string]) ?? text(fields['label'])
  }

  function items(value: unknown, depth: number): Item[] {
    // One list may stand in many places.
    if (depth > DEPTH_LIMIT || ++visited > ITEM_LIMIT) return []
    const fields = record(value)
    isWhole &&= value !== UNKNOWN && [fields, record(fields['autogenerate'])].every(isListKnown)
    const target = text(value) ?? text(fields['slug']) ?? text(fields['link'])
    if (target !== null) {
      if (/^(?:[a-z]+:|\/\/)/i.test(target)) return []
      return [{ kind: 'page', path: joinAddress(target.replace(/[?#].*$/s, '')), fields }]
    }
    const directory = text(record(fields['autogenerate'])['directory'])
    const within = list(fields['items']).flatMap((each) => items(each, depth + 1))
    if (directory !== null) within.unshift({ kind: 'folder', path: joinAddress(directory), fields: {} })
    return [{ kind: 'group', items: within, fields }]
  }

  function directoryOf(path: string): { folder: string; position: number; group: string } | null {
    for (let folder = path; folder !== ''; folder = folderOf(folder)) {
      const found = directories.get(folder)
      if (found !== undefined) return { folder, ...found }
    }
    return null
  }

  const read = list(sidebar).flatMap((value) => items(value, 0))
  /** Addresses of the pages; those of folders that are listed whole end with a slash. */
  const addresses = new Set(read.flatMap(pathsOf))
  for (const item of read) place(item, '')
  return {
    folders,
    position(path, ownOrder) {
      const listed = pages.get(path) ?? directoryOf(path)
      if (listed !== null) return pages.has(path) ? listed.position : positionWithin(listed.position, ownOrder)
      // Without a sidebar of its own, the site lists everything, by the names of files where no page has a position.
      return pages.size + directories.size > 0 ? null : positionWithin(0, ownOrder)
    },
    label(path, locale) {
      const listed = pages.get(path)
      return listed === undefined ? null : labelFor(listed.fields, locale)
    },
    isAside(path) {
      const isListed = pages.has(path) || directoryOf(path) !== null
      return isWhole && path !== '' && !isListed && pages.size + directories.size > 0
    },
    navPath(path) {
      const listed = pages.get(path)
      if (listed !== undefined) return listed.place
      const directory = directoryOf(path)
      if (directory === null || directory.group === '' || directory.group === directory.folder) return null
      return joinAddress(directory.group, below(path, directory.folder) ?? lastSegment(path))
    },
  }
}

/** Whether no program tells which pages a part of the sidebar has. */
function isListKnown(part: Fields): boolean {
  return [...membersUnknown(part).keys()].every((name) => LOOKS.has(name))
}

/** Paths of the pages of a group; those of a folder that is listed whole lie below it. */
function pathsOf(item: Item): string[] {
  if (item.kind === 'group') return item.items.flatMap(pathsOf)
  return [item.kind === 'page' ? item.path : `${item.path}/`]
}
