const PERCENT = 0x25
const PLUS = 0x2b
const REPLACEMENT = 0xfffd
const MALFORMED = -1

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

function hexValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : MALFORMED
}

/**
 * Decodes percent-encoding once (RFC 3986 §2.1). Returns null when a `%` lacks its two hexadecimal digits or the bytes
 * are not UTF-8. uWebSockets.js hands raw bytes over as text and puts U+FFFD where they are not UTF-8, so a bare U+FFFD
 * counts as malformed; an encoded one (`%EF%BF%BD`) is a character like any other.
 */
export function decodePercent(text: string): string | null {
  if (text.includes('\uFFFD')) return null
  if (!text.includes('%')) return text
  return decodeAscii(text) ?? decodeBytes(text)
}

/** For text that stands for ASCII alone, which needs no detour by bytes; null: it does not, or is malformed. */
function decodeAscii(text: string): string | null {
  let decoded = ''
  let start = 0
  for (let index = text.indexOf('%'); index !== -1; index = text.indexOf('%', start)) {
    const high = hexValue(text.charCodeAt(index + 1))
    const low = hexValue(text.charCodeAt(index + 2))
    if (high === MALFORMED || high > 7 || low === MALFORMED) return null
    decoded += text.slice(start, index) + String.fromCharCode(high * 16 + low)
    start = index + 3
  }
  return decoded + text.slice(start)
}

function decodeBytes(text: string): string | null {
  const raw = encoder.encode(text)
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

/** Decodes a name or value of a query string, where `+` stands for a space (application/x-www-form-urlencoded). */
export function decodeFormPercent(text: string): string | null {
  if (!needsDecoding(text)) return text
  return decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text)
}

/** Most values are short, and to go through one once costs less than to have it searched for each of three characters. */
function needsDecoding(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === PERCENT || code === PLUS || code === REPLACEMENT) return true
  }
  return false
}
