import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readWalked } from '../tree/read-walked.ts'
import { readDrawing } from '../../svg/read-drawing.ts'
import { fileType } from './file-types.ts'
import { UnusableFileError } from '../../shared/unusable-file-error.ts'
import { imageSize } from './image-size.ts'
import type { Size } from './size.ts'
import type { WalkedFile } from '../tree/walk-folder.ts'

/** Facts of a file as it is served. */
export interface ServedFile {
  /** Beginning of the SHA-256 of the served bytes, in hexadecimal digits. */
  readonly hash: string
  readonly sizeBytes: number
  /** Size in pixels of an image; null if it is no image, or its size is unknown. */
  readonly width: number | null
  readonly height: number | null
}

/** A file to which pages lead, under its name. */
export interface PlacedFile extends ServedFile {
  readonly name: string
}

/** Largest file beside pages. */
export const FILE_LIMIT_BYTES = 16 * 1_048_576

/** Digits of a hash in an address: 128 bits, so that nobody can make two files with one. */
const HASH_DIGITS = 32

/** Hash of the bytes of a file, as its address has it. */
export function fileHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, HASH_DIGITS)
}

/**
 * Reads a file and makes of it what is served: an SVG file is written anew, all others stay as they are.
 * @throws {UnusableFileError} when it cannot be read, is too large, is not SVG in spite of its name, or is not text where
 *   its type is not one that is served
 */
export function serveFile(file: WalkedFile): { readonly served: ServedFile; readonly bytes: Uint8Array } {
  const source = readWalked(file, FILE_LIMIT_BYTES)
  const type = fileType(file.file)
  if (type === null && !isUtf8(source)) throw new UnusableFileError('it is no text, and no type that is served')
  if (type?.mediaType !== 'image/svg+xml') return { served: facts(source, imageSize(source)), bytes: source }
  const { size, text } = readDrawing(source)
  const bytes = Buffer.from(text)
  return { served: facts(bytes, size), bytes }
}

function facts(bytes: Uint8Array, size: Size | null): ServedFile {
  return {
    hash: fileHash(bytes),
    sizeBytes: bytes.length,
    width: size === null ? null : Math.max(1, Math.round(size.width)),
    height: size === null ? null : Math.max(1, Math.round(size.height)),
  }
}
