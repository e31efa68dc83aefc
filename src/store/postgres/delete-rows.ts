import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

/** Rows that one statement deletes. Each may write some whole pages of 8 KiB into the log of the database. */
const ROWS_LIMIT = 128
/** Size of documents after which a statement deletes no more: their pages go into the log too. */
const DOCUMENT_BYTES_LIMIT = 2 * 1024 * 1024

/**
 * Deletes the rows that a condition selects, and what refers to them. Each statement writes less than 8 MiB of log, which the
 * embedded database can free between two of them, and ends long before its time limit.
 */
export async function deleteRows(
  transaction: Kysely<Tables>,
  table: 'animations' | 'audit_events' | 'projects',
  condition: RawBuilder<unknown>,
): Promise<void> {
  const bytes = table === 'animations' ? sql`size_bytes` : sql`0`
  for (let last: string | null = ''; last !== null;) {
    const { rows }: { readonly rows: readonly { readonly last: string | null }[] } = await sql<{ last: string | null }>`
      with
        next as (
          select id, ${bytes} as bytes from ${sql.table(table)}
          where ${condition} and id > ${last} order by id limit ${ROWS_LIMIT}
        ),
        summed as (select id, sum(bytes) over (order by id) - bytes as bytes_before from next),
        gone as (
          delete from ${sql.table(table)}
          where id in (select id from summed where bytes_before < ${DOCUMENT_BYTES_LIMIT}) returning id
        )
      select max(id) as last from gone`.execute(transaction)
    last = rows[0]?.last ?? null
  }
}

/**
 * Deletes the rows that nobody needs any more, and what refers to them, by as many statements as it takes. However much there
 * is, each ends long before its time limit.
 *
 * @param condition What selects the rows. It names them by `table`. A row that changes meanwhile is asked again.
 * @returns their number. Rows that another node deletes at the same time may be left to it.
 */
export function dropRows(database: Database, table: DroppedTable, condition: RawBuilder<unknown>): Promise<number> {
  return changeRows(database, sql`delete from ${sql.table(table)}`, table, condition)
}

type DroppedTable = 'audit_events' | 'client_documents' | 'clients' | 'document_addresses' | 'grants' | 'refresh_tokens'

/** Like `dropRows`, for any statement that makes the condition false. */
export async function changeRows(
  database: Database,
  change: RawBuilder<unknown>,
  table: DroppedTable,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const rows = sql.table(table)
  for (let dropped = 0; ;) {
    const { numAffectedRows = 0n } = await database.run((kysely) =>
      sql`${change}
        where ctid in (select ctid from ${rows} where ${condition} limit ${ROWS_LIMIT}) and ${condition}`.execute(
        kysely,
      ),
    )
    dropped += Number(numAffectedRows)
    if (numAffectedRows < ROWS_LIMIT) return dropped
  }
}
