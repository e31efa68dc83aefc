import type { Config } from '../config/config.ts'
import { isLoopbackOrigin } from '../shared/loopback.ts'

/**
 * Whose pages may call the MCP endpoints: the hosts' own, those of this machine, and those that the operator names. Others
 * are refused, so that no page can reach an endpoint of a private network through its visitor's browser (DNS rebinding).
 */
export function createOriginCheck({ account, docs, icons, mcpOrigins }: Config): (origin: string) => boolean {
  if (mcpOrigins.includes('*')) return () => true
  const allowed = new Set([docs.url, account.url, icons.url, ...mcpOrigins])
  return (origin) => allowed.has(origin) || isLoopbackOrigin(origin)
}
