import { Resolver } from 'node:dns/promises'

/** Every address of a name; none where it has none. Rejects when nobody could say. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

const QUERY_TIMEOUT_MS = 1000
const TRIES = 2

/**
 * Asks name servers directly. The way of the C library waits in one of the few threads of the process, which passwords
 * and signatures need too: names whose servers never answer could hold them all. So `/etc/hosts` is not looked at, and
 * `localhost` is this machine (RFC 6761 §6.3).
 *
 * @param servers Addresses with ports. Default: those of the system.
 */
export function createResolveHost(servers?: readonly string[]): ResolveHost {
  return async (host) => {
    if (host === 'localhost') return ['127.0.0.1', '::1']
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES })
    if (servers !== undefined) resolver.setServers(servers)
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0 && four.status === 'rejected') throw four.reason
    return addresses
  }
}
