import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, type TransactionSettings } from 'kysely'
import { DatabaseError, type Pool, type QueryResultRow } from 'pg'
import { Timing } from '../../shared/answer-timer.ts'
import { Unavailable } from '../../shared/unavailable.ts'
import { isReadOnly, isStalePlan, isUnreplicated } from './postgres-faults.ts'
import { toParameter } from './postgres-values.ts'
import { setLimits, takeClient, type Greeting, type RemoteOptions } from './session.ts'

/** Maximum number of callers that may wait for a connection; the next one is refused at once. */
const WAITING_LIMIT = 1000
/** Maximum number of statements that a connection keeps prepared. */
const NAMES_LIMIT = 300
const COMMIT = 'commit'

interface Connection extends DatabaseConnection {
  inTransaction: boolean
  /** What follows the start of a transaction in the same message. */
  readonly begins: string
  release(): void
}

/** A driver that says how its statements fare, for metrics. */
export interface PostgresDriver extends Driver {
  readonly timing: Timing
  /** Callers that wait for a connection. */
  readonly waiting: number
  /** Whether a pooler such as PgBouncer has answered in place of the server. */
  readonly pooled: boolean
}

/**
 * Runs Kysely's statements through a pool. After a fault that the server did not report, such as a break or an overdue
 * answer, the connection is closed and never used again.
 *
 * @param remote Null when the server is part of this process.
 */
export function createPostgresDriver(pool: Pool, remote: RemoteOptions | null): PostgresDriver {
  /** Clients with a write that was committed before its standby had it. */
  const unreplicated = new WeakSet<object>()
  const greetings = new WeakMap<object, Greeting>()
  // A connection that breaks while idle leaves the pool. While one is used, its statement rejects with the same error.
  // Both listeners stand from the first moment: an error may follow in the packet that completes the connection.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.on('notice', (notice) => void (isUnreplicated(notice) && unreplicated.add(client)))
  })
  const timing = new Timing('postgresql')
  const names = new Map<string, string>()
  let named = 0
  let pooled = false

  /** Undefined for statements that are not prepared, because there are more texts than anybody repeats. */
  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || names.size >= NAMES_LIMIT) return known
    const name = `s${named++}`
    names.set(text, name)
    return name
  }

  async function acquireConnection(): Promise<Connection> {
    if (pool.waitingCount >= WAITING_LIMIT)
      throw new Unavailable('too many wait for a connection to the database', { reason: 'queue' })
    const { client, greeting } = await takeClient(pool, remote, greetings).catch((error: unknown) => {
      throw toFault(error, 'there is no connection to the database')
    })
    pooled ||= greeting?.isPooled === true
    let broken: Error | undefined
    async function query<R>(text: string, values: (string | Buffer | null)[]): Promise<QueryResult<R>> {
      if (broken !== undefined) throw broken
      // Statements of the embedded database, and those that go through a pooler, are not prepared by name.
      const name = greeting?.isPooled === false ? nameOf(text) : undefined
      const statement = { text, values, ...(name === undefined ? {} : { name }) }
      const sentAtMs = performance.now()
      const answer = client.query<R & QueryResultRow>(statement)
      const { command, rows, rowCount } = await (remote === null ? answer : remote.pulse.whileAlive(answer))
      timing.record(sentAtMs)
      if (unreplicated.has(client)) throw new Unavailable('no standby has confirmed the write')
      // PostgreSQL reports no error where it rolls back what has failed instead.
      if (text === COMMIT && command === 'ROLLBACK') throw new Unavailable('the database rolled the transaction back')
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    }
    const connection: Connection = {
      inTransaction: false,
      begins: greeting?.isPooled && remote !== null ? `; ${setLimits(remote.limits)}` : '',
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        const values = parameters.map(toParameter)
        try {
          return await query<R>(sql, values).catch((error: unknown) => {
            if (!isStalePlan(error)) throw error
            // No name is used again, on any connection.
            names.clear()
            // The first error ends a transaction; its owner must begin it again.
            if (connection.inTransaction) throw error
            return query<R>(sql, values)
          })
        } catch (error) {
          const fault = toFault(error, 'the connection to the database broke')
          if (fault instanceof Unavailable || isLast(error)) {
            broken = fault
            remote?.servers?.note(error)
          }
          throw fault
        }
      },
      streamQuery() {
        throw new Error('streaming is not supported')
      },
      release: () => client.release(broken),
    }
    return connection
  }

  const execute = (connection: DatabaseConnection, statement: string): Promise<unknown> =>
    connection.executeQuery(CompiledQuery.raw(statement))
  return {
    timing,
    get waiting() {
      return pool.waitingCount
    },
    get pooled() {
      return pooled
    },
    init: async () => {},
    acquireConnection,
    async beginTransaction(connection, { isolationLevel, accessMode }: TransactionSettings) {
      const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`
      const own = connection as Connection
      own.inTransaction = true
      await execute(own, `begin${level}${accessMode === undefined ? '' : ` ${accessMode}`}${own.begins}`)
    },
    commitTransaction: async (connection) => void (await execute(connection, COMMIT)),
    // If the rollback fails, the connection is closed and the server rolls back itself.
    rollbackTransaction: async (connection) => void (await execute(connection, 'rollback').catch(() => {})),
    releaseConnection: async (connection) => (connection as Connection).release(),
    destroy: () => pool.end(),
  }
}

/** Errors that the server reports stay as they are. */
function toFault(error: unknown, message: string): Error {
  return error instanceof DatabaseError || error instanceof Unavailable
    ? error
    : new Unavailable(message, { cause: error })
}

/** Whether the server closes the connection with this error, or is now a standby that refuses writes. */
function isLast(error: unknown): boolean {
  return error instanceof DatabaseError && (error.severity === 'FATAL' || isReadOnly(error))
}
