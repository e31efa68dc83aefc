import { allocateShared } from './allocate-shared.ts'

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
export type ArrayLengths<T extends ArrayTypes> = { readonly [N in keyof T]: number }

/** Description of one kind of packed buffer. */
export interface PackedFormat<T extends ArrayTypes> {
  /** Name for error messages, such as `search index`. */
  readonly name: string
  readonly magic: number
  readonly version: number
  readonly arrays: T
}

type Places = Record<string, { readonly offset: number; readonly length: number }>

/** Limit of a buffer: offsets into an array have 32 bits, and no array is larger than its buffer. */
const MAX_BYTES = 2 ** 32 - 1

/** Packs the arrays into one new SharedArrayBuffer. Throws what `allocateArrays` throws. */
export function packArrays<T extends ArrayTypes>(
  format: PackedFormat<T>,
  header: object,
  arrays: ArraysOf<T>,
): SharedArrayBuffer {
  const names = Object.keys(format.arrays)
  const lengths = Object.fromEntries(names.map((name) => [name, arrays[name]!.length])) as ArrayLengths<T>
  const packed = allocateArrays(format, header, lengths)
  for (const name of names) packed.arrays[name]!.set(arrays[name]!)
  return packed.buffer
}

/**
 * Allocates a new buffer with zeroed arrays of the given lengths, which are filled in place.
 *
 * @throws {RangeError} when the buffer would be larger than 4 GiB.
 */
export function allocateArrays<T extends ArrayTypes>(
  format: PackedFormat<T>,
  header: object,
  lengths: ArrayLengths<T>,
): { readonly buffer: SharedArrayBuffer; readonly arrays: ArraysOf<T> } {
  const types = Object.entries(format.arrays)
  const place = (first: number): { stored: { readonly arrays: Places }; end: number } => {
    let offset = first
    const table: Places = {}
    for (const [name, type] of types) {
      offset = Math.ceil(offset / 8) * 8
      table[name] = { offset, length: lengths[name]! }
      offset += lengths[name]! * TYPES[type].BYTES_PER_ELEMENT
    }
    return { stored: { ...header, arrays: table }, end: offset }
  }
  // The length of the header changes the offsets that it contains, so its room is reserved with a margin.
  const room = Buffer.byteLength(JSON.stringify(place(0).stored)) + types.length * 12
  const { stored, end } = place(PREAMBLE_BYTES + room)
  if (end > MAX_BYTES) throw new RangeError(`a ${format.name} of ${end} bytes is too large: ${MAX_BYTES} is the limit`)
  const json = Buffer.from(JSON.stringify(stored))
  const buffer = allocateShared(end)
  new Uint32Array(buffer, 0, 3).set([format.magic, format.version, json.length])
  new Uint8Array(buffer).set(json, PREAMBLE_BYTES)
  return { buffer, arrays: viewAll(format, buffer, stored.arrays) }
}

/**
 * Returns views over a packed buffer without a copy, and its header as it was packed. Throws when the buffer is not of this format
 * and version.
 */
export function unpackArrays<T extends ArrayTypes>(
  format: PackedFormat<T>,
  buffer: SharedArrayBuffer,
): { readonly header: unknown; readonly arrays: ArraysOf<T> } {
  const preamble = buffer.byteLength >= PREAMBLE_BYTES ? new Uint32Array(buffer, 0, 3) : [0, 0, 0]
  if (preamble[0] !== format.magic) throw new Error(`not a ${format.name}: wrong magic number`)
  if (preamble[1] !== format.version) {
    throw new Error(`${format.name} of format ${preamble[1]}, this version reads ${format.version}`)
  }
  // The bytes are copied because TextDecoder refuses shared memory.
  const json = Buffer.from(new Uint8Array(buffer, PREAMBLE_BYTES, preamble[2]).slice())
  const stored = JSON.parse(json.toString('utf8')) as { readonly arrays: Places }
  return { header: stored, arrays: viewAll(format, buffer, stored.arrays) }
}

function viewAll<T extends ArrayTypes>(
  format: PackedFormat<T>,
  buffer: SharedArrayBuffer,
  places: Places,
): ArraysOf<T> {
  const arrays: Record<string, unknown> = {}
  for (const [name, type] of Object.entries(format.arrays)) {
    const place = places[name]
    if (place === undefined) throw new Error(`${format.name} lacks the array ${name}`)
    arrays[name] = view(type, buffer, place.offset, place.length)
  }
  return arrays as ArraysOf<T>
}

/** Start of each row when the rows are stored one after another. */
export function startsOf(rows: readonly { readonly length: number }[]): Uint32Array {
  const starts = new Uint32Array(rows.length + 1)
  rows.forEach((row, i) => (starts[i + 1] = starts[i]! + row.length))
  return starts
}

function view(type: TypeName, buffer: SharedArrayBuffer, offset: number, length: number): TypeOf[TypeName] {
  const ArrayType: new (buffer: ArrayBufferLike, offset: number, length: number) => TypeOf[TypeName] = TYPES[type]
  return new ArrayType(buffer, offset, length)
}
