import type { Size } from './size.ts'

/** Boxes that hold boxes, with the bytes before the first: `meta` is a full box. */
const CONTAINERS: Readonly<Record<string, number | undefined>> = { meta: 4, iprp: 0, ipco: 0 }
const BOX_LIMIT = 1000
const DEPTH_LIMIT = 4

/**
 * Reads the size of an AVIF file (ISO/IEC 23008-12, §6.5.3 and §6.5.10). Its largest item is the whole image; others are
 * tiles and previews.
 */
export function avifSize(bytes: Buffer): Size | null {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return null
  if (!/^(?:avif|avis|mif1|msf1|heic|heix)$/.test(bytes.toString('latin1', 8, 12))) return null
  let largest: Size | null = null
  let turned = false
  let boxes = 0

  function read(start: number, end: number, depth: number): void {
    for (let at = start; at + 8 <= end && boxes < BOX_LIMIT; boxes++) {
      const length = bytes.readUInt32BE(at)
      const kind = bytes.toString('latin1', at + 4, at + 8)
      const boxEnd = length === 0 ? end : Math.min(at + length, end)
      // A length of 1 is that of large media, which come after all that is looked for.
      if (boxEnd < at + 8) return
      const skipped = CONTAINERS[kind]
      if (skipped !== undefined && depth < DEPTH_LIMIT) read(at + 8 + skipped, boxEnd, depth + 1)
      else if (kind === 'ispe' && at + 20 <= boxEnd) {
        const size = { width: bytes.readUInt32BE(at + 12), height: bytes.readUInt32BE(at + 16) }
        if (largest === null || size.width * size.height > largest.width * largest.height) largest = size
      } else if (kind === 'irot' && at + 9 <= boxEnd) turned = ((bytes[at + 8] ?? 0) & 1) === 1
      at = boxEnd
    }
  }

  read(0, bytes.length, 0)
  const size = largest as Size | null
  return size !== null && turned ? { width: size.height, height: size.width } : size
}
