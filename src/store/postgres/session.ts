import type { Pool, PoolClient } from 'pg'
import type { Pulse } from './postgres-pulse.ts'
import { TIMELINE, type Servers } from './servers.ts'

/** Time limits that the server keeps. */
export interface SessionLimits {
  readonly statementMs: number
  readonly lockMs: number
  readonly idleTransactionMs: number
}

/** How a server is used that is a process of its own. */
export interface RemoteOptions {
  readonly pulse: Pulse
  readonly limits: SessionLimits
  /** Null if the address names one server. */
  readonly servers: Servers | null
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
 * Takes a connection of the pool, of several servers one to the primary of now.
 *
 * @param remote Null when the server is part of this process, which nobody greets.
 */
export async function takeClient(
  pool: Pool,
  remote: RemoteOptions | null,
  greetings: WeakMap<object, Greeting>,
): Promise<{ readonly client: PoolClient; readonly greeting: Greeting | null }> {
  for (;;) {
    await remote?.servers?.find()
    const client = await pool.connect()
    if (remote === null) return { client, greeting: null }
    const known = greetings.get(client)
    if (known !== undefined) {
      if (remote.servers === null || remote.servers.isCurrent(client)) return { client, greeting: known }
      // It leads to a server that was the primary before.
      client.release(true)
      continue
    }
    try {
      const greeting = await greet(client, remote)
      greetings.set(client, greeting)
      return { client, greeting }
    } catch (error) {
      remote.servers?.note(error)
      client.release(true)
      throw error
    }
  }
}

/**
 * Sets the limits of a new connection and learns what it leads to, in one statement. Parameters of the connection would do the
 * first, but PgBouncer refuses those.
 *
 * @throws {Unavailable} Of several servers it is not the primary.
 */
async function greet(client: PoolClient, { limits, servers }: RemoteOptions): Promise<Greeting> {
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
