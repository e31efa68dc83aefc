import { readBounded } from '../../shared/read-bounded.ts'
import { UnusableFileError } from '../../shared/unusable-file-error.ts'
import type { SourceFile } from './source-icon.ts'

/** Size of a JSON file of `content/icons`. */
const CONTENT_LIMIT_BYTES = 2 * 1_048_576

export interface FileText {
  readonly bytes: Uint8Array
  readonly text: string
}

/**
 * Reads a whole file of UTF-8. A byte order mark stays in `bytes` and is omitted from `text`.
 * @throws {UnusableFileError} when it is larger than `limitBytes`, cannot be read, or is not UTF-8
 */
export function readSourceFile(source: SourceFile, limitBytes: number): FileText {
  const bytes = source.text !== undefined ? Buffer.from(source.text, 'utf8') : readBounded(source.path, limitBytes)
  if (bytes.length > limitBytes) throw new UnusableFileError(`it is larger than ${limitBytes} bytes`)
  try {
    return { bytes, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    throw new UnusableFileError('it is not UTF-8')
  }
}

/**
 * Reads a JSON file of `content/icons`.
 * @throws {UnusableFileError} when it is too large or cannot be read
 * @throws {SyntaxError} when it is not JSON
 */
export function readContentJson(path: string): unknown {
  return JSON.parse(readBounded(path, CONTENT_LIMIT_BYTES).toString('utf8'))
}
