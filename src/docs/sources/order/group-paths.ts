import { createSlugger } from '../../slug.ts'
import { folderOf, isBelow, joinAddress } from '../addresses.ts'

/** Gives groups of a navigation their places, as if they were folders. No two have the same. */
export interface GroupPaths {
  /**
   * Place of a group within another, whose place is `around`.
   * @param folder where the group stands if no other does; `''`: its label names the place
   */
  next(label: string, around: string, folder: string): string
}

/** @param isTaken whether a place cannot be made of a label, since a page stands there */
export function createGroupPaths(isTaken: (path: string) => boolean = () => false): GroupPaths {
  const groups = new Set<string>()
  const sluggers = new Map<string, ReturnType<typeof createSlugger>>()
  return {
    next(label, around, folder) {
      const slugs = sluggers.get(around) ?? createSlugger('github')
      sluggers.set(around, slugs)
      const isWithin = folder !== '' && (around === '' || folder.startsWith(`${around}/`))
      const named = (): string => joinAddress(around, slugs.next(label) || 'group')
      // No folder without a name stands between a group and the one around it.
      const end = folder.indexOf('/', around === '' ? 0 : around.length + 1)
      let path = end < 0 ? folder : folder.slice(0, end)
      if (!isWithin || groups.has(path)) {
        do path = named()
        while (groups.has(path) || isTaken(path))
      }
      groups.add(path)
      return path
    },
  }
}

/** The innermost folder that has all the paths, or whose own page is one of them. Those of folders end with a slash. */
export function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths
  let folder = others.length === 0 || first.endsWith('/') ? folderOf(first) : first
  while (folder !== '' && !others.every((path) => isBelow(path, folder))) folder = folderOf(folder)
  return folder
}
