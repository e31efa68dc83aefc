import { sql, type QueryExecutorProvider } from 'kysely'

/** Creates the table of what readers search. It may be there already: backups leave it out, and restoring one leaves it alone. */
export async function up(transaction: QueryExecutorProvider): Promise<void> {
  await sql`create table if not exists search_counts (
    day text collate "C",
    process text collate "C",
    counted bigint not null,
    size_bytes integer not null,
    record jsonb not null,
    primary key (day, process)
  )`.execute(transaction)
}
