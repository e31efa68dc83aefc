import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The database of the account host, on PostgreSQL or embedded: the same SQL runs on both. */
export interface Database {
  readonly kysely: Kysely<Tables>
  /**
   * Runs what talks to the database; faults of the connection, of its pool and of a server that is starting or stopping become
   * `Unavailable`, others stay what they are. Every store method goes through it.
   */
  run<T>(work: (kysely: Kysely<Tables>) => Promise<T>): Promise<T>
  /** The same in one transaction. */
  transact<T>(work: (transaction: Kysely<Tables>) => Promise<T>): Promise<T>
  /** Whether it answers now; never rejects. */
  ping(): Promise<boolean>
  close(): Promise<void>
}
