import { folderOf, joinAddress, lastSegment } from '../../addresses.ts'

/** `2.name`, as Nuxt Content orders pages and folders. What is a version, such as `1.x` and `1.0`, has no such number. */
const NUMBERED = /^(\d{1,9})\.(?!x(?:\.|$)|[\d.]*$)(?=\D)/i

/** Numbers before the names of files and folders, which order them and are no part of addresses. */
export interface NumberedNames {
  /** A path without the numbers. Siblings that would have one name keep theirs. */
  readonly without: (path: string) => string
  /** The number before the last name of a path, or null. */
  readonly of: (path: string) => number | null
  /** Paths of all folders; empty if none of the names has a number. */
  readonly folders: readonly string[]
}

/** Numbers of a folder whose names have none. */
export const NO_NUMBERS: NumberedNames = { without: (path) => path, of: () => null, folders: [] }

/** @param paths those of all files, without their extensions */
export function numberedNames(paths: ReadonlySet<string>): NumberedNames {
  /** Paths of files and folders, by what they are without the number of the last name. */
  const first = new Map<string, string>()
  const seen = new Set<string>()
  const doubled = new Set<string>()
  const folders = new Set<string>()
  let isNumbered = false
  for (const path of paths) {
    for (let at = path; at !== ''; at = folderOf(at)) {
      if (at !== path) folders.add(at)
      if (seen.has(at)) break
      seen.add(at)
      const bare = withoutLast(at)
      isNumbered ||= bare !== at
      const other = first.get(bare)
      if (other === undefined) first.set(bare, at)
      else doubled.add(other).add(at)
    }
  }
  if (!isNumbered) return NO_NUMBERS
  const without = (path: string): string =>
    path === '' ? '' : joinAddress(without(folderOf(path)), lastSegment(doubled.has(path) ? path : withoutLast(path)))
  return { without, of: numberOf, folders: [...folders] }
}

function withoutLast(path: string): string {
  return joinAddress(folderOf(path), lastSegment(path).replace(NUMBERED, ''))
}

function numberOf(path: string): number | null {
  const [, number] = NUMBERED.exec(lastSegment(path)) ?? []
  return number === undefined ? null : Number(number)
}
