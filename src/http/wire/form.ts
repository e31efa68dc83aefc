import { decodeFormPart, decodeFormPercent } from './percent.ts'
import { decodeUtf8 } from './utf8.ts'
import type { Failure, Result } from '../../shared/result.ts'

/** Far more than any form or query has. A body of separators alone could hold thousands. */
const PAIR_LIMIT = 128

/** Every value of one parameter, in order; null stands for a value that cannot be decoded. */
export type ParameterTexts = readonly (string | null)[]

/**
 * Splits application/x-www-form-urlencoded text: a raw query string, or a body that its route has bounded. Only the parameters
 * in `names` are decoded; others are ignored, malformed or not.
 *
 * @returns by position in `names`; undefined for a name that is not there
 */
export function parseForm(text: string, names: readonly string[]): readonly (ParameterTexts | undefined)[] {
  const values = names.map((): (string | null)[] | undefined => undefined)
  for (let start = 0, end = 0; end < text.length; start = end + 1) {
    end = text.indexOf('&', start)
    if (end === -1) end = text.length
    if (end === start) continue
    const equals = text.indexOf('=', start)
    const nameEnd = equals === -1 || equals > end ? end : equals
    const position = positionOf(text, start, nameEnd, names)
    if (position === -1) continue
    const value = nameEnd === end ? '' : decodeFormPart(text, nameEnd + 1, end)
    const list = values[position]
    if (list === undefined) values[position] = [value]
    else list.push(value)
  }
  return values
}

function positionOf(text: string, start: number, end: number, names: readonly string[]): number {
  // Nearly every name is sent uncoded.
  for (let position = 0; position < names.length; position++) {
    if (names[position]!.length === end - start && standsAt(text, start, names[position]!)) return position
  }
  const name = decodeFormPart(text, start, end)
  return name === null ? -1 : names.indexOf(name)
}

function standsAt(text: string, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) if (text.charCodeAt(start + i) !== name.charCodeAt(i)) return false
  return true
}

/** The parameters of a request that an endpoint knows; others are ignored, however they look (RFC 6749 §3.1, §3.2). */
export interface Form {
  /** `''` for a parameter that is absent, has no value (which is the same, §3.1), or is at fault. */
  get(name: string): string
  /** Every value of a parameter that may be repeated. */
  list(name: string): readonly string[]
  /** Describes the first of these that is at fault: given twice, or not decodable. */
  faultIn(names: Iterable<string>): string | null
}

/** @param repeatable Those of `names` that may come several times. */
export function readForm(text: string, names: Iterable<string>, repeatable: ReadonlySet<string> = new Set()): Form {
  const order = [...names]
  const given = parseForm(text, order)
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

/** `coding`: some parameter, known or not, is not UTF-8 with correct percent-encoding; `repeated`: a known one came twice. */
export type FormFault = Failure<'coding' | 'repeated' | 'too-many'>

/**
 * Reads a form whose every parameter must be coded correctly. Those in `names` may be given once; others are ignored, however
 * often they come. The first fault in the text is reported.
 *
 * @returns the values by their names; `''` for one that is absent
 */
export function readStrictForm<Name extends string>(
  form: Uint8Array | string,
  names: readonly Name[],
): Result<Readonly<Record<Name, string>>, FormFault> {
  const text = typeof form === 'string' ? form : decodeUtf8(form)
  if (text === null) return refuse('coding', 'The body must be a form in UTF-8.')
  const pairs = text.split('&', PAIR_LIMIT + 1)
  if (pairs.length > PAIR_LIMIT) return refuse('too-many', `There may be ${PAIR_LIMIT} parameters at most.`)
  const values = Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>
  const seen = new Set<Name>()
  for (const pair of pairs) {
    if (decodeFormPercent(pair) === null)
      return refuse('coding', 'A parameter is not UTF-8 with correct percent-encoding.')
    const given = parseForm(pair, names)
    const name = names.find((_, position) => given[position] !== undefined)
    if (name === undefined) continue
    if (seen.has(name)) return refuse('repeated', `The parameter ${name} may be given only once.`)
    seen.add(name)
    values[name] = given[names.indexOf(name)]?.[0] ?? ''
  }
  return { ok: true, value: values }
}

function refuse(code: FormFault['code'], detail: string): FormFault {
  return { ok: false, code, detail }
}
