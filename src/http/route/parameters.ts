import type { z } from 'zod'
import { parseForm, type ParameterTexts } from '../wire/form.ts'
import type { ServiceError } from './service-error.ts'
import type { Result } from '../../shared/result.ts'

/** One query parameter. Its schema validates the decoded text and describes it in the OpenAPI document. */
export interface Parameter<Output = unknown> {
  readonly schema: z.ZodType<Output>
  /**
   * `integer`: decimal digits are turned into a number before the schema sees them; other text stays as it is.
   * `list`: values separated by commas; it may be given several times, and malformed ones are left out.
   */
  readonly form: 'text' | 'integer' | 'list'
  /**
   * Returns what the schema makes of a text that it certainly takes; undefined: the schema decides. It is for schemas that
   * cost much, where nearly every request has another text. It must change with the schema.
   */
  readonly quick?: (text: string) => Output | undefined
  /** Code of the error when the parameter is missing, malformed, given twice or refused by its schema. */
  readonly code: string
  readonly description: string
  readonly required: boolean
}

export type Parameters = Readonly<Record<string, Parameter>>

export type ParameterValues<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends Parameter<infer Output> ? Output : never
}

/** Parses a raw query string. */
export type ParameterParser<P extends Parameters> = (rawQuery: string) => Result<ParameterValues<P>, ServiceError>

/** Builds the parser of one route's parameters. It reports the first fault, in the order of the table. */
export function createParameterParser<P extends Parameters>(parameters: P): ParameterParser<P> {
  const names = Object.keys(parameters)
  const readers = names.map((name) => new ParameterReader(name, parameters[name]!))
  /** The first values, in order and by name. To copy them and set the values that differ costs less than to set all. */
  let known: unknown[] | null = null
  let knownByName: Readonly<Record<string, unknown>> = Object.fromEntries(names.map((name) => [name, undefined]))
  return (rawQuery) => {
    const given = parseForm(rawQuery, names)
    const values: Record<string, unknown> = { ...knownByName }
    for (let position = 0; position < readers.length; position++) {
      const reader = readers[position]!
      const { detail, value } = reader.read(given[position])
      if (detail !== null) {
        const { name, parameter } = reader
        return { ok: false, status: 400, code: parameter.code, detail, param: name }
      }
      if (known === null || value !== known[position]) values[reader.name] = value
    }
    if (known === null) {
      knownByName = { ...values }
      known = Object.values(values)
    }
    return { ok: true, value: values as ParameterValues<P> }
  }
}

/** The value of a parameter, or its fault. */
interface Read {
  readonly value: unknown
  /** Describes the fault, or null. */
  readonly detail: string | null
}

/** Reads one parameter. It remembers the last result of the schema, since most requests give the same value, or none. */
class ParameterReader {
  readonly name: string
  readonly parameter: Parameter
  #lastInput: unknown
  #last: Read | null = null

  constructor(name: string, parameter: Parameter) {
    this.name = name
    this.parameter = parameter
  }

  read(given: ParameterTexts | undefined): Read {
    const { form, quick } = this.parameter
    if (form === 'list') return this.#validate(given?.filter((item) => item !== null).join(','))
    if (given === undefined) return this.#validate(undefined)
    const text = given[0] ?? null
    if (given.length > 1) return { value: null, detail: `Give the parameter ${this.name} once.` }
    if (text === null) {
      return { value: null, detail: `The parameter ${this.name} is not UTF-8 with correct percent-encoding.` }
    }
    if (form === 'integer' && /^[0-9]+$/.test(text)) return this.#validate(Number(text))
    const value = quick?.(text)
    return value === undefined ? this.#validate(text) : { value, detail: null }
  }

  #validate(input: unknown): Read {
    if (this.#last === null || input !== this.#lastInput) {
      const parsed = this.parameter.schema.safeParse(input)
      this.#last = parsed.success
        ? { value: parsed.data, detail: null }
        : { value: null, detail: parsed.error.issues[0]?.message ?? `The parameter ${this.name} is invalid.` }
      this.#lastInput = input
    }
    return this.#last
  }
}
