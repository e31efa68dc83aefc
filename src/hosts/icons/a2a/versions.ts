/** A generation of the protocol that the agent speaks, as `A2A-Version` names it: Major.Minor. */
export type Generation = '1.0' | '0.3'

/** Where a client says which version it speaks; as a query parameter where it cannot set header fields. */
export const VERSION_FIELD = 'a2a-version'

/** A version with a patch number or not; the number says nothing about compatibility (A2A 1.0 §3.6). */
const VERSION = /^(\d{1,4}\.\d{1,4})(?:\.\d{1,9})?$/

/** Before 1.0 clients said nothing, so that silence means this one. */
const UNSAID: Generation = '0.3'

/**
 * The generation in which a request is to be read; null when the agent does not speak it.
 *
 * @param field Value of the header field, `''` without one. It goes before the query parameter.
 * @param rawQuery Without the question mark.
 */
export function generationOf(field: string, rawQuery: string): Generation | null {
  const said = field.trim() || (rawQuery === '' ? '' : fromQuery(rawQuery))
  if (said === '') return UNSAID
  const version = VERSION.exec(said)?.[1]
  return version === '1.0' || version === '0.3' ? version : null
}

function fromQuery(rawQuery: string): string {
  for (const [name, value] of new URLSearchParams(rawQuery)) {
    if (name.toLowerCase() === VERSION_FIELD) return value.trim()
  }
  return ''
}
