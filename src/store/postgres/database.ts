import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import type { Driver } from 'kysely'
import { Unavailable } from '../../shared/unavailable.ts'
import { isPassing, isRetriable } from './postgres-faults.ts'
import type { Tables } from './tables.ts'

/** The database of the account host, on PostgreSQL or embedded: the same SQL runs on both. */
export interface Database {
  readonly kysely: Kysely<Tables>
  /**
   * Runs what talks to the database; faults of the connection, of its pool and of a server that is starting or stopping become
   * `Unavailable`, others stay what they are. Every store method goes through it.
   */
  run<T>(work: (kysely: Kysely<Tables>) => Promise<T>): Promise<T>
  /**
   * The same in one transaction. `work` must use no other connection (the embedded database has one for all) and must bear
   * being run again: it is, when the database ended it for a deadlock. When the connection breaks during the commit, nobody can
   * say whether it was done; that is `Unavailable` too.
   */
  transact<T>(work: (transaction: Kysely<Tables>) => Promise<T>): Promise<T>
  /** Whether it answers now, within a second; never rejects. */
  ping(): Promise<boolean>
  /** Ends its connections when what is under way is done. */
  close(): Promise<void>
}

/** Who is told of outages: once when one begins, and once when it is over. */
export interface OutageListener {
  readonly onFault?: (message: string, cause: unknown) => void
  readonly onRecovered?: (message: string) => void
}

const ATTEMPTS = 5
const RETRY_DELAY_MS = 20
const PING_LIMIT_MS = 1000

/** @param driver Rejects with `Unavailable` for faults of connections, and with `DatabaseError` for those that the server tells. */
export function createDatabase(driver: Driver, { onFault, onRecovered }: OutageListener): Database {
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  let told = false
  let faults = 0

  async function guard<T>(work: () => Promise<T>): Promise<T> {
    const faultsBefore = faults
    try {
      const result = await work()
      // An answer that was under way when the outage began says nothing of its end.
      if (told && faults === faultsBefore) {
        told = false
        onRecovered?.('the database answers again')
      }
      return result
    } catch (error) {
      const fault = isPassing(error) ? new Unavailable('the database does not answer', { cause: error }) : error
      if (fault instanceof Unavailable) faults += 1
      if (fault instanceof Unavailable && !told) {
        told = true
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
        // Not all at the same time again.
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
