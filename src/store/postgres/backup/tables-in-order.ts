import { sql, type QueryExecutorProvider } from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * Tables of this version and of earlier ones, and that of the migrations. Rows refer to rows of tables before theirs. Counts of
 * searches are left out: a backup would keep them for longer than their days.
 */
type TableName = Exclude<keyof Tables, 'search_counts'> | 'migrations' | 'grant_redirects'

/** Rows that are read at once. Documents have up to 2 MiB each. */
const ROWS_AT_ONCE: Readonly<Record<TableName, number>> = {
  migrations: 200,
  users: 200,
  clients: 200,
  client_documents: 200,
  grants: 200,
  grant_redirects: 200,
  consents: 200,
  refresh_tokens: 200,
  audit_events: 200,
  signing_keys: 200,
  secrets: 200,
  workspaces: 200,
  projects: 200,
  animations: 200,
  animation_documents: 8,
  document_addresses: 200,
}

export const TABLE_NAMES = Object.keys(ROWS_AT_ONCE) as readonly TableName[]

interface Table {
  readonly name: TableName
  /** Columns of the primary key, as an `order by` that is the same in every database. */
  readonly order: string
}

/** Reads which of the tables there are, in their order. */
export async function findTables(transaction: QueryExecutorProvider): Promise<readonly Table[]> {
  const { rows } = await sql<{ name: TableName; order: string }>`
    select relname as name, string_agg(
      quote_ident(attname) || case when attcollation = 0 then '' else ' collate "C"' end, ', '
      order by array_position(indkey::int2[], attnum)
    ) as "order"
    from pg_index join pg_class on pg_class.oid = indrelid
      join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indisprimary and relnamespace = current_schema()::regnamespace
    group by relname`.execute(transaction)
  return TABLE_NAMES.flatMap((name) => rows.find((row) => row.name === name) ?? [])
}

/** Makes rows have the same text in each database. */
const SETTINGS = [
  `set local time zone 'UTC'`,
  `set local bytea_output = 'hex'`,
  `set local extra_float_digits = 1`,
  // Who reads or writes the file may be slow.
  `set local idle_in_transaction_session_timeout = 0`,
]

export async function setRowFormat(transaction: QueryExecutorProvider): Promise<void> {
  for (const setting of SETTINGS) await sql.raw(setting).execute(transaction)
}

/** Reads all rows of a table within a transaction, each as JSON, in the order of its key. */
export async function* readRows(transaction: QueryExecutorProvider, { name, order }: Table): AsyncGenerator<string> {
  const rows = `select to_jsonb(each_row)::text as row from ${name} as each_row order by ${order}`
  await sql.raw(`declare every_row no scroll cursor for ${rows}`).execute(transaction)
  for (;;) {
    const fetch = sql.raw<{ row: string }>(`fetch ${ROWS_AT_ONCE[name]} from every_row`)
    const fetched = await fetch.execute(transaction)
    for (const { row } of fetched.rows) yield row
    if (fetched.rows.length < ROWS_AT_ONCE[name]) break
  }
  await sql`close every_row`.execute(transaction)
}
