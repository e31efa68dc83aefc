export interface TinyFont {
  readonly family: string
  readonly weight?: number
  /** Characters with the widths of their glyphs in thousandths of an em. */
  readonly widths: Readonly<Record<string, number>>
}

/** Tables of a font that say which characters it has, and no outlines. Its characters are in groups (format 12 of `cmap`). */
function tablesOf({ family, weight = 400, widths }: TinyFont): ReadonlyMap<string, Buffer> {
  const characters = Object.keys(widths).toSorted((a, b) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0))
  const head = Buffer.alloc(54)
  head.writeUInt16BE(1000, 18)
  const hhea = Buffer.alloc(36)
  hhea.writeUInt16BE(characters.length + 1, 34)
  const hmtx = Buffer.alloc(4 * (characters.length + 1))
  const cmap = Buffer.alloc(12 + 16 + 12 * characters.length)
  cmap.set([0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12, 0, 12, 0, 0])
  cmap.writeUInt32BE(cmap.length - 12, 16)
  cmap.writeUInt32BE(characters.length, 24)
  characters.forEach((character, index) => {
    const code = character.codePointAt(0) ?? 0
    hmtx.writeUInt16BE(widths[character] ?? 0, 4 * (index + 1))
    for (const [at, value] of [code, code, index + 1].entries()) cmap.writeUInt32BE(value, 28 + 12 * index + 4 * at)
  })
  const text = Buffer.from(family, 'utf16le').swap16()
  const name = Buffer.concat([Buffer.from([0, 0, 0, 1, 0, 18, 0, 3, 0, 1, 4, 9, 0, 1, 0, text.length, 0, 0]), text])
  const os2 = Buffer.alloc(8)
  os2.writeUInt16BE(weight, 4)
  return new Map(Object.entries({ 'OS/2': os2, cmap, head, hhea, hmtx, name }))
}

/** A font file, or a collection of several fonts. */
export function tinyFont(...fonts: readonly TinyFont[]): Buffer {
  const all = fonts.map(tablesOf)
  const start = fonts.length === 1 ? 0 : 12 + 4 * fonts.length
  const headBytes = (tables: ReadonlyMap<string, Buffer>): number => 12 + 16 * tables.size
  let end = start + all.reduce((sum, tables) => sum + headBytes(tables), 0)
  const collection = Buffer.alloc(start)
  if (start > 0) {
    collection.write('ttcf', 'latin1')
    collection.writeUInt32BE(fonts.length, 8)
  }
  let headAt = start
  const bodies: Buffer[] = []
  const heads = all.map((tables, font) => {
    if (start > 0) collection.writeUInt32BE(headAt, 12 + 4 * font)
    const head = Buffer.alloc(headBytes(tables))
    head.set([0, 1, 0, 0, 0, tables.size])
    for (const [index, [tag, body]] of [...tables].entries()) {
      head.write(tag, 12 + 16 * index, 'latin1')
      head.writeUInt32BE(end, 20 + 16 * index)
      head.writeUInt32BE(body.length, 24 + 16 * index)
      bodies.push(body)
      end += body.length
    }
    headAt += head.length
    return head
  })
  return Buffer.concat([collection, ...heads, ...bodies])
}
