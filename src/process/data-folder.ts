// Access of other users to the files that Signpost writes.
import { closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { words } from '../shared/words.ts'

/** Permission bits that are removed: all of others, and with `group` the group's write permission. */
const FORBIDDEN = { owner: 0o077, group: 0o027 } as const

/** Folders that a service makes in `DATA_DIR`. One of them shows that the folder is its own. */
const OWN = words('analytics catalogues database database.new files generations keys run')
/** Folders that file systems and network storage make by themselves. */
const OF_FILE_SYSTEMS = words('lost+found .snapshot .snapshots .zfs .trashcan @eaDir #recycle')

/** `DATA_DIR` is a folder of somebody else, or its files are open to other users, and this user cannot change that. */
class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

export interface SecuredFolder {
  /** Number of files and folders that were open to others and no longer are. */
  readonly repaired: number
  /** Symbolic links in the folder. Their targets are left as they are. */
  readonly links: readonly string[]
}

/**
 * Closes to other users the files in `DATA_DIR`, and those that this process writes from now on. Permissions are
 * removed and never granted. A missing folder stays missing. It runs in the main thread, which alone can set the mask.
 *
 * @throws {DataFolderError} The folder is that of somebody else, or something in it is open to others and belongs to another
 *   user, or the disk is read-only.
 */
export function secureDataFolder({ dataDir, dataDirAccess }: Config): SecuredFolder {
  const forbidden = FORBIDDEN[dataDirAccess]
  process.umask(forbidden)
  const stranger = findStranger(dataDir)
  if (stranger !== null) {
    throw new DataFolderError(
      `DATA_DIR ${dataDir} has ${stranger} in it, which Signpost did not make, and would be closed to other users: name a folder inside it, which is then created`,
    )
  }
  const links: string[] = []
  let repaired = 0

  function secure(path: string, isRoot = false): void {
    // The folder itself may be a link that the operator has made.
    const entry = isRoot ? openFound(path, 0) : look(path)
    if (entry === null) return
    if (entry === 'link') {
      links.push(path)
      return
    }
    if (entry.isLoose) repaired += 1
    // The folder comes first, so that nobody else can replace its entries.
    if (entry.isFolder) for (const name of namesIn(path)) secure(join(path, name))
  }

  function namesIn(path: string): readonly string[] {
    try {
      return readdirSync(path)
    } catch (error) {
      if (isGone((error as NodeJS.ErrnoException).code)) return []
      throw error
    }
  }

  function look(path: string): Entry | 'link' | null {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return null
    if (stat.isSymbolicLink()) return 'link'
    if (!stat.isDirectory() && !stat.isFile()) return null
    const isLoose = (stat.mode & forbidden) !== 0
    return isLoose ? openFound(path, constants.O_NOFOLLOW) : { isFolder: stat.isDirectory(), isLoose }
  }

  /** Opens an entry by descriptor, so that the checked file is the one that changes. */
  function openFound(path: string, flags: number): Entry | null {
    let fd: number | null = null
    try {
      fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | flags)
      const stat = fstatSync(fd)
      const isLoose = (stat.mode & forbidden) !== 0
      if (isLoose && (stat.isDirectory() || stat.isFile())) fchmodSync(fd, stat.mode & 0o7777 & ~forbidden)
      return { isFolder: stat.isDirectory(), isLoose }
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (isGone(code)) return null
      throw new DataFolderError(refusal(path, code))
    } finally {
      if (fd !== null) closeSync(fd)
    }
  }

  secure(dataDir, true)
  return { repaired, links }
}

/** A folder in `DATA_DIR` by which it is that of somebody else, or null. Files refuse nothing: operators put some there. */
function findStranger(dataDir: string): string | null {
  let names: readonly string[]
  try {
    names = readdirSync(dataDir, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
  } catch {
    // It is missing, or the next steps report what it is.
    return null
  }
  // The root of the system has a folder `run` too.
  if (resolve(dataDir) !== '/' && names.some((name) => OWN.includes(name))) return null
  return names.find((name) => !OF_FILE_SYSTEMS.includes(name)) ?? null
}

/** Whether the folder has files or folders of something else alone. Hidden ones do not count. */
export function isForeignFolder(dataDir: string): boolean {
  try {
    const names = readdirSync(dataDir).filter((name) => !name.startsWith('.') && !OF_FILE_SYSTEMS.includes(name))
    return names.length > 0 && !names.some((name) => OWN.includes(name))
  } catch {
    return false
  }
}

/** Whether another process has removed the file or folder meanwhile, or it never existed. */
function isGone(code: string | undefined): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR'
}

interface Entry {
  readonly isFolder: boolean
  readonly isLoose: boolean
}

function refusal(path: string, code: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  const found =
    stat === undefined ? code : `${code}; owner ${stat.uid}, mode ${(stat.mode & 0o777).toString(8).padStart(4, '0')}`
  return (
    `other users of this machine can reach ${path}, and its mode cannot be changed (${found}): ` +
    `give DATA_DIR to the user of the service (chown -R), remove the permissions yourself (chmod -R go=), or name a folder inside it, which is then created`
  )
}
