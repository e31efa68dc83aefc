import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Coding } from './negotiation.ts'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** A smaller body does not win a network packet by compression. */
const COMPRESS_FROM_BYTES = 1024

const GZIP_LEVEL = 6
const BROTLI_QUALITY = 5

const COMPRESSIBLE = /^(?:text\/|application\/(?:[\w.-]+\+)?json\b|application\/(?:javascript|xml)\b|image\/svg\+xml\b)/

/** The last result: one answer after another has the same type. */
let lastType = ''
let lastCompressible = false

export function isCompressible(mediaType: string, bodyLengthBytes: number): boolean {
  if (bodyLengthBytes < COMPRESS_FROM_BYTES) return false
  if (mediaType !== lastType) {
    lastType = mediaType
    lastCompressible = COMPRESSIBLE.test(mediaType)
  }
  return lastCompressible
}

/** Compresses off this thread, in libuv's pool. */
export async function compress(body: Uint8Array, coding: Exclude<Coding, 'identity'>): Promise<Uint8Array> {
  if (coding === 'gzip') return gzipAsync(body, { level: GZIP_LEVEL })
  return brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  })
}
