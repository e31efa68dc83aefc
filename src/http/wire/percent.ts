const PERCENT = 0x25
const PLUS = 0x2b
const SPACE = 0x20
const ASCII_LAST = 0x7f
const MALFORMED = -1

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

function hexValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : MALFORMED
}

/** Longer texts are decoded by the general decoder. */
const scratch = Buffer.allocUnsafe(1024)

/** Decodes a whole text as `decodeFormPart` does a part. */
export function decodeFormPercent(text: string): string | null {
  return decodeFormPart(text, 0, text.length)
}

/**
 * Decodes a name or value of a query string (application/x-www-form-urlencoded), the characters from `start` up to `end`: `+`
 * stands for a space, and percent-encoding is decoded once (RFC 3986 §2.1). Returns null when a `%` lacks its two hexadecimal
 * digits or the bytes are not UTF-8. uWebSockets.js hands raw bytes over as text and puts U+FFFD where they are not UTF-8. So
 * a bare U+FFFD counts as malformed; an encoded one (`%EF%BF%BD`) is a character like any other.
 *
 * Text that is ASCII and stands for ASCII, as most is, takes a single pass.
 */
export function decodeFormPart(text: string, start: number, end: number): string | null {
  if (end - start > scratch.length) return decodeBytes(text.slice(start, end))
  let length = 0
  let coded = false
  for (let index = start; index < end; index++) {
    let code = text.charCodeAt(index)
    if (code > ASCII_LAST) return decodeBytes(text.slice(start, end))
    if (code === PERCENT) {
      const high = hexValue(text.charCodeAt(index + 1))
      const low = hexValue(text.charCodeAt(index + 2))
      if (high === MALFORMED || low === MALFORMED || index + 2 >= end) return null
      code = high * 16 + low
      if (code > ASCII_LAST) return decodeBytes(text.slice(start, end))
      coded = true
      index += 2
    } else if (code === PLUS) {
      code = SPACE
      coded = true
    }
    scratch[length++] = code
  }
  return coded ? scratch.toString('latin1', 0, length) : text.slice(start, end)
}

function decodeBytes(text: string): string | null {
  if (text.includes('\uFFFD')) return null
  const raw = encoder.encode(text.replaceAll('+', ' '))
  let length = 0
  for (let index = 0; index < raw.length; index++) {
    let byte = raw[index]!
    if (byte === PERCENT) {
      const high = hexValue(raw[index + 1] ?? 0)
      const low = hexValue(raw[index + 2] ?? 0)
      if (high === MALFORMED || low === MALFORMED) return null
      byte = high * 16 + low
      index += 2
    }
    raw[length++] = byte
  }
  try {
    return decoder.decode(raw.subarray(0, length))
  } catch {
    return null
  }
}
