import { isUtf8 } from 'node:buffer'

/** Decodes text with `\n` line ends and without byte order mark, and finds the first line that is not UTF-8. */
export function decodeText(bytes: Buffer): { text: string; badLine: number | null } {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const raw = bytes.toString('utf8', hasMark ? 3 : 0)
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw
  return { text, badLine: isUtf8(bytes) ? null : firstBadLine(bytes) }
}

/** A byte of a line end is never part of a longer UTF-8 sequence, so lines can be checked one by one. */
function firstBadLine(bytes: Buffer): number {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(0x0a, start)
    const end = newline < 0 ? bytes.length : newline
    if (!isUtf8(bytes.subarray(start, end))) return line
    start = end + 1
  }
  return line
}
