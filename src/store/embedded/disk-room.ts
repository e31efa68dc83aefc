import { accessSync, constants, statfsSync } from 'node:fs'
import { reasonOf } from '../../shared/reason.ts'

const BYTES_PER_MIB = 1024 * 1024

/**
 * Space that writers to the database leave free. PostgreSQL gives up altogether when its log cannot grow by a file of
 * 16 MiB or a checkpoint cannot be written. A refused statement is harmless.
 */
const RESERVE_BYTES = 32 * BYTES_PER_MIB
/** Space that a checkpoint may need. It mostly writes over what is there, and then gives space of the log back. */
const CHECKPOINT_BYTES = 8 * BYTES_PER_MIB
/** Additional size of an empty database. */
const EMPTY_BYTES = 40 * BYTES_PER_MIB

/** Reason why the database in a folder must not be written now, or null. Each call asks the system, which takes microseconds. */
export function findDiskFault(folder: string, neededBytes = RESERVE_BYTES): string | null {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize >= neededBytes) return null
    const [free, needed] = [bavail * bsize, neededBytes].map((bytes) => Math.floor(bytes / BYTES_PER_MIB))
    return `${folder} has ${free} MiB free, and the embedded database needs ${needed}`
  } catch (error) {
    return `${folder} cannot be written: ${reasonOf(error)}`
  }
}

/** Reason why a new database cannot be created in a folder, or null. */
export function findRoomFault(folder: string): string | null {
  return findDiskFault(folder, RESERVE_BYTES + EMPTY_BYTES)
}

/** Reason why no copy of that size can be made in a folder that goes on being written, or null. */
export function findCopyFault(folder: string, bytes: number): string | null {
  return findDiskFault(folder, RESERVE_BYTES + bytes)
}

/** Reason why no checkpoint can be made in a folder, or null. */
export function findCheckpointFault(folder: string): string | null {
  return findDiskFault(folder, CHECKPOINT_BYTES)
}
