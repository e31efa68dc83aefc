/** Decodes a percent-encoded text (RFC 3986 §2.1); null when it is not correctly encoded. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The same, but a text that is not correctly encoded stays as it is: a name may hold a percent sign. */
export function decodeLoosely(text: string): string {
  return decodePercent(text) ?? text
}
