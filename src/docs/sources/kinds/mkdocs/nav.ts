import { folderOf, joinAddress } from '../../../addresses.ts'
import { commonPath } from '../../order/group-paths.ts'
import type { FolderInfo } from '../../source.ts'
import { list, record } from '../../values.ts'

/** What `nav` says of the files of a site, by their paths below `docs_dir`. */
export interface MkDocsNav {
  readonly positions: ReadonlyMap<string, number>
  readonly titles: ReadonlyMap<string, string>
  /** Titles and positions of folders whose pages make a section. One without a name has the title of its first page. */
  readonly sections: ReadonlyMap<string, Required<FolderInfo>>
}

const ITEM_LIMIT = 200_000
const DEPTH_LIMIT = 50

export function readNav(nav: unknown): MkDocsNav {
  const positions = new Map<string, number>()
  const titles = new Map<string, string>()
  const sections = new Map<string, Required<FolderInfo>>()
  let visited = 0

  /** @returns the paths of the pages of an item */
  function add(item: unknown, title: string | null, depth: number): string[] {
    if (depth > DEPTH_LIMIT || ++visited > ITEM_LIMIT) return []
    if (typeof item === 'string') {
      if (/^[a-z]+:/i.test(item)) return []
      const path = joinAddress(item)
      if (!positions.has(path)) positions.set(path, positions.size)
      if (title && !titles.has(path)) titles.set(path, title)
      return [path]
    }
    if (Array.isArray(item)) {
      const paths = list(item).flatMap((each) => add(each, null, depth + 1))
      if (title !== null) addSection(title, paths)
      return paths
    }
    return Object.entries(record(item)).flatMap(([name, value]) => add(value, name, depth + 1))
  }

  /** A section whose pages all lie in a folder of their own gives it its title. */
  function addSection(title: string, paths: readonly string[]): void {
    const folder = commonPath(paths.map(folderOf))
    if (folder === '' || sections.has(folder)) return
    sections.set(folder, {
      title: title || undefined,
      order: Math.min(...paths.slice(0, 1000).map((path) => positions.get(path) ?? 0)),
    })
  }

  add(nav, null, 0)
  return { positions, titles, sections }
}
