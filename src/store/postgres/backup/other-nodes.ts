import { sql, type QueryExecutorProvider } from 'kysely'
import { BackupError } from './backup-format.ts'

/** Refuses to go on while nodes are connected. They would work on with what is replaced, or write what is not copied. */
export async function refuseOtherNodes(transaction: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name like 'signpost%' and application_name not like 'signpost-db-%'`.execute(transaction)
  const count = rows[0]?.count ?? 0
  if (count > 0) throw new BackupError(`Nodes of Signpost have ${count} connections to the database: stop them first.`)
}
