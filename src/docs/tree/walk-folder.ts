import { AsyncLocalStorage } from 'node:async_hooks'
import { readdirSync, realpathSync, statSync, type Dirent } from 'node:fs'
import { join, sep } from 'node:path'
import { isHiddenPath } from './hidden-path.ts'
import { reasonOf } from '../../shared/reason.ts'

export interface WalkedFile {
  /** Path below the content directory, with `/`. */
  readonly file: string
  /** Path to open, with symbolic links resolved. */
  readonly realPath: string
  readonly sizeBytes: number
  /** Times of the file as a text that changes with them. */
  readonly modified: string
}

export interface WalkFault {
  readonly file: string
  /** The whole file or folder is meant. */
  readonly line: 1
  readonly code: 'unreadable' | 'symlink_outside' | 'symlink_loop' | 'too_many'
  readonly message: string
}

export interface WalkedFolder {
  /** Files in the order of their names, by code unit; a folder's files stay together. */
  readonly files: readonly WalkedFile[]
  readonly faults: readonly WalkFault[]
}

interface WalkOptions {
  /** Path of the folder below the content directory, which the names of its files begin with; `''`: it is that. */
  readonly name?: string
  /** Path of a folder out of which the one that is walked must not lead by a symbolic link. None is checked without it. */
  readonly within?: string
  /** Whether a file of this name matters. Faults of others are not reported. */
  readonly isFile: (name: string) => boolean
  /** Whether a folder, by its path below the one that is walked, is entered. All are without it. */
  readonly isFolder?: (relative: string) => boolean
  /** Names that begin with a dot and are not skipped. All are without it. */
  readonly shown?: ReadonlySet<string>
}

/** Maximum number of files. A larger tree is most likely not documentation; the rest is reported and left out. */
const FILE_LIMIT = 200_000
const DEPTH_LIMIT = 64

/** What walks have seen of folders and of other entries, by their paths. */
interface Seen {
  readonly folders: Map<string, readonly Dirent[]>
  readonly entries: Map<string, SeenEntry>
}

interface SeenEntry {
  readonly isFolder: boolean
  readonly isFile: boolean
  readonly sizeBytes: number
  readonly modified: string
}

const seenOnce = new AsyncLocalStorage<Seen>()

/** All walks of the functions that it is given see each folder and file as the first of them found it. */
export type OneWalk = <A extends unknown[], T>(work: (...values: A) => T) => (...values: A) => T

export function createWalk(): OneWalk {
  const seen: Seen = { folders: new Map(), entries: new Map() }
  return (work) =>
    (...values) =>
      seenOnce.run(seen, work, ...values)
}

function remembered<T>(seen: Map<string, T> | undefined, path: string, look: (path: string) => T): T {
  const known = seen?.get(path)
  if (known !== undefined) return known
  const found = look(path)
  seen?.set(path, found)
  return found
}

function lookInto(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function lookAt(path: string): SeenEntry {
  const stats = statSync(path)
  // The change time covers editors and copies that set the modification time back.
  const modified = `${stats.mtimeMs} ${stats.ctimeMs}`
  return { isFolder: stats.isDirectory(), isFile: stats.isFile(), sizeBytes: stats.size, modified }
}

/**
 * Lists files without reading them. Hidden names are skipped. Symbolic links are followed when they stay in the folder and
 * do not lie inside a linked one, so that links cannot multiply the tree.
 * @throws ContentFolderError when `folder` is not a readable folder
 */
export function walkFolder(
  folder: string,
  { name = '', within = folder, isFile, isFolder = () => true, shown }: WalkOptions,
): WalkedFolder {
  const root = realRoot(folder)
  const outer = realRoot(within)
  if (!(root + sep).startsWith(outer + sep) || isHiddenPath(root.slice(outer.length + 1)))
    throw new ContentFolderError(`${folder} leads out of its folder by a symbolic link, or is hidden`)
  const seen = seenOnce.getStore()
  const files: WalkedFile[] = []
  const faults: WalkFault[] = []
  let isFull = false

  function fault(file: string, code: WalkFault['code'], message: string): null {
    faults.push({ file, line: 1, code, message })
    return null
  }

  function entriesOf(path: string, file: string): readonly Dirent[] {
    try {
      return remembered(seen?.folders, path, lookInto).filter(
        ({ name }) => !name.startsWith('.') || shown?.has(name) === true,
      )
    } catch (error) {
      fault(file, 'unreadable', `the folder cannot be read: ${reasonOf(error)}`)
      return []
    }
  }

  /** Resolves an entry; null when it must not be read. */
  function resolve(entry: Dirent, path: string, file: string, inLinked: boolean): Resolved | null {
    const matters = isFile(entry.name)
    try {
      if (!entry.isSymbolicLink()) return { real: path, ...remembered(seen?.entries, path, lookAt) }
      const real = realpathSync(path)
      const found = remembered(seen?.entries, real, lookAt)
      if (!matters && !found.isFolder) return null
      if (!(real + sep).startsWith(root + sep)) {
        return fault(file, 'symlink_outside', 'the symbolic link leads out of the folder and is not read')
      }
      if (isHiddenPath(real.slice(root.length + 1))) {
        return fault(file, 'symlink_outside', 'the symbolic link leads to a hidden file or folder and is not read')
      }
      if (found.isFolder && (inLinked || (path + sep).startsWith(real + sep))) {
        const message = 'the symbolic link leads into its own folder, or stands in a linked one; not followed'
        return fault(file, 'symlink_loop', message)
      }
      return { real, ...found }
    } catch (error) {
      return matters ? fault(file, 'unreadable', reasonOf(error)) : null
    }
  }

  function visit(path: string, relative: string, inLinked: boolean, depth: number): void {
    const here = joined(name, relative)
    if (depth > DEPTH_LIMIT) return void fault(here, 'unreadable', `folders lie more than ${DEPTH_LIMIT} deep`)
    for (const entry of entriesOf(path, here)) {
      if (isFull) return
      if (!(entry.isDirectory() || entry.isSymbolicLink() || isFile(entry.name))) continue
      const below = joined(relative, entry.name)
      if (entry.isDirectory() && !isFolder(below)) continue
      const file = joined(name, below)
      const found = resolve(entry, join(path, entry.name), file, inLinked)
      if (found === null) continue
      if (found.isFolder) {
        if (isFolder(below)) visit(found.real, below, inLinked || entry.isSymbolicLink(), depth + 1)
      } else if (isFile(entry.name)) add(file, found)
    }
  }

  function add(file: string, { isFile, modified, real, sizeBytes }: Resolved): void {
    if (!isFile) return void fault(file, 'unreadable', 'this is not a regular file')
    if (files.length >= FILE_LIMIT) {
      isFull = true
      return void fault(file, 'too_many', `more than ${FILE_LIMIT} files; this one and what follows is left out`)
    }
    files.push({ file, realPath: real, sizeBytes, modified })
  }

  visit(root, '', false, 0)
  return { files, faults }
}

interface Resolved extends SeenEntry {
  readonly real: string
}

/** Joins a folder and a path in it, either of which may be `''`. */
export function joined(folder: string, name: string): string {
  return folder === '' ? name : name === '' ? folder : `${folder}/${name}`
}

/** A folder of content is not there, or cannot be read. The operator can mend it. */
export class ContentFolderError extends Error {
  override readonly name = 'ContentFolderError'

  constructor(problem: string, options?: ErrorOptions) {
    super(`The content cannot be read: ${problem}`, options)
  }
}

/**
 * The real path of a folder.
 * @throws ContentFolderError when it is not a folder
 */
export function realRoot(folder: string): string {
  try {
    const real = realpathSync(folder)
    if (statSync(real).isDirectory()) return real
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new ContentFolderError(isMissing ? `there is no folder ${folder}` : `${folder}: ${reasonOf(error)}`, {
      cause: error,
    })
  }
  throw new ContentFolderError(`${folder} is not a folder`)
}
