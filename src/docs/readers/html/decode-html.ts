import { isUtf8 } from 'node:buffer'

export type Decoded =
  | { readonly ok: true; readonly text: string; readonly encoding: string; readonly broken: boolean }
  | { readonly ok: false; readonly reason: string }

/** Browsers look for the name of the encoding no further. */
const SNIFFED_BYTES = 2048

const META_CHARSET = /<meta[^>]{0,200}?\bcharset\s*=\s*["']?\s*([\w:.+-]{1,40})/i
const XML_ENCODING = /^\s*<\?xml[^>]{0,100}\bencoding\s*=\s*["']([\w:.+-]{1,40})["']/i

/** First bytes of files that are no text, whatever their name says. */
const BINARY_STARTS: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['a zip archive', [0x50, 0x4b, 0x03, 0x04]],
  ['a gzip archive', [0x1f, 0x8b]],
  ['an xz archive', [0xfd, 0x37, 0x7a, 0x58]],
  ['a zstd archive', [0x28, 0xb5, 0x2f, 0xfd]],
  ['a bzip2 archive', [0x42, 0x5a, 0x68]],
  ['a PDF file', [0x25, 0x50, 0x44, 0x46]],
  ['a PNG image', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG image', [0xff, 0xd8, 0xff]],
  ['a program', [0x7f, 0x45, 0x4c, 0x46]],
]

/** Share of NUL bytes above which bytes are no text. */
const NUL_SHARE = 0.01

/** Decodes a page as browsers do: byte order mark, then what the page names, then UTF-8, then windows-1252. */
export function decodeHtml(bytes: Buffer): Decoded {
  for (const [name, start] of BINARY_STARTS) {
    if (start.every((byte, at) => bytes[at] === byte)) return { ok: false, reason: `the file is ${name}` }
  }
  const mark = byteOrderMark(bytes)
  if (mark === null && countNuls(bytes) > Math.max(8, bytes.length * NUL_SHARE)) {
    return { ok: false, reason: 'the file is no text: it has many NUL bytes' }
  }
  const encoding = mark ?? named(bytes)
  if (encoding === 'utf-8') {
    const broken = !isUtf8(bytes)
    return { ok: true, text: clean(new TextDecoder('utf-8').decode(bytes)), encoding, broken }
  }
  const text = clean(encoding === 'windows-1252' ? westernText(bytes) : new TextDecoder(encoding).decode(bytes))
  return { ok: true, text, encoding, broken: encoding !== 'windows-1252' && text.includes('\ufffd') }
}

/** Node 20 reads windows-1252 as latin1, in which these are control characters. */
const WESTERN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function westernText(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (one) => WESTERN[one.charCodeAt(0) - 0x80] as string)
}

function named(bytes: Buffer): string {
  const head = bytes.toString('latin1', 0, SNIFFED_BYTES)
  const label = XML_ENCODING.exec(head)?.[1] ?? META_CHARSET.exec(head)?.[1]
  if (label !== undefined) {
    try {
      const { encoding } = new TextDecoder(label)
      // A page that could be read this far is not UTF-16, whatever it says.
      if (!encoding.startsWith('utf-16')) return encoding
    } catch {
      // An unknown name is no name.
    }
  }
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

function byteOrderMark(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return null
}

function countNuls(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) count++
  return count
}

function clean(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  return lines.includes('\0') ? lines.replaceAll('\0', '') : lines
}
