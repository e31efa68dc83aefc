import { inflateSync } from 'node:zlib'

/** A face of a font file: what is asked of it before a text is drawn with it. */
export interface FontFace {
  /** Family by which the renderer finds the face. */
  readonly family: string
  /** 100 to 900. */
  readonly weight: number
  /** Width of the glyph of a character in em, or null. */
  readonly advance: (character: number) => number | null
}

/** Faces of one file. Further ones are not read. */
const FACE_LIMIT = 64
/** Tables of one face. */
const TABLE_LIMIT = 64

const WOFF = 'wOFF'
const COLLECTION = 'ttcf'

/**
 * The bytes as the renderer takes them: WOFF is a TrueType or OpenType file whose tables are packed (WOFF 1.0, §5), and is
 * written as that file. Other bytes are given back as they are.
 *
 * @param limitBytes of the unpacked file
 * @throws {RangeError} when the file is damaged
 */
export function unpackFont(bytes: Buffer, limitBytes: number): Buffer {
  if (bytes.toString('latin1', 0, 4) !== WOFF) return bytes
  const count = Math.min(bytes.readUInt16BE(12), TABLE_LIMIT)
  const head = Buffer.alloc(12 + 16 * count)
  bytes.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const parts = [head]
  let at = head.length
  for (let table = 0; table < count; table++) {
    const entry = 44 + 20 * table
    const offset = bytes.readUInt32BE(entry + 4)
    const packed = bytes.subarray(offset, offset + bytes.readUInt32BE(entry + 8))
    const size = bytes.readUInt32BE(entry + 12)
    if (at + size > limitBytes) throw new RangeError(`the font is larger than ${limitBytes} bytes`)
    const body = Buffer.alloc((size + 3) & ~3)
    body.set(packed.length < size ? inflateSync(packed, { maxOutputLength: size }) : packed.subarray(0, size))
    bytes.copy(head, 12 + 16 * table, entry, entry + 4)
    bytes.copy(head, 16 + 16 * table, entry + 16, entry + 20)
    head.writeUInt32BE(at, 20 + 16 * table)
    head.writeUInt32BE(size, 24 + 16 * table)
    parts.push(body)
    at += body.length
  }
  return Buffer.concat(parts)
}

/**
 * Reads the faces of an unpacked TrueType or OpenType file or collection. They keep copies of the tables that they need, and
 * not the file.
 *
 * @throws {RangeError} when the file is damaged
 */
export function readFaces(bytes: Buffer): FontFace[] {
  if (bytes.toString('latin1', 0, 4) !== COLLECTION) return [readFace(bytes, 0)]
  const count = Math.min(bytes.readUInt32BE(8), FACE_LIMIT)
  const advances = new Map<number, Buffer>()
  return Array.from({ length: count }, (_, index) => readFace(bytes, bytes.readUInt32BE(12 + 4 * index), advances))
}

/** @param shared Tables of widths by their offsets: the faces of a collection have one */
function readFace(bytes: Buffer, start: number, shared = new Map<number, Buffer>()): FontFace {
  const tables = new Map<string, Buffer>()
  for (let index = 0; index < Math.min(bytes.readUInt16BE(start + 4), TABLE_LIMIT); index++) {
    const entry = start + 12 + 16 * index
    const offset = bytes.readUInt32BE(entry + 8)
    tables.set(
      bytes.toString('latin1', entry, entry + 4),
      bytes.subarray(offset, offset + bytes.readUInt32BE(entry + 12)),
    )
  }
  const table = (tag: string): Buffer => {
    const found = tables.get(tag)
    if (found === undefined) throw new RangeError(`the font has no table ${tag}`)
    return found
  }
  const unitsPerEm = table('head').readUInt16BE(18)
  const metrics = table('hhea').readUInt16BE(34)
  const widths = copyOnce(table('hmtx'), shared)
  const find = readCharacters(table('cmap'))
  return {
    family: readFamily(table('name')),
    weight: table('OS/2').readUInt16BE(4),
    advance(character) {
      const glyph = find(character)
      return glyph === 0 ? null : widths.readUInt16BE(4 * Math.min(glyph, metrics - 1)) / unitsPerEm
    },
  }
}

function copyOnce(table: Buffer, shared: Map<number, Buffer>): Buffer {
  const known = shared.get(table.byteOffset)
  if (known !== undefined) return known
  const copy = Buffer.from(table)
  shared.set(table.byteOffset, copy)
  return copy
}

/** The family in English: the typographic one (name 16), else name 1, as the renderer reads it. */
function readFamily(names: Buffer): string {
  const texts = names.readUInt16BE(4)
  const found = new Map<number, string>()
  for (let index = 0; index < names.readUInt16BE(2); index++) {
    const entry = 6 + 12 * index
    const [platform, , language, name, length, offset] = [0, 2, 4, 6, 8, 10].map((at) =>
      names.readUInt16BE(entry + at),
    ) as [number, number, number, number, number, number]
    if (platform !== 3 || language !== 0x409 || (name !== 1 && name !== 16)) continue
    const text = Buffer.from(names.subarray(texts + offset, texts + offset + (length & ~1)))
    found.set(name, text.swap16().toString('utf16le'))
  }
  const family = found.get(16) ?? found.get(1)
  if (family === undefined) throw new RangeError('the font has no name in English')
  return family
}

/** Reads which glyph a character has, 0 for none, from a table of format 12 or 4. */
function readCharacters(cmap: Buffer): (character: number) => number {
  const found = new Map<number, Buffer>()
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const entry = 4 + 8 * index
    const platform = cmap.readUInt16BE(entry)
    const encoding = cmap.readUInt16BE(entry + 2)
    const isUnicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10))
    const table = cmap.subarray(cmap.readUInt32BE(entry + 4))
    if (isUnicode) found.set(table.readUInt16BE(0), table)
  }
  const groups = found.get(12)
  if (groups !== undefined) return inGroups(Buffer.from(groups.subarray(0, groups.readUInt32BE(4))))
  const segments = found.get(4)
  if (segments !== undefined) return inSegments(Buffer.from(segments.subarray(0, segments.readUInt16BE(2))))
  throw new RangeError('the font says of no character of Unicode which glyph it has')
}

/** Format 12: groups of first character, last character and first glyph. */
function inGroups(table: Buffer): (character: number) => number {
  const count = table.readUInt32BE(12)
  return (character) => {
    const group = 16 + 12 * firstOf(count, (index) => table.readUInt32BE(20 + 12 * index) >= character)
    if (group >= 16 + 12 * count || table.readUInt32BE(group) > character) return 0
    return table.readUInt32BE(group + 8) + character - table.readUInt32BE(group)
  }
}

/** Format 4: four arrays over segments, and an array of glyphs to which some segments point. */
function inSegments(table: Buffer): (character: number) => number {
  const size = table.readUInt16BE(6)
  const [ends, starts, deltas, offsets] = [14, 16 + size, 16 + 2 * size, 16 + 3 * size] as const
  return (character) => {
    const segment = 2 * firstOf(size / 2, (index) => table.readUInt16BE(ends + 2 * index) >= character)
    if (character > 0xffff || segment >= size || table.readUInt16BE(starts + segment) > character) return 0
    const delta = table.readUInt16BE(deltas + segment)
    const offset = table.readUInt16BE(offsets + segment)
    if (offset === 0) return (character + delta) & 0xffff
    const glyph = table.readUInt16BE(
      offsets + segment + offset + 2 * (character - table.readUInt16BE(starts + segment)),
    )
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
}

/** The first of `count` places from which on `holds` is true; `count`: it is true for none. */
function firstOf(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
