import { parseDatabaseUrl } from '../shared/urls/database-url.ts'
import type { Config } from './config.ts'

/**
 * Connections to PostgreSQL that one process has at most. Each listener has its pool, and the main thread two of one connection:
 * for accounts, and for what all nodes share. Each pool opens another one to look whether a server lives, and of several
 * servers, one more to look for the primary.
 */
export function connectionDemand({ account, threads }: Pick<Config, 'account' | 'threads'>): number {
  const { databaseConnections, databaseUrl } = account
  const servers = parseDatabaseUrl(databaseUrl ?? '')
  const looks = servers.ok && servers.value.length > 1 ? 2 : 1
  return threads.listeners * (databaseConnections + looks) + 2 * (1 + looks)
}
