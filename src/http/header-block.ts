/** Header fields in the order in which they go out. */
export type Headers = readonly (readonly [name: string, value: string])[]

const NAME = /^[A-Za-z][A-Za-z0-9-]*$/
/** Visible ASCII and spaces: no line end can come in. */
const VALUE = /^[\x20-\x7E]*$/

/** Closes every block, so that its value can be written for each request. */
const REQUEST_ID_FIELD = 'X-Request-Id'

/**
 * Joins header fields into ONE field name for `writeHeader(block, requestId)`.
 *
 * Each call into uWebSockets.js costs about as much as everything else that a cached answer needs, and it writes names and
 * values as they are. So the fields of a finished answer are joined once, ending in the name `X-Request-Id`, whose value
 * is the only one that differs from request to request. Whatever could end a line is refused here.
 */
export function joinHeaders(headers: Headers): string {
  let block = ''
  for (const [name, value] of headers) {
    if (!NAME.test(name) || !VALUE.test(value))
      throw new TypeError(`the header field ${JSON.stringify(name)} holds a character that may not go out`)
    block += `${name}: ${value}\r\n`
  }
  return block + REQUEST_ID_FIELD
}
