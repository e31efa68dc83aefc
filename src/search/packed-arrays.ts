/**
 * Named arrays with a JSON header in one SharedArrayBuffer:
 *
 *     ┌───────┬─────────┬──────────────┬─────────────┬─────────┬───────┬─────────┐
 *     │ magic │ version │ header bytes │ JSON header │ array 0 │ array │ …       │   arrays begin at multiples of 8
 *     └───────┴─────────┴──────────────┴─────────────┴─────────┴───────┴─────────┘
 *       u32     u32       u32
 *
 * The header names every array with its offset and length, so that a reader in any language needs nothing else.
 */
const PREAMBLE_BYTES = 12

const TYPES = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array } as const

interface TypeOf {
  u8: Uint8Array
  u16: Uint16Array
  u32: Uint32Array
  f32: Float32Array
}

type TypeName = keyof typeof TYPES
export type ArrayTypes = Readonly<Record<string, TypeName>>
export type ArraysOf<T extends ArrayTypes> = { readonly [N in keyof T]: TypeOf[T[N]] }

/** What tells one kind of buffer from another. */
export interface PackedFormat<T extends ArrayTypes> {
  /** For messages: `search index`. */
  readonly name: string
  readonly magic: number
  readonly version: number
  readonly arrays: T
}

type Places = Record<string, { readonly offset: number; readonly length: number }>

/** Packs the arrays into one new SharedArrayBuffer. */
export function packArrays<T extends ArrayTypes>(
  format: PackedFormat<T>,
  header: object,
  arrays: ArraysOf<T>,
): SharedArrayBuffer {
  const names = Object.keys(format.arrays)
  const place = (first: number): { stored: { readonly arrays: Places }; end: number } => {
    let offset = first
    const table: Places = {}
    for (const name of names) {
      offset = Math.ceil(offset / 8) * 8
      table[name] = { offset, length: arrays[name]!.length }
      offset += arrays[name]!.byteLength
    }
    return { stored: { ...header, arrays: table }, end: offset }
  }
  // The header's own length moves the offsets it holds, so room for it is set aside with a margin.
  const room = Buffer.byteLength(JSON.stringify(place(0).stored)) + names.length * 12
  const { stored, end } = place(PREAMBLE_BYTES + room)
  const json = Buffer.from(JSON.stringify(stored))
  const buffer = new SharedArrayBuffer(end)
  new Uint32Array(buffer, 0, 3).set([format.magic, format.version, json.length])
  new Uint8Array(buffer).set(json, PREAMBLE_BYTES)
  for (const name of names) {
    const { offset, length } = stored.arrays[name]!
    view(format.arrays[name]!, buffer, offset, length).set(arrays[name]!)
  }
  return buffer
}

/** Views over a packed buffer, without a copy; the header is the one that was packed. Throws where the buffer is not of this format and version. */
export function unpackArrays<T extends ArrayTypes>(
  format: PackedFormat<T>,
  buffer: SharedArrayBuffer,
): { readonly header: unknown; readonly arrays: ArraysOf<T> } {
  const preamble = buffer.byteLength >= PREAMBLE_BYTES ? new Uint32Array(buffer, 0, 3) : [0, 0, 0]
  if (preamble[0] !== format.magic) throw new Error(`not a ${format.name}: wrong magic number`)
  if (preamble[1] !== format.version) {
    throw new Error(`${format.name} of format ${preamble[1]}, this version reads ${format.version}`)
  }
  // A copy, because TextDecoder refuses shared memory.
  const json = Buffer.from(new Uint8Array(buffer, PREAMBLE_BYTES, preamble[2]).slice())
  const stored = JSON.parse(json.toString('utf8')) as { readonly arrays: Places }
  const arrays: Record<string, unknown> = {}
  for (const [name, type] of Object.entries(format.arrays)) {
    const place = stored.arrays[name]
    if (place === undefined) throw new Error(`${format.name} lacks the array ${name}`)
    arrays[name] = view(type, buffer, place.offset, place.length)
  }
  return { header: stored, arrays: arrays as ArraysOf<T> }
}

function view(type: TypeName, buffer: SharedArrayBuffer, offset: number, length: number): TypeOf[TypeName] {
  const ArrayType: new (buffer: ArrayBufferLike, offset: number, length: number) => TypeOf[TypeName] = TYPES[type]
  return new ArrayType(buffer, offset, length)
}
