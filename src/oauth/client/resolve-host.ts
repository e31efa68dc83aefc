import { Resolver } from 'node:dns/promises'

/** Resolves to all addresses of a name, or none. Rejects when no server answered. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

const QUERY_TIMEOUT_MS = 1000
const TRIES = 2

/**
 * Creates a resolver that asks name servers directly. The C library's resolver blocks one of the few threads of the
 * process, which passwords and signatures need too. Names whose servers never answer could block them all. As a consequence
 * `/etc/hosts` is ignored, and `localhost` is this machine (RFC 6761 §6.3).
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
