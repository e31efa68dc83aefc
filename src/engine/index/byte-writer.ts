/** A growing byte buffer for JSON. It is reused for a whole batch, so that no answer needs its own allocation. */
export interface ByteWriter {
  bytes: Uint8Array
  length: number
}

export function createByteWriter(capacityBytes = 65_536): ByteWriter {
  return { bytes: new Uint8Array(capacityBytes), length: 0 }
}

/** Reserves room for `extra` more bytes. */
export function reserve(out: ByteWriter, extra: number): void {
  const needed = out.length + extra
  if (needed <= out.bytes.length) return
  let capacity = out.bytes.length * 2
  while (capacity < needed) capacity *= 2
  const grown = new Uint8Array(capacity)
  grown.set(out.bytes.subarray(0, out.length))
  out.bytes = grown
}

/** Longest text or part that a loop copies faster than a call does. */
const LOOP_LIMIT = 64

const encoder = new TextEncoder()

/** Writes text. Short ASCII text is copied in a loop: a call of the encoder costs more than the bytes. */
export function writeText(out: ByteWriter, text: string): void {
  reserve(out, text.length * 3)
  const { bytes } = out
  let position = out.length
  if (text.length <= LOOP_LIMIT) {
    let i = 0
    for (; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code > 0x7f) break
      bytes[position++] = code
    }
    if (i === text.length) {
      out.length = position
      return
    }
    position = out.length
  }
  out.length = position + encoder.encodeInto(text, bytes.subarray(position)).written
}

/** Writes a text as a JSON string, in a loop unless something must be escaped. */
export function writeString(out: ByteWriter, text: string): void {
  reserve(out, text.length * 3 + 2)
  const { bytes } = out
  let position = out.length
  bytes[position++] = 0x22
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const isSurrogate = code >= 0xd800 && code <= 0xdfff
    if (code < 0x20 || code === 0x22 || code === 0x5c || isSurrogate) {
      writeText(out, JSON.stringify(text))
      return
    }
    if (code < 0x80) {
      bytes[position++] = code
    } else if (code < 0x800) {
      bytes[position++] = 0xc0 | (code >> 6)
      bytes[position++] = 0x80 | (code & 0x3f)
    } else {
      bytes[position++] = 0xe0 | (code >> 12)
      bytes[position++] = 0x80 | ((code >> 6) & 0x3f)
      bytes[position++] = 0x80 | (code & 0x3f)
    }
  }
  bytes[position++] = 0x22
  out.length = position
}

/** Appends `source[start, end)`. */
export function writeBytes(out: ByteWriter, source: Uint8Array, start: number, end: number): void {
  const length = end - start
  reserve(out, length)
  if (length > LOOP_LIMIT) {
    out.bytes.set(source.subarray(start, end), out.length)
  } else {
    const { bytes } = out
    for (let i = 0; i < length; i++) bytes[out.length + i] = source[start + i]!
  }
  out.length += length
}
