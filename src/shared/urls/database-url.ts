import type { Result } from '../result.ts'

const SERVERS_LIMIT = 8
const FORM = /^(?<scheme>postgres(?:ql)?:\/\/)(?<authority>[^/?#]*)(?<rest>.*)$/s
/** Values of `target_session_attrs` of libpq that lead to a server which takes writes. */
const WRITABLE = new Set(['read-write', 'primary'])

/**
 * Parses the address of PostgreSQL, which may name several servers as libpq has them: `postgres://user@one:5432,two/name`.
 * Returns an address for each server.
 */
export function parseDatabaseUrl(text: string): Result<readonly [string, ...string[]]> {
  const { scheme, authority = '', rest = '' } = FORM.exec(text)?.groups ?? {}
  if (scheme === undefined) return invalid('must be a postgres:// or postgresql:// address')
  const credentials = authority.slice(0, authority.lastIndexOf('@') + 1)
  const [first = '', ...others] = authority.slice(credentials.length).split(',')
  const hosts = [first, ...others]
  if (others.length > 0 && hosts.includes('')) return invalid('must name a server before and after each comma')
  if (hosts.length > SERVERS_LIMIT) return invalid(`must name at most ${SERVERS_LIMIT} servers`)
  const toUrl = (host: string): string => `${scheme}${credentials}${host}${rest}`
  if (!hosts.map(toUrl).every((url) => URL.canParse(url)))
    return invalid('must be a postgres:// or postgresql:// address')
  const { searchParams } = new URL(toUrl(first))
  if (searchParams.get('host')?.includes(','))
    return invalid('must name several servers before its path: postgres://user@one:5432,two:5432/name')
  const target = searchParams.get('target_session_attrs')
  const isFit = target === null || WRITABLE.has(target) || (target === 'any' && others.length === 0)
  if (!isFit) return invalid('must have read-write or primary as target_session_attrs: Signpost writes to the server')
  return { ok: true, value: [toUrl(first), ...others.map(toUrl)] }
}

function invalid(detail: string): Result<never> {
  return { ok: false, code: 'invalid', detail }
}
