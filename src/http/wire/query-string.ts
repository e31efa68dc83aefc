import { decodeFormPart } from './percent.ts'
import type { HttpRequest } from '../uws.ts'

/** Every value of one name, in order; null stands for a value that cannot be decoded. */
export type QueryValues = readonly (string | null)[]

/**
 * Splits a raw query string. Names that cannot be decoded belong to no parameter that we know, so they are dropped.
 * Values are decoded only for `names`: whatever else a client sends is ignored, malformed or not.
 *
 * @returns by position in `names`; undefined for a name that is not there
 */
export function parseQueryString(raw: string, names: readonly string[]): readonly (QueryValues | undefined)[] {
  const values = names.map((): (string | null)[] | undefined => undefined)
  for (let start = 0, end = 0; end < raw.length; start = end + 1) {
    end = raw.indexOf('&', start)
    if (end === -1) end = raw.length
    if (end === start) continue
    const equals = raw.indexOf('=', start)
    const nameEnd = equals === -1 || equals > end ? end : equals
    const position = positionOf(raw, start, nameEnd, names)
    if (position === -1) continue
    const value = nameEnd === end ? '' : decodeFormPart(raw, nameEnd + 1, end)
    const list = values[position]
    if (list === undefined) values[position] = [value]
    else list.push(value)
  }
  return values
}

function positionOf(raw: string, start: number, end: number, names: readonly string[]): number {
  // Nearly always a name stands there as it is known.
  for (let position = 0; position < names.length; position++) {
    if (names[position]!.length === end - start && standsAt(raw, start, names[position]!)) return position
  }
  const name = decodeFormPart(raw, start, end)
  return name === null ? -1 : names.indexOf(name)
}

function standsAt(raw: string, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) if (raw.charCodeAt(start + i) !== name.charCodeAt(i)) return false
  return true
}

/** The query string of a request as it came. Its type in uWebSockets.js says string, but without a question mark it is undefined. */
export function rawQueryOf(req: HttpRequest): string {
  const raw: string | undefined = req.getQuery()
  return raw ?? ''
}
