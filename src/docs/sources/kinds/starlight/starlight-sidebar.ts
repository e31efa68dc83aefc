import type { Locale } from '../../../../shared/locale.ts'
import { folderOf, joinAddress } from '../../addresses.ts'
import type { SiteLanguage } from '../../languages.ts'
import { folderKey, type FolderInfo } from '../../source.ts'
import { list, record, text } from '../../values.ts'

const ITEM_LIMIT = 100_000
const DEPTH_LIMIT = 50

interface Sidebar {
  /** Position of the page at `path`, whose front matter may give its position in a folder that is listed whole. */
  position(path: string, ownOrder: number | null): number | null
  readonly folders: ReadonlyMap<string, FolderInfo>
}

/** Reads the sidebar of Starlight: pages by their slugs, groups, and folders whose pages it lists by itself. */
export function readStarlightSidebar(
  sidebar: unknown,
  languages: readonly SiteLanguage[],
  locales: ReadonlyMap<string, Locale | null>,
): Sidebar {
  const positions = new Map<string, number>()
  /** Positions of folders that are listed whole. */
  const directories = new Map<string, number>()
  const folders = new Map<string, FolderInfo>()
  let next = 0
  let visited = 0

  function add(item: unknown, depth: number): string[] {
    // One list may stand in many places.
    if (depth > DEPTH_LIMIT || ++visited > ITEM_LIMIT) return []
    const { autogenerate, items, link, slug } = record(item)
    const target = text(item) ?? text(slug) ?? text(link)
    if (target !== null) {
      if (/^(?:[a-z]+:|\/\/)/i.test(target)) return []
      const path = joinAddress(target.replace(/[?#].*$/s, ''))
      if (!positions.has(path)) positions.set(path, next++)
      return [folderOf(path)]
    }
    const directory = text(record(autogenerate)['directory'])
    const within: string[] = []
    if (directory !== null) {
      const folder = joinAddress(directory)
      if (!directories.has(folder)) directories.set(folder, next++)
      within.push(folder)
    }
    for (const each of list(items)) for (const folder of add(each, depth + 1)) within.push(folder)
    nameFolder(record(item), within)
    return within
  }

  /** A group whose pages lie in one folder gives it its name. */
  function nameFolder({ label, translations }: Readonly<Record<string, unknown>>, within: readonly string[]): void {
    const folder = within[0]
    const own = text(label)
    if (own === null || folder === undefined || folder === '' || within.some((each) => each !== folder)) return
    for (const { lang, name } of languages) {
      const locale = locales.get(name)
      if (locale == null || folders.has(folderKey(locale, folder))) continue
      const translated = text(record(translations)[lang]) ?? text(record(translations)[lang.split('-')[0] as string])
      folders.set(folderKey(locale, folder), { title: translated ?? own })
    }
  }

  for (const item of list(sidebar)) add(item, 0)
  return {
    position(path, ownOrder) {
      const listed = positions.get(path)
      if (listed !== undefined) return listed
      for (let folder = path; folder !== ''; folder = folderOf(folder)) {
        const directory = directories.get(folder)
        if (directory !== undefined) return directory + fraction(ownOrder)
      }
      // Without a sidebar of its own, the site lists everything.
      return next > 0 || ownOrder === null ? null : fraction(ownOrder)
    },
    folders,
  }
}

/** A position among the pages of one folder, between 0 and 1: those without one come last. */
function fraction(order: number | null): number {
  return order === null ? 0.999 : 0.5 + Math.atan(order) / 4
}
