import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { createTurnBatches } from '../../turn-batches.ts'

/** Reads that share one query. */
const BATCH_LIMIT = 128

interface Owned {
  readonly id: string
  readonly user_id: string
}

interface Asked<Row> {
  readonly userId: string
  readonly id: string
  resolve(row: Row | null): void
  reject(error: unknown): void
}

/** @returns The row of that id if it is the user's, or null. */
export type ReadOne<Row> = (userId: string, id: string) => Promise<Row | null>

/**
 * Reads rows by id, all that one turn of the event loop asks for with one query: what a query costs besides its rows
 * (parsing, planning, two system calls) is most of a short read. It is compiled once.
 *
 * @param query Selects by `id = ${anyOfIds()}`, which is its only parameter.
 */
export function createBatchedRead<Row extends Owned>(
  database: Database,
  query: (kysely: Kysely<Tables>) => { compile(): CompiledQuery<Row> },
): ReadOne<Row> {
  const compiled = query(database.kysely).compile()
  const take = createTurnBatches<Asked<Row>>(
    () => BATCH_LIMIT,
    (batch) => void send(batch),
  )

  async function send(batch: readonly Asked<Row>[]): Promise<void> {
    try {
      const ids = [...new Set(batch.map(({ id }) => id))]
      const { rows } = await database.run((kysely) => kysely.executeQuery<Row>({ ...compiled, parameters: [ids] }))
      const found = new Map(rows.map((row) => [row.id, row]))
      for (const asked of batch) {
        const row = found.get(asked.id)
        asked.resolve(row?.user_id === asked.userId ? row : null)
      }
    } catch (error) {
      for (const asked of batch) asked.reject(error)
    }
  }

  return (userId, id) => new Promise((resolve, reject) => take({ userId, id, resolve, reject }))
}

/**
 * Stands for the ids of a batched read. Whatever they are, the planner takes them for ten, so that it keeps one plan: with fewer
 * in sight it would make another for each query, which costs more than to read them.
 */
export function anyOfIds(): RawBuilder<string> {
  return sql<string>`any((select ${[]}::text[])::text[])`
}
