import type { Locale } from '../../../../shared/locale.ts'
import { append } from '../../../../shared/append.ts'
import { commonFolder, createGroupPaths, type GroupPaths } from '../../order/group-paths.ts'
import { folderKey, type FolderInfo } from '../../source.ts'

/** A page of the navigation, or a part with a name: a tab or a group, for example. */
export type Entry = ListedEntry | NamedPart

interface ListedEntry {
  /** Code of its language; null: the site has one language. */
  readonly language: string | null
  /** Path of its file without extension. */
  readonly page: string
  /** Whether the part around it leads to the page. */
  readonly isRoot: boolean
}

interface NamedPart {
  readonly language: string | null
  readonly name: string
  readonly entries: readonly Entry[]
}

interface PlacedParts {
  /** Place of a page in the navigation, by the path of its file; null: its address tells. */
  placeOf(page: string): string | null
  /** Titles of sections and groups. */
  folders(locales: ReadonlyMap<string, Locale | null>, rootLocale: Locale): ReadonlyMap<string, FolderInfo>
}

/** Makes sections and groups of the parts of a navigation. The outermost parts are sections, unless there is a single one. */
export function placeParts(entries: readonly Entry[]): PlacedParts {
  const places = new Map<string, string | null>()
  const titles: { readonly language: string | null; readonly place: string; readonly title: string }[] = []
  const byLanguage = new Map<string | null, Entry[]>()
  for (const entry of entries) append(byLanguage, entry.language, entry)
  const known = new Map<Entry, readonly string[]>()

  /** The first and the last path of an entry by their letters, which have the folder in common that all paths have. */
  function endsOf(entry: Entry): readonly string[] {
    if ('page' in entry) return [pathOf(entry)]
    const paths = known.get(entry) ?? ends(entry.entries.flatMap(endsOf))
    known.set(entry, paths)
    return paths
  }

  function place(entry: Entry, around: string, groupPaths: GroupPaths): void {
    if ('page' in entry) {
      if (!places.has(entry.page)) places.set(entry.page, placeIn(entry, around, groupPaths))
      return
    }
    const { language, name, entries: within } = entry
    const paths = endsOf(entry)
    if (paths.length === 0) return
    const own = groupPaths.next(name, around, commonFolder(paths))
    titles.push({ language, place: own, title: name })
    for (const each of within) place(each, own, groupPaths)
  }

  for (const written of byLanguage.values()) {
    // Translations of a group stand where the group does.
    const addresses = new Set(written.flatMap(addressesOf))
    const groupPaths = createGroupPaths((path) => addresses.has(path))
    let outermost: readonly Entry[] = written
    for (let [only] = written; outermost.length === 1 && only !== undefined && !('page' in only); [only] = outermost) {
      if (only.entries.some((each) => 'page' in each)) break
      outermost = only.entries
    }
    for (const entry of outermost) place(entry, '', groupPaths)
  }
  return {
    placeOf: (page) => places.get(page) ?? null,
    folders(locales, rootLocale) {
      const folders = new Map<string, FolderInfo>()
      for (const { language, place, title } of titles) {
        const locale = language === null ? rootLocale : (locales.get(language) ?? null)
        if (locale !== null) folders.set(folderKey(locale, place), { title })
      }
      return folders
    },
  }
}

function placeIn(entry: ListedEntry, group: string, groupPaths: GroupPaths): string | null {
  return entry.isRoot && group !== '' && !group.includes('/') ? group : groupPaths.page(pathOf(entry), group)
}

/** Address of a page, without its language. */
function pathOf({ language, page }: ListedEntry): string {
  const path = page.replace(/(?:^|\/)index$/, '')
  return language !== null && `${path}/`.startsWith(`${language}/`) ? path.slice(language.length + 1) : path
}

/** Addresses of pages that parts do not lead to, which stand where the parts do. */
function addressesOf(entry: Entry): string[] {
  if ('page' in entry) return entry.isRoot ? [] : [pathOf(entry)]
  return entry.entries.flatMap(addressesOf)
}

function ends(paths: readonly string[]): readonly string[] {
  const [only = ''] = paths
  if (paths.length < 2) return paths
  let [first, last] = [only, only]
  for (const path of paths) {
    if (`${path}/` < `${first}/`) first = path
    if (`${path}/` > `${last}/`) last = path
  }
  return [first, last]
}
