import type { PoolClient } from 'pg'
import { TIMELINE, type Servers } from './servers.ts'

/** Time limits that the server keeps. */
export interface SessionLimits {
  readonly statementMs: number
  readonly lockMs: number
  readonly idleTransactionMs: number
}

/** What is known about a connection from its first answer. */
export interface Greeting {
  /**
   * Whether a pooler such as PgBouncer stands before the server. Each statement outside of a transaction may then reach another
   * session.
   */
  readonly isPooled: boolean
}

const NAMES = {
  statementMs: 'statement_timeout',
  lockMs: 'lock_timeout',
  idleTransactionMs: 'idle_in_transaction_session_timeout',
} as const satisfies Record<keyof SessionLimits, string>

/**
 * Sets the limits of a new connection and learns what it leads to, in one statement. Parameters of the connection would do the
 * first, but PgBouncer refuses those.
 *
 * @throws {Unavailable} Of several servers it is not the primary.
 */
export async function greet(
  client: PoolClient,
  { limits, servers }: { readonly limits: SessionLimits; readonly servers: Servers | null },
): Promise<Greeting> {
  // Poolers give numbers of their own to their clients. A limit that is local ends with this statement.
  const { processID } = client as { readonly processID?: number | null }
  const isPooled = `pg_backend_pid() <> ${Number(processID)}`
  const settings = settingsOf(limits).map(([name, limitMs]) => `set_config('${name}', '${limitMs}', ${isPooled})`)
  const { rows } = await client.query<{ pooled: boolean; timeline: string | null }>(
    `select ${isPooled} as pooled, ${servers === null ? 'null' : TIMELINE} as timeline, ${settings.join(', ')}`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the server answers nothing')
  servers?.check(row.timeline)
  return { isPooled: row.pooled }
}

/** Statements that set the limits for one transaction. */
export function setLimits(limits: SessionLimits): string {
  return settingsOf(limits)
    .map(([name, limitMs]) => `set local ${name} = ${limitMs}`)
    .join('; ')
}

function settingsOf(limits: SessionLimits): readonly (readonly [string, number])[] {
  return Object.entries(NAMES).map(([key, name]) => [name, limits[key as keyof SessionLimits]])
}
