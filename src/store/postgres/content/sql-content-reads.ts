import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { createTurnBatches } from '../../turn-batches.ts'

/** Maximum number of reads that share one query. */
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

/** @returns the row with that id if it belongs to the user, or null. */
export type ReadOne<Row> = (userId: string, id: string) => Promise<Row | null>

/**
 * Creates a read by id. All reads of one turn of the event loop share one query, which is compiled once. Parsing,
 * planning and two system calls are most of the cost of a short read.
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
 * Placeholder for the ids of a batched read. The planner always estimates ten ids, so that it keeps one plan. When it
 * sees fewer, it plans each query again, which costs more than reading the rows.
 */
export function anyOfIds(): RawBuilder<string> {
  return sql<string>`any((select ${[]}::text[])::text[])`
}
