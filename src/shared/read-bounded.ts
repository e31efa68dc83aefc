import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { UnusableFileError } from './unusable-file-error.ts'

/** A pipe without a writer must not keep the thread. */
const QUICK = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * Reads a whole file whose size is bounded, even if it grows meanwhile.
 * @param flags how it is opened, as in `openSync`
 * @throws {UnusableFileError} when it is larger than `limitBytes`, no regular file, or cannot be read
 */
export function readBounded(path: string, limitBytes: number, flags = QUICK): Buffer {
  let fd: number | null = null
  try {
    fd = openSync(path, flags)
    const stats = fstatSync(fd)
    if (!stats.isFile()) throw new UnusableFileError('it is no regular file')
    const { size } = stats
    if (size > limitBytes) throw new UnusableFileError(`it is larger than ${limitBytes} bytes`)
    const bytes = Buffer.allocUnsafeSlow(size)
    let length = 0
    while (length < size) {
      const count = readSync(fd, bytes, length, size - length, length)
      if (count === 0) break
      length += count
    }
    return bytes.subarray(0, length)
  } catch (error) {
    if (error instanceof UnusableFileError) throw error
    throw new UnusableFileError(`it cannot be read: ${(error as Error).message}`)
  } finally {
    if (fd !== null) closeSync(fd)
  }
}
