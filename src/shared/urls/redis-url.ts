import { decodePercent } from '../decode-percent.ts'

/** Address and credentials of Redis, as plain data. */
export interface RedisTarget {
  readonly kind: 'single' | 'sentinel' | 'cluster'
  /** One server, or the initial sentinels or nodes of a cluster; at least one. */
  readonly addresses: readonly RedisAddress[]
  readonly tls: boolean
  readonly username: string | null
  readonly password: string | null
  /** Number of the database; always 0 in a cluster. */
  readonly database: number
  /** Name of the primary at the sentinels; `''` without sentinels. */
  readonly primary: string
  readonly sentinelUsername: string | null
  readonly sentinelPassword: string | null
}

export interface RedisAddress {
  /** Name or IP address; IPv6 without brackets. */
  readonly host: string
  readonly port: number
}

const KINDS = { '': 'single', '+sentinel': 'sentinel', '+cluster': 'cluster' } as const
const DEFAULT_PORT = 6379
const DEFAULT_SENTINEL_PORT = 26_379
const ADDRESS_LIMIT = 64

const FORM =
  /^(?<scheme>rediss?)(?<kind>\+sentinel|\+cluster|):\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<addresses>[^@/?#]+)(?:\/(?<database>\d{0,4}))?(?:\?(?<query>[^#]*))?$/
const ADDRESS = /^(?:\[(?<six>[\da-fA-F:.]+)\]|(?<name>[\w.-]+))(?::(?<port>\d{1,5}))?$/

/**
 * Parses the address of Redis. All forms take credentials as `user:password@` or `:password@`, percent-encoded; with
 * `rediss` in place of `redis` every connection is TLS.
 *
 * ```
 * redis://host:6379/0                                       one server
 * redis+sentinel://host:26379,host:26379/0?name=mymaster    the primary with that name at the sentinels; further parameters:
 *                                                           sentinel_username, sentinel_password
 * redis+cluster://host:6379,host:6379                       a cluster, from any of its nodes
 * ```
 *
 * @returns null for everything else; the parser never guesses.
 */
export function parseRedisUrl(text: string): RedisTarget | null {
  const parts = FORM.exec(text)?.groups
  if (parts === undefined) return null
  const kind = KINDS[parts['kind'] as keyof typeof KINDS]
  const defaultPort = kind === 'sentinel' ? DEFAULT_SENTINEL_PORT : DEFAULT_PORT
  const addresses = (parts['addresses'] ?? '').split(',').map((address) => parseAddress(address, defaultPort))
  const known = addresses.filter((address) => address !== null)
  const query = parseQuery(parts['query'])
  const username = decodePercent(parts['user'] ?? '')
  const password = decodePercent(parts['password'] ?? '')
  if (known.length !== addresses.length || known.length > ADDRESS_LIMIT) return null
  if (kind === 'single' && known.length > 1) return null
  if (username === null || password === null || query === null) return null
  const database = Number(parts['database'] ?? '0')
  if (kind === 'cluster' && database !== 0) return null
  const { name = '', sentinel_username, sentinel_password, ...unknown } = query
  if (Object.keys(unknown).length > 0 || (kind === 'sentinel') !== (name !== '')) return null
  if (kind !== 'sentinel' && (sentinel_username ?? sentinel_password) !== undefined) return null
  return {
    kind,
    addresses: known,
    tls: parts['scheme'] === 'rediss',
    username: username === '' ? null : username,
    password: password === '' ? null : password,
    database,
    primary: name,
    sentinelUsername: sentinel_username ?? null,
    sentinelPassword: sentinel_password ?? null,
  }
}

function parseAddress(text: string, defaultPort: number): RedisAddress | null {
  const parts = ADDRESS.exec(text)?.groups
  const host = parts?.['six'] ?? parts?.['name']
  const port = Number(parts?.['port'] ?? defaultPort)
  if (host === undefined || port < 1 || port > 65_535) return null
  return parts?.['six'] === undefined || URL.canParse(`http://[${host}]`) ? { host, port } : null
}

/** Null when a parameter is repeated, empty or cannot be decoded. */
function parseQuery(text: string | undefined): Record<string, string> | null {
  const found = new Map<string, string>()
  for (const item of (text ?? '').split('&').filter((item) => item !== '')) {
    const [name = '', value = ''] = item.split(/=(.*)/s).map(decodePercent)
    if (name === null || value === null || value === '' || found.has(name)) return null
    found.set(name, value)
  }
  return Object.fromEntries(found)
}
