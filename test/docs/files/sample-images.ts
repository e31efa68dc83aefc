import { deflateSync } from 'node:zlib'

/** Header of a PNG file, which says its size. Browsers need more. */
export function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33)
  bytes.write('\x89PNG\r\n\x1a\n', 0, 'latin1')
  bytes.writeUInt32BE(13, 8)
  bytes.write('IHDR', 12, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt8(8, 24)
  return bytes
}

/** A whole PNG file of one grey, which a browser shows. */
export function wholePng(width: number, height: number, grey = 128): Buffer {
  const rows = Buffer.alloc((width + 1) * height, grey)
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0
  const header = png(width, height).subarray(16, 29)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export function gif(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(13)
  bytes.write('GIF89a', 0, 'latin1')
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  return bytes
}

/** @param orientation Value of the tag of Exif, or null. */
export function jpeg(
  width: number,
  height: number,
  orientation: number | null = null,
  order: 'II' | 'MM' = 'MM',
): Buffer {
  const frame = Buffer.from([0xff, 0xc2, 0, 11, 8, 0, 0, 0, 0, 1, 0, 0, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const comment = Buffer.from([0xff, 0xfe, 0, 4, 0xff, 0xc0])
  const exif = orientation === null ? Buffer.alloc(0) : exifSegment(orientation, order)
  return Buffer.concat([Buffer.from([0xff, 0xd8]), exif, comment, Buffer.from([0xff]), frame])
}

function exifSegment(orientation: number, order: 'II' | 'MM'): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 12 + 4)
  tiff.write(order, 0, 'latin1')
  const u16 = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  const u32 = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at)
  u16(42, 2)
  u32(8, 4)
  u16(1, 8)
  u16(0x0112, 10)
  u16(3, 12)
  u32(1, 14)
  u16(orientation, 18)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(2 + 6 + tiff.length)
  return Buffer.concat([Buffer.from([0xff, 0xe1]), length, Buffer.from('Exif\0\0', 'latin1'), tiff])
}

export function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const bytes = Buffer.alloc(32)
  bytes.write(`RIFF....WEBP${kind}`, 0, 'latin1')
  if (kind === 'VP8 ') {
    bytes.writeUInt16LE(width, 26)
    bytes.writeUInt16LE(height, 28)
  } else if (kind === 'VP8L') bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21)
  else {
    bytes.writeUIntLE(width - 1, 24, 3)
    bytes.writeUIntLE(height - 1, 27, 3)
  }
  return bytes
}

/** @param rotation Quarter turns; null: the file has no such property. */
export function avif(
  sizes: readonly (readonly [width: number, height: number])[],
  rotation: number | null = null,
): Buffer {
  const properties = sizes.map(([width, height]) => {
    const body = Buffer.alloc(12)
    body.writeUInt32BE(width, 4)
    body.writeUInt32BE(height, 8)
    return box('ispe', body)
  })
  if (rotation !== null) properties.push(box('irot', Buffer.from([rotation])))
  const meta = box('meta', Buffer.concat([Buffer.alloc(4), box('iprp', box('ipco', Buffer.concat(properties)))]))
  return Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0mif1', 'latin1')), meta])
}

function box(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(kind, 4, 'latin1')
  return Buffer.concat([head, body])
}

function chunk(kind: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body])
  const bytes = Buffer.alloc(4 + named.length + 4)
  bytes.writeUInt32BE(body.length)
  named.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(named), 4 + named.length)
  return bytes
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
