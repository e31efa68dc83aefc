import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql, type Driver } from 'kysely'
import { Unavailable } from '../../shared/unavailable.ts'
import { isPassing, isRetriable } from './postgres-faults.ts'
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
  /** Whether the database answers within a second; never rejects. */
  ping(): Promise<boolean>
  /** Closes the connections after the work under way. */
  close(): Promise<void>
}

/** Callbacks for outages: one when an outage begins, and one when it is over. */
export interface OutageListener {
  readonly onFault?: (message: string, cause: unknown) => void
  readonly onRecovered?: (message: string) => void
}

const ATTEMPTS = 5
const RETRY_DELAY_MS = 20
const PING_LIMIT_MS = 1000

/** @param driver Rejects with `Unavailable` for faults of connections, and with `DatabaseError` for faults that the server reports. */
export function createDatabase(driver: Driver, { onFault, onRecovered }: OutageListener): Database {
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  let reported = false
  let faults = 0

  async function guard<T>(work: () => Promise<T>): Promise<T> {
    const faultsBefore = faults
    try {
      const result = await work()
      // An answer that was under way when the outage began does not show that it is over.
      if (reported && faults === faultsBefore) {
        reported = false
        onRecovered?.('the database answers again')
      }
      return result
    } catch (error) {
      const fault = isPassing(error) ? new Unavailable('the database does not answer', { cause: error }) : error
      if (fault instanceof Unavailable) faults += 1
      if (fault instanceof Unavailable && !reported) {
        reported = true
        onFault?.(fault.message, fault.cause ?? fault)
      }
      throw fault
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

  const database: Database = {
    kysely,
    run: (work) => guard(() => work(kysely)),
    transact: (work) => guard(() => transactOnce(work)),
    async ping() {
      const answer = database
        .run((kysely) => sql`select 1`.execute(kysely))
        .then(
          () => true,
          () => false,
        )
      return Promise.race([answer, sleep(PING_LIMIT_MS, false, { ref: false })])
    },
    close: () => kysely.destroy(),
  }
  return database
}
