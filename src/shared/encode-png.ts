import { crc32 } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const EIGHT_BITS = 8
const RGBA = 6

/**
 * Encodes a PNG file (PNG 3rd edition). Rows are not filtered, which yields the smallest files for flat drawings.
 *
 * @param pixels Four bytes each with straight alpha, row after row.
 * @param compress Packs bytes in the format of zlib.
 */
export function encodePng(
  pixels: Uint8Array,
  width: number,
  height: number,
  compress: (bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([EIGHT_BITS, RGBA], 8)
  const rowBytes = width * 4
  const rows = new Uint8Array(height * (rowBytes + 1))
  for (let y = 0; y < height; y++) {
    rows.set(pixels.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1)
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', compress(rows)),
    chunk('IEND', new Uint8Array(0)),
  ])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(data, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}
