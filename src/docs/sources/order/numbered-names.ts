import { folderOf } from '../addresses.ts'

/** `2.name`, as Nuxt Content orders pages and folders. A number with a digit behind the full stop is part of a name. */
const NUMBERED = /^(\d{1,9})\.(?=\D)/

/** Numbers before the names of files and folders, which order them and are no part of addresses. */
export interface NumberedNames {
  /** A path without the numbers, unless two files would then have the same. */
  readonly without: (path: string) => string
  /** The number before the last name of a path; null: it has none. */
  readonly of: (path: string) => number | null
  /** Paths of all folders; empty: none of the names has a number. */
  readonly folders: readonly string[]
}

/** @param paths those of all files, without their extensions */
export function numberedNames(paths: ReadonlySet<string>): NumberedNames {
  const bare = (path: string): string => path.replace(/[^/]+/g, (name) => name.replace(NUMBERED, ''))
  const of = (path: string): number | null => {
    const [, number] = NUMBERED.exec(path.slice(path.lastIndexOf('/') + 1)) ?? []
    return number === undefined ? null : Number(number)
  }
  const first = new Map<string, string>()
  const doubled = new Set<string>()
  const folders = new Set<string>()
  let isNumbered = false
  for (const path of paths) {
    const name = bare(path)
    isNumbered ||= name !== path
    if (first.has(name)) doubled.add(name)
    else first.set(name, path)
    for (let folder = folderOf(path); folder !== '' && !folders.has(folder); folder = folderOf(folder))
      folders.add(folder)
  }
  return {
    without: (path) => (doubled.has(bare(path)) ? path : bare(path)),
    of,
    folders: isNumbered ? [...folders] : [],
  }
}
