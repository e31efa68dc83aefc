import type { Locale } from '../../../../shared/locale.ts'
import { folderKey, type FolderInfo } from '../../source.ts'

/** A group or another part of the navigation that has a name. */
export interface NamedPart {
  /** Code of its language; null: the site has one language. */
  readonly language: string | null
  readonly name: string
  /** Paths of its pages, without extension. */
  readonly pages: readonly string[]
}

/** Folders that lie deeper have no names of their own. */
const DEPTH_LIMIT = 20

/**
 * Names folders by the parts of the navigation that have their pages, and no others. The outermost part names the outermost
 * folder, since sections are the outermost folders.
 *
 * @param parts each part behind those within it
 */
export function nameFolders(
  parts: readonly NamedPart[],
  pages: readonly string[],
  locales: ReadonlyMap<string, Locale | null>,
  rootLocale: Locale,
): ReadonlyMap<string, FolderInfo> {
  const counts = new Map<string, number>()
  for (const page of pages) for (const folder of foldersOf(page)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  const folders = new Map<string, FolderInfo>()
  for (const { language, name, pages: within } of parts.toReversed()) {
    const locale = language === null ? rootLocale : (locales.get(language) ?? null)
    if (locale === null) continue
    const own = new Set(within)
    for (const folder of commonFolders(own)) {
      if (counts.get(folder) !== own.size || folder === language) continue
      const isBelow = language !== null && folder.startsWith(`${language}/`)
      const key = folderKey(locale, isBelow ? folder.slice(language.length + 1) : folder)
      if (folders.has(key)) continue
      folders.set(key, { title: name })
      break
    }
  }
  return folders
}

/** The folders that all these pages lie in, the outermost first. */
function commonFolders(pages: ReadonlySet<string>): string[] {
  let common: string[] | null = null
  for (const page of pages) {
    const folders = new Set(foldersOf(page))
    common = common === null ? [...folders] : common.filter((folder) => folders.has(folder))
  }
  // A page alone is no folder, unless it is the index of one.
  const [first = ''] = pages
  return (common ?? []).filter((folder) => pages.size > 1 || folder !== first)
}

/** The folders of a page, the outermost first, with the one that it may be the page of. */
function foldersOf(page: string): string[] {
  const bare = page.replace(/(?:^|\/)index$/, '')
  const folders: string[] = []
  for (let end = bare.indexOf('/'); end > 0 && folders.length < DEPTH_LIMIT; end = bare.indexOf('/', end + 1)) {
    folders.push(bare.slice(0, end))
  }
  return bare === '' || folders.length === DEPTH_LIMIT ? folders : [...folders, bare]
}
