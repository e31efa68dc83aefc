/** Header fields in the order in which they go out. */
export type Headers = readonly (readonly [name: string, value: string])[]

const NAME = /^[A-Za-z][A-Za-z0-9-]*$/
/** Visible ASCII and spaces: no line end can come in. */
const VALUE = /^[\x20-\x7E]*$/

/** Ends every block: the one field whose value differs from request to request. */
const REQUEST_ID_FIELD = 'X-Request-Id'

/** Header fields as text, each ending its line; `writableBlock` makes them ready for uWebSockets.js. */
export type HeaderLines = string & { readonly __brand: 'HeaderLines' }

export const NO_LINES = '' as HeaderLines

/** Header fields as text that follows the request id, each beginning a line: what is added to a block that many answers share. */
export type AddedLines = string & { readonly __brand: 'AddedLines' }

export const NOTHING_ADDED = '' as AddedLines

/** Lines of lists that are given again and again: a list is never changed. */
const known = new WeakMap<Headers, AddedLines>()

/** For lists that come with many requests. @throws {TypeError} as `headerLines` */
export function addedLines(headers: Headers): AddedLines {
  let lines = known.get(headers)
  if (lines === undefined) {
    const whole = headerLines(headers)
    lines = (whole === '' ? '' : `\r\n${whole.slice(0, -2)}`) as AddedLines
    known.set(headers, lines)
  }
  return lines
}

/** @throws {TypeError} for whatever could end a line, so that no field can smuggle in another. */
export function headerLines(headers: Headers): HeaderLines {
  let lines = ''
  for (const [name, value] of headers) lines += headerLine(name, value)
  return lines as HeaderLines
}

/** As `headerLines`, of one field. */
export function headerLine(name: string, value: string): HeaderLines {
  if (!NAME.test(name) || !VALUE.test(value)) {
    throw new TypeError(`the header field ${JSON.stringify(name)} holds a character that may not go out`)
  }
  return `${name}: ${value}\r\n` as HeaderLines
}

/**
 * All header fields of an answer as ONE field name for `writeHeader(block, requestId)`, or with fields that only this answer
 * has for `writeHeader(block, requestId + added)`: to join those with the block would copy it.
 *
 * Each call into uWebSockets.js costs about as much as everything else that a cached answer needs, and it writes names and
 * values as they are. So the fields are joined once, ending in the name `X-Request-Id`.
 */
export function writableBlock(own: HeaderLines, common: HeaderLines): string {
  return own + common + REQUEST_ID_FIELD
}
