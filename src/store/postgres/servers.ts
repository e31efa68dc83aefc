import { setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'
import { Client, DatabaseError, type ClientConfig } from 'pg'
import { reasonOf } from '../../shared/reason.ts'
import { Unavailable } from '../../shared/unavailable.ts'
import { isReadOnly } from './postgres-faults.ts'

/** Time limit for the answer of each server, below that for a connection. */
const LOOK_LIMIT_MS = 1500
/** Time after a look without a primary in which no other one begins. */
const LOOK_INTERVAL_MS = 200
/** Time that other servers have to answer after the first primary has. */
const OTHERS_LIMIT_MS = 200
/** The timeline of a primary, which each promotion raises; null on a standby. */
export const TIMELINE = `case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end`

/** The servers of an address, of which connections lead to the primary. */
export interface Servers {
  /** Class of clients that connect to the primary, whatever server their address names. */
  readonly Client: typeof Client
  /** Resolves when it is known which server is the primary. Rejects with `Unavailable` if none is. */
  find(): Promise<void>
  /** Whether a connection leads to the server that was found. */
  isCurrent(client: Client): boolean
  /**
   * Judges the timeline that a new connection has reported.
   *
   * @throws {Unavailable} The server is a standby, or was the primary before another one was promoted.
   */
  check(timeline: string | null): void
  /** The next connection looks for the primary again if the fault may mean that this server has stopped being it. */
  note(fault: unknown): void
}

interface Server {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly timeline: number
}

/**
 * @param urls One address for each server, at least two.
 * @param onMoved Called with the name of the primary when it is another one than before.
 */
export function createServers(urls: readonly string[], config: ClientConfig, onMoved: (name: string) => void): Servers {
  let current: Server | null = null
  let last: Server | null = null
  let looking: Promise<Server> | null = null
  /** The newest timeline that was met. A primary of an older one was replaced, and what it takes would be lost. */
  let newest = 0

  const find = async (): Promise<Server> => current ?? (await (looking ??= lookOnce()))

  function lookOnce(): Promise<Server> {
    const end = (): void => void (looking = null)
    const found = look()
    // Whoever asks meanwhile gets the same fault, so that many requests ask the servers no more than one does.
    found.then(end, () => setTimeout(end, LOOK_INTERVAL_MS).unref())
    return found
  }

  async function look(): Promise<Server> {
    const primaries: Server[] = []
    const reasons: string[] = []
    let onFirst = (): void => undefined
    const first = new Promise<void>((resolve) => (onFirst = resolve))
    const asked = urls.map(async (connectionString) => {
      try {
        const server = await ask({ ...config, connectionString })
        if (server.timeline < newest) throw new Error(`${server.name}: another server was promoted since`)
        primaries.push(server)
        onFirst()
      } catch (error) {
        reasons.push(reasonOf(error))
      }
    })
    await Promise.race([Promise.all(asked), first.then(() => sleep(OTHERS_LIMIT_MS))])
    const [found] = primaries.toSorted((a, b) => b.timeline - a.timeline)
    if (found === undefined)
      throw new Unavailable('no server of the database takes writes', { cause: new Error(reasons.join('; ')) })
    newest = found.timeline
    if (last !== null && last.name !== found.name) onMoved(found.name)
    current = last = found
    return found
  }

  const note = (fault: unknown): void => {
    // Other faults that a server reports, such as that it is full, say nothing about which server is the primary.
    const isOther = fault instanceof DatabaseError && !isReadOnly(fault) && !/^(?:08|57)/.test(fault.code ?? '')
    if (!isOther) current = null
  }

  class PrimaryClient extends Client {
    override connect(): Promise<Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<Client> | undefined {
      // An error may follow in the packet that completes the connection.
      this.on('error', () => {})
      const connected = find().then(async ({ host, port }) => {
        this.host = host
        this.port = port
        return super.connect().catch((error: unknown) => {
          note(error)
          throw error
        })
      })
      if (callback === undefined) return connected
      callbackify(() => connected)(callback)
      return undefined
    }
  }

  return {
    Client: PrimaryClient,
    find: async () => void (await find()),
    isCurrent: ({ host, port }) => host === current?.host && port === current.port,
    check(timeline) {
      const number = toNumber(timeline)
      if (number !== null && number >= newest) newest = number
      else {
        current = null
        throw new Unavailable(number === null ? 'the server is a standby' : 'another server was promoted since')
      }
    },
    note,
  }
}

/** Asks one server. Rejects with the reason why it is not a primary. */
async function ask(config: ClientConfig): Promise<Server> {
  const client = new Client({ ...config, connectionTimeoutMillis: LOOK_LIMIT_MS, query_timeout: LOOK_LIMIT_MS })
  const { host, port } = client
  const name = `${host}:${port}`
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: string | null }>(`select ${TIMELINE} as timeline`)
    const timeline = toNumber(rows[0]?.timeline ?? null)
    if (timeline === null) throw new Error('it is a standby')
    return { name, host, port, timeline }
  } catch (error) {
    throw new Error(`${name}: ${reasonOf(error)}`, { cause: error })
  } finally {
    // A hanging server never completes the close.
    client.end().catch(() => {})
  }
}

function toNumber(timeline: string | null): number | null {
  return timeline === null ? null : Number.parseInt(timeline, 16)
}
