import type { Size } from './size.ts'

/** Markers without a segment: TEM, and the restart markers. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** Start of a frame (ITU-T T.81, table B.1), but not DHT, JPG and DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Reads the size from the first frame header, turned as the orientation of Exif says, which browsers obey. */
export function jpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  let turned = false
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] as number
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isAlone(marker)) {
      at += 2
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    // The image itself begins or ends here without a frame before it.
    if (length < 2 || marker === 0xda || marker === 0xd9) return null
    if (isFrame(marker)) {
      if (at + 9 > bytes.length) return null
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      return turned ? { width: height, height: width } : { width, height }
    }
    if (marker === 0xe1) turned = isTurned(bytes.subarray(at + 4, at + 2 + length)) || turned
    at += 2 + length
  }
  return null
}

const ORIENTATION = 0x0112

/** Whether a segment of Exif says that the image lies on its side (Exif 3.0, tag 274, values 5 to 8). */
function isTurned(segment: Buffer): boolean {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return false
  const tiff = segment.subarray(6)
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return false
  const u16 = (at: number): number =>
    at + 2 > tiff.length ? 0 : order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const u32 = (at: number): number =>
    at + 4 > tiff.length ? 0 : order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)
  const directory = u32(4)
  const count = u16(directory)
  for (let entry = directory + 2, left = count; left > 0 && entry + 12 <= tiff.length; entry += 12, left--) {
    if (u16(entry) === ORIENTATION) return u16(entry + 8) >= 5 && u16(entry + 8) <= 8
  }
  return false
}
