import type { Config } from '../config/config.ts'

const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/**
 * Whose pages may call the MCP endpoints: the hosts' own, those of this machine, and those that the operator names. Others
 * are refused, so that no page can reach an endpoint of a private network through its visitor's browser (DNS rebinding).
 */
export function createOriginCheck({ docs, icons, mcpOrigins }: Config): (origin: string) => boolean {
  if (mcpOrigins.includes('*')) return () => true
  const allowed = new Set([docs.url, icons.url, ...mcpOrigins])
  return (origin) => allowed.has(origin) || LOOPBACK.test(origin)
}
