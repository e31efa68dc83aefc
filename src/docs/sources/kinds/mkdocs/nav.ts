import { folderOf, joinAddress } from '../../../addresses.ts'
import { commonFolder, createGroupPaths } from '../../order/group-paths.ts'
import { list, record } from '../../values.ts'

/** Where `nav` has a page. */
export interface NavPlace {
  /** Position in reading order. */
  readonly order: number
  readonly title: string | null
  /** Place in the navigation as if its groups were folders; null: its address tells. */
  readonly navPath: string | null
}

export interface MkDocsNav {
  /** Places of pages by the paths of their files below `docs_dir`. A page that stands in `nav` twice has the first place. */
  readonly places: ReadonlyMap<string, NavPlace>
  /** Titles of groups by their places. */
  readonly titles: ReadonlyMap<string, string>
}

interface Group {
  /** `''`: the group has the title of the page of its folder. */
  readonly title: string
  readonly items: readonly Item[]
}

type Item = Group | { readonly title: string | null; readonly file: string }

const ITEM_LIMIT = 200_000
const DEPTH_LIMIT = 50

/**
 * Reads `nav` as the tree that it is: its outermost groups and pages are sections, wherever the files lie.
 * @param siteOf site path of a file
 */
export function readNav(nav: unknown, siteOf: (file: string) => string): MkDocsNav {
  const places = new Map<string, NavPlace>()
  const titles = new Map<string, string>()
  let visited = 0

  function itemsOf(item: unknown, title: string | null, depth: number): Item[] {
    if (depth > DEPTH_LIMIT || ++visited > ITEM_LIMIT) return []
    if (typeof item === 'string') return /^[a-z]+:/i.test(item) ? [] : [{ title, file: joinAddress(item) }]
    if (!Array.isArray(item))
      return Object.entries(record(item)).flatMap(([name, value]) => itemsOf(value, name, depth + 1))
    const items = list(item).flatMap((each) => itemsOf(each, null, depth + 1))
    return title === null || items.length === 0 ? items : [{ title, items }]
  }

  const read = itemsOf(nav, null, 0)
  const groupPaths = createGroupPaths((path) => pages.has(path))
  const pages = new Set(read.flatMap(filesOf).map(siteOf))

  function place(item: Item, around: string): void {
    if ('items' in item) {
      const group = groupPaths.next(item.title, around, commonFolder(filesOf(item).map(siteOf)))
      if (item.title !== '') titles.set(group, item.title)
      for (const each of item.items) place(each, group)
    } else if (!places.has(item.file)) {
      const path = siteOf(item.file)
      // A page beside the groups is a section, and stands in none that has the name of its folder.
      const own = around === '' && folderOf(path) !== '' ? path.replaceAll('/', '-') : path
      const navPath = own === path ? groupPaths.page(path, around) : groupPaths.page(own, own)
      places.set(item.file, {
        order: places.size,
        title: item.title || null,
        navPath: navPath ?? (own === path ? null : own),
      })
    }
  }

  for (const item of read) place(item, '')
  return { places, titles }
}

function filesOf(item: Item): string[] {
  return 'items' in item ? item.items.flatMap(filesOf) : [item.file]
}
