/**
 * Stands in built texts for the origin of the documentation, which is put in when they are served. So their bytes are equal under
 * every address. It is a character that Unicode sets aside for use within a program.
 */
export const ORIGIN_MARK = '\u{FDD0}'

const MARK_BYTES = Buffer.from(ORIGIN_MARK)

/** The text with the origin in its places. */
export function withSiteUrl(text: Uint8Array, siteUrl: string): Uint8Array {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.length)
  const origin = Buffer.from(siteUrl)
  const parts: Uint8Array[] = []
  let from = 0
  for (let at = bytes.indexOf(MARK_BYTES); at !== -1; at = bytes.indexOf(MARK_BYTES, from)) {
    parts.push(bytes.subarray(from, at), origin)
    from = at + MARK_BYTES.length
  }
  return from === 0 ? text : Buffer.concat([...parts, bytes.subarray(from)])
}
