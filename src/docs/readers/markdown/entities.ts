import { decodeHTMLStrict } from 'entities/decode'

/** CommonMark §2.5: at most 7 decimal or 6 hexadecimal digits. */
const REFERENCE = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/g
const ONE_REFERENCE = new RegExp(REFERENCE.source, 'y')
const NOTHING = '\ufffd'

/** The character reference at `start` (an `&`); null if HTML knows none of that name. */
export function characterReference(source: string, start: number): { text: string; end: number } | null {
  ONE_REFERENCE.lastIndex = start
  const written = ONE_REFERENCE.exec(source)?.[0]
  if (written === undefined) return null
  const text = decode(written)
  return text === written ? null : { text, end: start + written.length }
}

export function decodeEntities(text: string): string {
  return text.replace(REFERENCE, decode)
}

function decode(written: string): string {
  const text = decodeHTMLStrict(written)
  return text === '\0' ? NOTHING : text
}
