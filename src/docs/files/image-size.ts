import { avifSize } from './avif-size.ts'
import { jpegSize } from './jpeg-size.ts'
import type { Size } from './size.ts'

/** Largest side that is believed. No browser draws a larger image. */
const SIDE_LIMIT_PX = 65_535

/**
 * Reads the size of an image as a browser shows it from the file's own header, whatever its name says. Null when the file
 * is no image of a known kind, ends early, or claims an impossible size.
 */
export function imageSize(bytes: Buffer): Size | null {
  const size =
    pngSize(bytes) ?? gifSize(bytes) ?? webpSize(bytes) ?? bmpSize(bytes) ?? jpegSize(bytes) ?? avifSize(bytes)
  if (size === null) return null
  const { width, height } = size
  return width > 0 && height > 0 && width <= SIDE_LIMIT_PX && height <= SIDE_LIMIT_PX ? size : null
}

/** PNG, Third Edition, §11.2.1. */
function pngSize(bytes: Buffer): Size | null {
  if (bytes.length < 24 || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** GIF89a, §18. */
function gifSize(bytes: Buffer): Size | null {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/** RFC 9649, §2.5 to §2.7. */
function webpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') {
    return null
  }
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

/** A height below 0 says that the first row is the uppermost. */
function bmpSize(bytes: Buffer): Size | null {
  if (bytes.length < 26 || bytes.toString('latin1', 0, 2) !== 'BM') return null
  return { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }
}
