import { constants, realpathSync } from 'node:fs'
import { readBounded } from '../../shared/read-bounded.ts'
import { UnusableFileError } from '../../shared/unusable-file-error.ts'
import { reasonOf } from '../../shared/reason.ts'
import type { WalkedFile } from './walk-folder.ts'

/** How a file of the content is opened: links are resolved by now, and a pipe must not keep the thread. */
export const OPEN_WALKED = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Reads a file of the content. It may have changed since it was listed: a link that took its place is not followed, and
 * it is read up to the limit alone.
 * @throws {UnusableFileError} when it is larger than `limitBytes`, no regular file, or cannot be read
 */
export function readWalked({ realPath }: Pick<WalkedFile, 'realPath'>, limitBytes: number): Buffer {
  if (realPathOf(realPath) !== realPath) throw new UnusableFileError('a symbolic link has taken its place meanwhile')
  return readBounded(realPath, limitBytes, OPEN_WALKED)
}

function realPathOf(path: string): string {
  try {
    // The one of the system takes a fifth of the time of the one in JavaScript.
    return realpathSync.native(path)
  } catch (error) {
    throw new UnusableFileError(`it cannot be read: ${reasonOf(error)}`)
  }
}
