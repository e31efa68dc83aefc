import { Buffer } from 'node:buffer'

const REPLACEMENT = '\uFFFD'
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of UTF-8 bytes; null when they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  // This is quicker than a strict decoder. A replacement character is rare, and may have been sent as one.
  if (!text.includes(REPLACEMENT)) return text
  try {
    return strictDecoder.decode(bytes)
  } catch {
    return null
  }
}
