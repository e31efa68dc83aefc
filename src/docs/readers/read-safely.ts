import type { ContentFault } from '../model/content-fault.ts'

/**
 * Runs a reader on one file. A reader that fails on a file of an unforeseen form must not cost the pages of all others. What
 * fails for another reason than its own code, such as a full disk, ends the reading as before.
 *
 * @returns null: the reader failed, which is among `faults` now
 */
export function readSafely<T>(
  read: () => T,
  file: string,
  faults: Pick<ContentFault, 'file' | 'line' | 'code' | 'message'>[],
): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    const [, place] = /((?<![\w./-])[\w./-]+\.[jt]s:\d+)/.exec(error.stack ?? '') ?? []
    const message = `the reader of Signpost fails on this file: ${error.message}${place === undefined ? '' : `, at ${place}`}`
    faults.push({ file, line: 1, code: 'failed_reader', message })
    return null
  }
}
