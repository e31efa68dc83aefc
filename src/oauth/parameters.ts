import { parseQueryString } from '../http/wire/query-string.ts'

/** The parameters of a request that an endpoint knows; others are ignored, however they look (RFC 6749 §3.1, §3.2). */
export interface OAuthParameters {
  /** `''` where it is left out, has no value (which is the same, §3.1), or is at fault. */
  get(name: string): string
  /** Every value of a parameter that may be repeated. */
  list(name: string): readonly string[]
  /** What is wrong with the first of these that is at fault: given twice, or not decodable. */
  faultIn(names: Iterable<string>): string | null
}

/**
 * Reads a raw query string or the text of a form, bounded by its endpoint.
 *
 * @param repeatable Those of `names` that may come several times.
 */
export function readParameters(
  raw: string,
  names: ReadonlySet<string>,
  repeatable: ReadonlySet<string> = new Set(),
): OAuthParameters {
  const order = [...names]
  const given = parseQueryString(raw, order)
  const values = new Map(order.map((name, position) => [name, given[position]]))

  function faultOf(name: string): string | null {
    const given = values.get(name)
    if (given === undefined) return null
    if (given.length > 1 && !repeatable.has(name)) return `The parameter ${name} may be given only once.`
    return given.includes(null) ? `The parameter ${name} is not UTF-8 with correct percent-encoding.` : null
  }

  return {
    get: (name) => (faultOf(name) === null ? (values.get(name)?.[0] ?? '') : ''),
    list: (name) => (values.get(name) ?? []).filter((value): value is string => value !== null && value !== ''),
    faultIn(names) {
      for (const name of names) {
        const fault = faultOf(name)
        if (fault !== null) return fault
      }
      return null
    },
  }
}
