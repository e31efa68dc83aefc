/** Header fields in the order in which they go out. */
export type Headers = readonly (readonly [name: string, value: string])[]

const NAME = /^[A-Za-z][A-Za-z0-9-]*$/
/** Visible ASCII and spaces. No line end can come in. */
const VALUE = /^[\x20-\x7E]*$/

/** The field that ends every block. Its value alone differs from request to request. */
const REQUEST_ID_FIELD = 'X-Request-Id'

/** Header fields as text, each ending its line; `HeaderBlock` makes them ready for uWebSockets.js. */
export type HeaderLines = string & { readonly __brand: 'HeaderLines' }

export const NO_LINES = '' as HeaderLines

/** Header fields that are added to a block which many answers share. They follow the request id, each beginning a line. */
export type AddedLines = string & { readonly __brand: 'AddedLines' }

export const NOTHING_ADDED = '' as AddedLines

/** The lines of lists that are given again and again. A list is never changed. */
const known = new WeakMap<Headers, AddedLines>()

/** Writes a list that comes with many requests. @throws {TypeError} as `headerLines` */
export function addedLines(headers: Headers): AddedLines {
  let lines = known.get(headers)
  if (lines === undefined) {
    const whole = headerLines(headers)
    lines = whole === '' ? NOTHING_ADDED : toAdded(whole)
    known.set(headers, lines)
  }
  return lines
}

/** Writes one field as `addedLines` does. */
export function addedLine(name: string, value: string): AddedLines {
  return toAdded(headerLine(name, value))
}

function toAdded(lines: HeaderLines): AddedLines {
  return `\r\n${lines.slice(0, -2)}` as AddedLines
}

/** @throws {TypeError} for every character that could end a line, so that no field can smuggle in another. */
export function headerLines(headers: Headers): HeaderLines {
  let lines = ''
  for (const [name, value] of headers) lines += headerLine(name, value)
  return lines as HeaderLines
}

/** Writes one field as `headerLines` does. */
export function headerLine(name: string, value: string): HeaderLines {
  if (!NAME.test(name) || !VALUE.test(value)) {
    throw new TypeError(`the header field ${JSON.stringify(name)} holds a character that may not go out`)
  }
  return `${name}: ${value}\r\n` as HeaderLines
}

/**
 * All header fields of an answer as ONE field name for `writeHeader(block, id.bytes)`. Fields that only this answer has go
 * into the value, `writeHeader(block, id.text + added)`: to join them with the block would copy it.
 *
 * Each call into uWebSockets.js costs about as much as everything else that a cached answer needs, and it writes names and
 * values as they are. So the fields are joined once, ending in the name `X-Request-Id`. They are bytes, since a string is
 * measured, flattened and written out anew for each answer. Answers that differ in their entity tags alone share one block,
 * which gets the tag of the answer that goes out.
 */
export class HeaderBlock {
  readonly #bytes: Buffer<ArrayBuffer>
  /** The memory of the bytes. To ask them for it costs a call out of compiled code. */
  readonly #memory: ArrayBuffer
  readonly #digestAt: number
  readonly #digestLength: number

  /** @param tag Form of the entity tag, which follows `own`. Without it the block has none. */
  constructor(own: HeaderLines, common: HeaderLines, tag?: { readonly digestLength: number; readonly suffix: string }) {
    const before = tag === undefined ? own : `${own}ETag: "`
    const hole = tag === undefined ? '' : `${' '.repeat(tag.digestLength)}${tag.suffix}"\r\n`
    const text = `${before}${hole}${common}${REQUEST_ID_FIELD}`
    this.#memory = new ArrayBuffer(text.length)
    this.#bytes = Buffer.from(this.#memory)
    this.#bytes.write(text, 'latin1')
    this.#digestAt = before.length
    this.#digestLength = tag === undefined ? 0 : tag.digestLength
  }

  get byteLength(): number {
    return this.#bytes.length
  }

  /**
   * The block with that digest in its entity tag. It is valid until the next call, and must be written at once.
   *
   * @throws {TypeError} for a digest of another length, or with a character that may not go out.
   */
  withDigest(digest: string): ArrayBuffer {
    if (digest.length !== this.#digestLength) throw new TypeError(`a digest of ${digest.length} characters`)
    for (let i = 0; i < digest.length; i++) {
      const code = digest.charCodeAt(i)
      if (code < 0x23 || code > 0x7e) throw new TypeError('an entity tag holds a character that may not go out')
      this.#bytes[this.#digestAt + i] = code
    }
    return this.#memory
  }
}
