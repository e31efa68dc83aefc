import { decodeFormPercent } from './percent.ts'
import { decodeUtf8 } from './utf8.ts'

/** Far more than any form or query has; a body of separators alone could hold thousands. */
const PAIR_LIMIT = 128

export interface FormFault {
  /** `coding`: not UTF-8 with correct percent-encoding; `repeated`: `name` was given more than once. */
  readonly reason: 'coding' | 'repeated' | 'too-many'
  /** Only one of the names that were asked for. */
  readonly name?: string
  /** For people. Holds no text of the client. */
  readonly detail: string
}

/** The values by their names; `''` for one that is absent, since one without a value counts as left out (RFC 6749 §3.1, §3.2). */
export type FormResult<Name extends string> =
  | { readonly ok: true; readonly values: Readonly<Record<Name, string>> }
  | { readonly ok: false; readonly fault: FormFault }

/**
 * Reads a body of type application/x-www-form-urlencoded.
 *
 * @param body Bounded by its route.
 * @param names Parameters that may be given once. Others are ignored, however often they come, but must be coded correctly.
 */
export function readForm<Name extends string>(body: Uint8Array, names: readonly Name[]): FormResult<Name> {
  const text = decodeUtf8(body)
  return text === null ? refuse('coding', 'The body must be a form in UTF-8.') : readFormText(text, names)
}

/** As `readForm`, for what has been decoded already, or a raw query string. */
export function readFormText<Name extends string>(text: string, names: readonly Name[]): FormResult<Name> {
  const values = Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>
  const seen = new Set<string>()
  const pairs = text.split('&', PAIR_LIMIT + 1)
  if (pairs.length > PAIR_LIMIT) return refuse('too-many', `There may be ${PAIR_LIMIT} parameters at most.`)
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    const name = decodeFormPercent(equals === -1 ? pair : pair.slice(0, equals))
    const value = equals === -1 ? '' : decodeFormPercent(pair.slice(equals + 1))
    if (name === null || value === null) {
      return refuse('coding', 'A parameter is not UTF-8 with correct percent-encoding.')
    }
    if (!isOneOf(names, name)) continue
    if (seen.has(name)) return refuse('repeated', `The parameter ${name} may be given only once.`, name)
    seen.add(name)
    values[name] = value
  }
  return { ok: true, values }
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name)
}

function refuse(reason: FormFault['reason'], detail: string, name?: string): { ok: false; fault: FormFault } {
  return { ok: false, fault: { reason, detail, ...(name === undefined ? {} : { name }) } }
}
