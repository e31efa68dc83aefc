import { decodeFormPercent } from './percent.ts'
import type { HttpRequest } from './uws.ts'

/** Every value that a name was given, in order; null stands for a value that cannot be decoded. */
export type QueryValues = ReadonlyMap<string, readonly (string | null)[]>

/**
 * Splits a raw query string. Names that cannot be decoded belong to no parameter that we know, so they are dropped.
 * Values are decoded only for `names`: whatever else a client sends is ignored, malformed or not.
 */
export function parseQueryString(raw: string, names: ReadonlySet<string>): QueryValues {
  const values = new Map<string, (string | null)[]>()
  for (let start = 0, end = 0; end < raw.length; start = end + 1) {
    end = raw.indexOf('&', start)
    if (end === -1) end = raw.length
    const equals = raw.indexOf('=', start)
    const nameEnd = equals === -1 || equals > end ? end : equals
    const written = raw.slice(start, nameEnd)
    // Nearly always as it is known, which then holds nothing to decode.
    const name = names.has(written) ? written : decodeFormPercent(written)
    if (name === null || !names.has(name)) continue
    const value = nameEnd === end ? '' : decodeFormPercent(raw.slice(nameEnd + 1, end))
    const list = values.get(name)
    if (list === undefined) values.set(name, [value])
    else list.push(value)
  }
  return values
}

/** The query string of a request as it came. Its type in uWebSockets.js says string, but without a question mark it is undefined. */
export function rawQueryOf(req: HttpRequest): string {
  const raw: string | undefined = req.getQuery()
  return raw ?? ''
}
