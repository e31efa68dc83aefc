import { isIP } from 'node:net'
import type { Config } from '../config/config.ts'
import { isPublicAddress } from '../oauth/client/special-addresses.ts'
import { isLoopbackOrigin } from '../shared/loopback.ts'

/**
 * Endings of names that mean something else in each network (RFC 6761, RFC 6762, RFC 8375, and what ICANN keeps out of the
 * public tree).
 */
const PRIVATE_ENDING = /\.(?:localhost|local|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid)$/

/**
 * Creates the check whose pages may call the MCP endpoint of a host: those of the hosts, of this machine, and of the origins
 * that the operator names. Others are refused, so that no page reaches an endpoint of a private network through its
 * visitor's browser (DNS rebinding).
 *
 * @param openUrl Origin of a host without credentials. Under its name, if that is public, every page may call it: the browser
 * has then asked for that name, which no page can point elsewhere. Null: the host has credentials.
 */
export function createOriginCheck(
  { account, docs, icons, mcpOrigins }: Config,
  openUrl: string | null,
): (origin: string, host: string) => boolean {
  if (mcpOrigins.includes('*')) return () => true
  const allowed = new Set([docs.url, account.url, icons.url, ...mcpOrigins])
  const openHosts = openUrl === null ? [] : publicHostsOf(new URL(openUrl))
  return (origin, host) => allowed.has(origin) || isLoopbackOrigin(origin) || openHosts.includes(host.toLowerCase())
}

/** The values that the `Host` field may have for a public name or address; empty if it is not public. */
function publicHostsOf({ host, hostname, port, protocol }: URL): readonly string[] {
  const name = hostname.replace(/^\[|\]$|\.$/g, '')
  const isPublic = isIP(name) === 0 ? name.includes('.') && !PRIVATE_ENDING.test(name) : isPublicAddress(name)
  if (!isPublic) return []
  return port === '' ? [host, `${host}:${protocol === 'https:' ? 443 : 80}`] : [host]
}
