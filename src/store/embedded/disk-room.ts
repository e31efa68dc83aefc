import { accessSync, constants, statfsSync } from 'node:fs'

const BYTES_PER_MIB = 1024 * 1024

/**
 * Left free by whoever writes to the database. PostgreSQL gives up altogether where its log cannot grow by a file of 16 MiB, or
 * a checkpoint cannot be written; a statement that is refused harms nobody.
 */
const RESERVE_BYTES = 32 * BYTES_PER_MIB
/** What an empty database takes, besides. */
const EMPTY_BYTES = 40 * BYTES_PER_MIB

/** Why nothing may be written to the database in a folder now; null: it may. Asks the system each time, which takes microseconds. */
export function findDiskFault(folder: string, neededBytes = RESERVE_BYTES): string | null {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize >= neededBytes) return null
    const [free, needed] = [bavail * bsize, neededBytes].map((bytes) => Math.floor(bytes / BYTES_PER_MIB))
    return `${folder} has ${free} MiB free, and the embedded database needs ${needed}`
  } catch (error) {
    return `${folder} cannot be written: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** The same for a database that is yet to be made. */
export function findRoomFault(folder: string): string | null {
  return findDiskFault(folder, RESERVE_BYTES + EMPTY_BYTES)
}
