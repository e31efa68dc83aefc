import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { Unavailable } from '../../shared/unavailable.ts'
import { createSampler } from '../../shared/log.ts'
import type { Timing } from '../../shared/answer-timer.ts'
import type { PostgresDriver } from './postgres-driver.ts'
import { isPassing, isReadOnly, isRetriable } from './postgres-faults.ts'
import type { Tables } from './tables.ts'

/** The database of the account host, in PostgreSQL or embedded: the same SQL runs on both. */
export interface Database {
  readonly kysely: Kysely<Tables>
  /**
   * Runs work on the database. Faults of the connection, of its pool and of a server that starts or stops become
   * `Unavailable`; others stay as they are. Every store method goes through it.
   */
  run<T>(work: (kysely: Kysely<Tables>) => Promise<T>): Promise<T>
  /**
   * Runs work in one transaction. `work` must use no other connection, since the embedded database has only one. It
   * must tolerate a second run, which happens after a deadlock. When the connection breaks during the commit, nobody
   * knows whether it succeeded; that is `Unavailable` too.
   */
  transact<T>(work: (transaction: Kysely<Tables>) => Promise<T>): Promise<T>
  /** What the database can do within a second; never rejects. */
  ping(): Promise<DatabaseState>
  /** How it fares, for metrics. */
  load(): DatabaseLoad
  /** Closes the connections after the work under way. */
  close(): Promise<void>
}

export interface DatabaseLoad {
  /** Whether changes are refused because it is read-only. */
  readonly readOnly: boolean
  /** Statements that were answered. */
  readonly timing: Timing
  /** Callers that wait for a connection. */
  readonly waiting: number
  /** Whether a pooler such as PgBouncer stands before the server. */
  readonly pooled: boolean
}

export type DatabaseState = 'reachable' | 'read-only' | 'unreachable'

/** Callbacks for outages: one when an outage begins, and one when it is over. */
export interface OutageListener {
  readonly onFault?: (message: string, cause: unknown) => void
  readonly onRecovered?: (message: string) => void
}

const ATTEMPTS = 5
const RETRY_DELAY_MS = 20
const PING_LIMIT_MS = 1000
/** Time between two looks whether a read-only database can be changed again. */
const LOOK_INTERVAL_MS = 1000

/** @param driver Rejects with `Unavailable` for faults of connections, and with `DatabaseError` for faults that the server reports. */
export function createDatabase(driver: PostgresDriver, { onFault, onRecovered }: OutageListener): Database {
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  let reported = false
  let readOnly = false
  let faults = 0
  const sampleLook = createSampler(LOOK_INTERVAL_MS)

  async function guard<T>(work: () => Promise<T>): Promise<T> {
    const faultsBefore = faults
    try {
      const result = await work()
      // An answer that was under way when the outage began does not show that it is over.
      if (reported && faults === faultsBefore) {
        reported = false
        onRecovered?.('the database answers again')
      }
      if (readOnly && sampleLook() !== null) void look()
      return result
    } catch (error) {
      if (isReadOnly(error)) {
        noteReadOnly(true, error)
        throw new Unavailable('the database is read-only', { cause: error })
      }
      const fault = isPassing(error) ? new Unavailable('the database does not answer', { cause: error }) : error
      if (fault instanceof Unavailable) faults += 1
      if (fault instanceof Unavailable && !reported) {
        reported = true
        onFault?.(fault.message, fault.cause ?? fault)
      }
      throw fault
    }
  }

  function noteReadOnly(now: boolean, cause: unknown): void {
    if (now === readOnly) return
    readOnly = now
    if (now) onFault?.('the database is read-only: changes are refused with status 503', cause)
    else onRecovered?.('the database is written to again')
  }

  /** Asks whether it can be changed now. */
  async function look(): Promise<DatabaseState> {
    try {
      const asked = sql<{ readonly state: string }>`select current_setting('transaction_read_only') as state`
      const { rows } = await guard(() => asked.execute(kysely))
      noteReadOnly(rows[0]?.state === 'on', new Error('its transactions are read-only'))
      return readOnly ? 'read-only' : 'reachable'
    } catch {
      return 'unreachable'
    }
  }

  async function transactOnce<T>(work: (transaction: Kysely<Tables>) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await kysely.transaction().execute(work)
      } catch (error) {
        if (!isRetriable(error)) throw error
        if (attempt === ATTEMPTS) throw new Unavailable('too much happens at once', { cause: error })
        // The random delay keeps transactions from colliding again.
        await sleep(Math.random() * RETRY_DELAY_MS * attempt)
      }
    }
  }

  return {
    kysely,
    run: (work) => guard(() => work(kysely)),
    transact: (work) => guard(() => transactOnce(work)),
    ping: () => Promise.race([look(), sleep<DatabaseState>(PING_LIMIT_MS, 'unreachable', { ref: false })]),
    load: () => ({ readOnly, timing: driver.timing, waiting: driver.waiting, pooled: driver.pooled }),
    close: () => kysely.destroy(),
  }
}
