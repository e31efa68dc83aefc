import { createSlugger } from '../../slug.ts'
import { folderOf, joinAddress } from '../../addresses.ts'

/** Gives groups of a navigation, and their pages, their places as if groups were folders. No two groups or pages have the same. */
export interface GroupPaths {
  /**
   * Place of a group within another, whose place is `around`.
   * @param folder where the group stands if no other does; `''`: its label names the place
   */
  next(label: string, around: string, folder: string): string
  /** Place of a page in a group, whose place is `group`; null: its address tells. It is asked once for a page. */
  page(path: string, group: string): string | null
}

/** @param isTaken whether nothing else can have a place, since a page stands there by its address */
export function createGroupPaths(isTaken: (path: string) => boolean = () => false): GroupPaths {
  /** Places of groups, and of pages in groups from elsewhere. */
  const taken = new Set<string>()
  const sluggers = new Map<string, ReturnType<typeof createSlugger>>()
  /** Places of pages, each with the number of its last suffix. */
  const pages = new Map<string, number>()
  return {
    next(label, around, folder) {
      const slugs = sluggers.get(around) ?? createSlugger('github')
      sluggers.set(around, slugs)
      const isWithin = folder !== '' && (around === '' || folder.startsWith(`${around}/`))
      const named = (): string => joinAddress(around, slugs.next(label) || 'group')
      // No folder without a name stands between a group and the one around it.
      const end = folder.indexOf('/', around === '' ? 0 : around.length + 1)
      let path = end < 0 ? folder : folder.slice(0, end)
      // A page in a folder around those of the group is not its own page.
      if (!isWithin || taken.has(path) || (path !== folder && isTaken(path))) {
        do path = named()
        while (taken.has(path) || isTaken(path))
      }
      taken.add(path)
      return path
    },
    page(path, group) {
      // A page at the place of a group gives it its title, unless the group is a section.
      const isOwn = path === group && !group.includes('/')
      const isAtHome = group === '' || isOwn || folderOf(path) === group
      const wanted = isAtHome ? path : joinAddress(group, path.replaceAll('/', '-'))
      let suffix = pages.get(wanted) ?? 0
      let place = wanted
      while (pages.has(place) || (place !== path && (taken.has(place) || isTaken(place))))
        place = `${wanted}-${++suffix}`
      pages.set(place, 0).set(wanted, suffix)
      if (place === path) return null
      taken.add(place)
      return place
    },
  }
}

/** The innermost folder that has all the paths, or whose own page is one of them. Those of folders end with a slash. */
export function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths
  return paths.length < 2 ? folderOf(first) : commonPath(paths)
}

/** The longest path that all of some paths are at or below. */
export function commonPath(paths: readonly string[]): string {
  const [first = '', ...others] = paths
  const start = asFolder(first)
  let length = start.length
  for (const path of others.map(asFolder)) {
    let end = 0
    while (end < length && start[end] === path[end]) end++
    length = end
  }
  return folderOf(start.slice(0, length))
}

function asFolder(path: string): string {
  return path.endsWith('/') ? path : `${path}/`
}
