import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Nearly as small as 11, in a fiftieth of the time. */
const BROTLI_QUALITY = 9
const GZIP_LEVEL = 9

/** A file as brotli and gzip, for good. */
export function encode(bytes: Uint8Array): { readonly br: Uint8Array; readonly gzip: Uint8Array } {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    // A window no larger than the file: setting up the usual one of 4 MiB takes ten times as long as compressing.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(
      constants.BROTLI_MAX_WINDOW_BITS,
      Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(bytes.length + 16))),
    ),
  }
  return { br: brotliCompressSync(bytes, { params }), gzip: gzipSync(bytes, { level: GZIP_LEVEL }) }
}
