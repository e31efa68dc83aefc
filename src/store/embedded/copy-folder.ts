import { constants, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findCopyFault } from './disk-room.ts'

/**
 * Copies the files of a database between two statements. What was acknowledged is in them, as after a power failure. File systems
 * that can share blocks of files share them.
 *
 * @throws {Error} There is no room. Nothing of the copy is left.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  rmSync(dirname(to), { recursive: true, force: true })
  const fault = findCopyFault(from, bytesIn(from))
  if (fault !== null) throw new Error(fault)
  mkdirSync(dirname(to), { recursive: true })
  try {
    await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
  } catch (error) {
    rmSync(dirname(to), { recursive: true, force: true })
    throw error
  }
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  )
}
