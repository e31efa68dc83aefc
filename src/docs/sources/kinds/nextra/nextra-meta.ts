import type { Locale } from '../../../../shared/locale.ts'
import { below, folderOf, isMarkdown, joinAddress } from '../../../addresses.ts'
import { readConfigModule } from '../../config/config-module.ts'
import { logicalFile } from '../../logical-file.ts'
import { folderKey, type FolderInfo, type SourceFolder } from '../../source.ts'
import { record, text } from '../../values.ts'

/** A folder with pages. */
export interface NextraRoot {
  /** Path below the content directory. */
  readonly dir: string
  /** Beginning of its addresses. */
  readonly route: string
  /** Whether it is that of the app router, in which pages are called `page.mdx`. */
  readonly isApp: boolean
  /** Whether each language has a folder in it. */
  readonly inFolders: boolean
}

interface Naming {
  readonly isLanguage: (name: string) => boolean
  readonly localeOf: (language: string | null) => Locale | null
}

interface NextraMeta {
  /** Position and title of a page by its path in a root. */
  infoOf(
    root: NextraRoot,
    path: string,
    locale: Locale,
  ): { readonly order: number | null; readonly title: string | null }
  readonly folders: ReadonlyMap<string, FolderInfo>
}

const META = /(?:^|\/)_meta(?:\.global|\.[\w-]+)?\.(?:json|[jt]sx?|[cm][jt]s)$/
const DEPTH_LIMIT = 50
const ENTRY_LIMIT = 100_000

/** Reads the `_meta` files of the site: the order of pages and folders, and their titles. Nothing of them is run. */
export function readNextraMeta(
  roots: readonly NextraRoot[],
  folder: SourceFolder,
  { isLanguage, localeOf }: Naming,
): NextraMeta {
  /** Positions of names, by folder; that of all languages is the first one's. */
  const positions = new Map<string, Map<string, number>>()
  const titles = new Map<string, string>()
  const folders = new Map<string, FolderInfo>()
  let entries = 0

  function add(root: NextraRoot, within: string, meta: unknown, locale: Locale | null, depth: number): void {
    const key = joinAddress(root.dir, within)
    let names = positions.get(key)
    if (names === undefined) positions.set(key, (names = new Map()))
    for (const [name, value] of Object.entries(record(meta))) {
      if (name === '*' || ++entries > ENTRY_LIMIT) continue
      if (!names.has(name)) names.set(name, names.size)
      const path = joinAddress(within, name)
      const title = text(value) ?? text(record(value)['title'])
      if (title !== null && locale !== null) {
        const info = folderKey(locale, joinAddress(root.route, path))
        if (!titles.has(info)) titles.set(info, title)
        if (!folders.has(info)) folders.set(info, { title })
      }
      const { items } = record(value)
      if (items !== undefined && root.isApp && depth < DEPTH_LIMIT) add(root, path, items, locale, depth + 1)
    }
  }

  const pages: { root: NextraRoot; path: string }[] = []
  for (const file of folder.files.keys()) {
    const root = roots.find(({ dir }) => below(file, dir) !== null)
    const relative = root === undefined ? null : below(file, root.dir)
    if (root === undefined || relative === null) continue
    const { language, path } = logicalFile(relative, { inFolders: root.inFolders, isLanguage })
    if (META.test(relative))
      add(root, folderOf(path), readConfigModule(file, folder.readText)['default'], localeOf(language), 0)
    else if (isMarkdown(relative)) pages.push({ root, path: root.isApp ? joinAddress(folderOf(path), 'index') : path })
  }

  const ranks = rank(pages, positions)
  return {
    infoOf: (root, path, locale) => ({
      order: positions.size === 0 ? null : (ranks.get(joinAddress(root.dir, path)) ?? null),
      title: titles.get(folderKey(locale, joinAddress(root.route, path))) ?? null,
    }),
    folders,
  }
}

/** Ranks of pages, by root and path: each folder in the order of its `_meta`, what that does not name after it. */
function rank(
  pages: readonly { readonly root: NextraRoot; readonly path: string }[],
  positions: ReadonlyMap<string, ReadonlyMap<string, number>>,
): ReadonlyMap<string, number> {
  const keyed = new Map(
    pages.map(({ path, root }) => {
      const segments = path.split('/')
      const key = segments.map((name, at) => {
        const within = positions.get(joinAddress(root.dir, segments.slice(0, at).join('/')))
        return within?.get(name) ?? (name === 'index' ? -1 : Number.POSITIVE_INFINITY)
      })
      return [joinAddress(root.dir, path), key] as const
    }),
  )
  const sorted = [...keyed].sort(([aPath, a], [bPath, b]) => {
    for (let at = 0; at < Math.min(a.length, b.length); at++) {
      const [left, right] = [a[at] as number, b[at] as number]
      if (left !== right) return left < right ? -1 : 1
      const [leftName, rightName] = [aPath.split('/')[at], bPath.split('/')[at]]
      if (left === Number.POSITIVE_INFINITY && leftName !== rightName) break
    }
    return aPath < bPath ? -1 : 1
  })
  return new Map(sorted.map(([path], at) => [path, at]))
}
