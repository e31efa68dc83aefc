/** A version of the protocol that the agent supports, in the form of `A2A-Version`: Major.Minor. */
export type A2aVersion = '1.0' | '0.3'

/**
 * Header field in which a client names its version. Clients that cannot set header fields use a query parameter of this
 * name.
 */
export const VERSION_FIELD = 'a2a-version'

/** A version with an optional patch number, which does not affect compatibility (A2A 1.0 §3.6). */
const VERSION = /^(\d{1,4}\.\d{1,4})(?:\.\d{1,9})?$/

/** Version of requests that name none, since clients before 1.0 did not name any. */
const DEFAULT_VERSION: A2aVersion = '0.3'

/**
 * Finds the version of a request; null: the agent does not support it.
 *
 * @param field Value of the header field, `''` without one. It takes precedence over the query parameter.
 * @param rawQuery Query without the question mark.
 */
export function versionOf(field: string, rawQuery: string): A2aVersion | null {
  const requested = field.trim() || (rawQuery === '' ? '' : fromQuery(rawQuery))
  if (requested === '') return DEFAULT_VERSION
  const version = VERSION.exec(requested)?.[1]
  return version === '1.0' || version === '0.3' ? version : null
}

function fromQuery(rawQuery: string): string {
  for (const [name, value] of new URLSearchParams(rawQuery)) {
    if (name.toLowerCase() === VERSION_FIELD) return value.trim()
  }
  return ''
}
