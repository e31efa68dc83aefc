import { folderOf, isBelow, joinAddress } from '../../../addresses.ts'
import { UNKNOWN } from '../../config/config-values.ts'
import { commonFolder, createGroupPaths } from '../../order/group-paths.ts'
import { readSidebars, type Item, type SidebarSite } from './sidebar-items.ts'
import { sectionTitle, type HeaderLink } from './section-title.ts'

/** Where the sidebars of a language have a page. */
export interface SidebarPlace {
  /** Position in reading order; null: the sidebars do not name the page. */
  readonly order: number | null
  readonly title: string | null
  readonly navPath: string | null
  /** Whether the theme shows the page in no sidebar. */
  readonly aside: boolean
}

export interface Sidebar {
  /** Null: the language has no sidebar that can be read. */
  place(path: string): SidebarPlace | null
  /** Whether the configuration has sidebars that name no page. */
  readonly isEmpty: boolean
  /** Titles of sections and groups, by their places. */
  readonly titles: ReadonlyMap<string, string>
}

const NOWHERE: SidebarPlace = { order: null, title: null, navPath: null, aside: true }

/**
 * Makes sections and groups of the sidebars of a language. A sidebar whose pages have a folder in common is a section if there are
 * others. The groups of any other sidebar are sections.
 *
 * @param sidebar `themeConfig.sidebar`: a list, or lists by the beginnings of addresses
 * @param header links of the header, which name sections and tell their order
 */
export function createSidebar(sidebar: unknown, header: readonly HeaderLink[], site: SidebarSite): Sidebar {
  const read = readSidebars(sidebar, site)
  const { sidebars } = read
  const places = new Map<string, SidebarPlace>()
  const titles = new Map<string, string>()
  const groupPaths = createGroupPaths((path) => site.pages.has(path))
  /** The item that shows each page: that of its own sidebar before those of others. */
  const owners = new Map<string, Item>()
  for (const isOwn of [true, false]) {
    for (const each of sidebars) visit(each.items, (item) => own(item, isOwn ? each : null))
  }

  function own(item: Item, within: (typeof sidebars)[number] | null): void {
    const { path } = item
    if (path === null || path === '' || owners.has(path)) return
    if (within === null || read.sidebarOf(path) === within) owners.set(path, item)
  }

  const ownPath = (item: Item): string | null => {
    return item.path !== null && owners.get(item.path) === item ? item.path : null
  }

  function pathsOf(items: readonly Item[]): string[] {
    const paths: string[] = []
    visit(items, (item) => {
      const path = ownPath(item)
      if (path !== null) paths.push(path)
    })
    return paths
  }

  function put(path: string, { title }: Item, navPath: string): void {
    places.set(path, { order: places.size, title, navPath: navPath === path ? null : navPath, aside: false })
  }

  /** The folder of the pages of a group, if the group can stand there; `''`: it cannot. */
  function folderOfGroup(around: string, paths: readonly string[]): string {
    const folder = commonFolder(paths)
    const isOther = site.pages.has(folder) && !paths.includes(folder)
    // A section has a name of one segment.
    return isOther || (around === '' && folder.includes('/')) ? '' : folder
  }

  function add(item: Item, around: string): void {
    const path = ownPath(item)
    const below = pathsOf(item.items)
    if (below.length === 0) {
      if (path !== null) put(path, item, folderOf(path) === around ? path : flat(around, path))
      return
    }
    const { title } = item
    if (title === null && path === null) return item.items.forEach((each) => add(each, around))
    const isAtHome = path !== null && folderOf(path) === around
    const group = isAtHome
      ? path
      : groupPaths.next(title ?? '', around, path === null ? folderOfGroup(around, below) : '')
    if (title !== null) titles.set(group, title)
    if (path !== null) put(path, item, group)
    for (const each of item.items) add(each, group)
  }

  function addSection(items: readonly Item[], folder: string): void {
    const [only] = items
    const named = sectionTitle(folder, header)
    const isOnlyGroup = only !== undefined && items.length === 1 && only.path === null && only.title !== null
    const isSame = isOnlyGroup && (named === null || named === only.title)
    const title = isSame ? only.title : (named ?? owners.get(folder)?.title ?? null)
    const section = groupPaths.next(title ?? folder, '', folder.includes('/') ? '' : folder)
    if (title !== null) titles.set(section, title)
    for (const item of isSame ? only.items : items) add(item, section)
  }

  const shown = sidebars.flatMap(({ items }) => {
    const paths = pathsOf(items)
    return paths.length === 0 ? [] : [{ items, folder: commonFolder(paths), paths: new Set(paths) }]
  })
  const turn = ({ folder, paths }: (typeof shown)[number]): number => {
    const leadsTo = (link: string): boolean => paths.has(link) || (folder !== '' && isBelow(link, folder))
    const at = header.findIndex(({ links }) => links.some(leadsTo))
    return at < 0 ? header.length : at
  }
  for (const { folder, items } of shown.toSorted((a, b) => turn(a) - turn(b))) {
    if (shown.length > 1 && folder !== '') addSection(items, folder)
    else for (const item of items) add(item, '')
  }
  return {
    titles,
    isEmpty: places.size === 0 && sidebar !== undefined && sidebar !== false && sidebar !== UNKNOWN,
    place(path) {
      if (places.size === 0) return null
      const isRead = read.sidebarOf(path)?.isWhole !== false
      return places.get(path) ?? (isRead && path !== '' ? NOWHERE : null)
    },
  }
}

/** A place of a page of another folder, which no other page has. */
function flat(around: string, path: string): string {
  return joinAddress(around, path.replaceAll('/', '-'))
}

function visit(items: readonly Item[], each: (item: Item) => void): void {
  for (const item of items) {
    each(item)
    visit(item.items, each)
  }
}
