import type { z } from 'zod'
import { parseQueryString } from './query-string.ts'
import type { ServiceError } from './service-error.ts'

/** One query parameter. Its schema validates the decoded text and describes it in the OpenAPI document. */
export interface Parameter<Output = unknown> {
  readonly schema: z.ZodType<Output>
  /**
   * `integer`: decimal digits are turned into a number before the schema sees them; anything else stays text.
   * `list`: values separated by commas; it may be given several times, and malformed ones are left out.
   */
  readonly form: 'text' | 'integer' | 'list'
  /**
   * What the schema makes of a text that it certainly takes, where to ask the schema costs much and nearly every request has
   * another text. Undefined: the schema decides. Whoever gives a parameter another schema looks at this too.
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

export type ParameterResult<P extends Parameters> =
  { readonly ok: true; readonly values: ParameterValues<P> } | { readonly ok: false; readonly error: ServiceError }

/** Builds the parser of one route's parameters. It reports the first fault, in the order of the table. */
export function createParameterParser<P extends Parameters>(parameters: P): (rawQuery: string) => ParameterResult<P> {
  const entries = Object.entries(parameters).map(
    ([name, parameter]) => [name, parameter, recall(name, parameter)] as const,
  )
  const names = new Set(Object.keys(parameters))
  return (rawQuery) => {
    const given = parseQueryString(rawQuery, names)
    const values: Record<string, unknown> = {}
    for (const [name, parameter, validate] of entries) {
      const result = parseParameter(name, parameter, given.get(name), validate)
      if ('detail' in result) {
        return { ok: false, error: { status: 400, code: parameter.code, detail: result.detail, param: name } }
      }
      values[name] = result.value
    }
    return { ok: true, values: values as ParameterValues<P> }
  }
}

type Validated = { readonly value: unknown } | { readonly detail: string }

/** Validates what a parameter is given, and remembers the last: most requests give it the same, or nothing. */
function recall(name: string, parameter: Parameter): (input: unknown) => Validated {
  const { quick } = parameter
  let lastInput: unknown
  let last: Validated | null = null
  return (input) => {
    if (quick !== undefined && typeof input === 'string') {
      const value = quick(input)
      if (value !== undefined) return { value }
    }
    if (last === null || input !== lastInput) {
      last = validate(name, parameter, input)
      lastInput = input
    }
    return last
  }
}

function parseParameter(
  name: string,
  parameter: Parameter,
  given: readonly (string | null)[] | undefined,
  validate: (input: unknown) => Validated,
): Validated {
  if (parameter.form === 'list') {
    const joined = given?.filter((item) => item !== null).join(',')
    return validate(joined)
  }
  if (given !== undefined && given.length > 1) return { detail: `Give the parameter ${name} once.` }
  const text = given?.[0]
  if (text === null) return { detail: `The parameter ${name} is not UTF-8 with correct percent-encoding.` }
  const input = text !== undefined && parameter.form === 'integer' && /^[0-9]+$/.test(text) ? Number(text) : text
  return validate(input)
}

function validate(name: string, parameter: Parameter, input: unknown): Validated {
  const parsed = parameter.schema.safeParse(input)
  return parsed.success
    ? { value: parsed.data }
    : { detail: parsed.error.issues[0]?.message ?? `The parameter ${name} is invalid.` }
}
