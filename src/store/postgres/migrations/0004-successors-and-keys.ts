import { sql, type QueryExecutorProvider } from 'kysely'

const STATEMENTS = [
  `alter table refresh_tokens add column sealed bytea`,
  `create index refresh_tokens_sealed on refresh_tokens (grant_id) where sealed is not null`,
  `alter table grants add column authentication text not null default 'none'`,
  `alter table client_documents add column authentication jsonb`,
]

/**
 * Makes room for successors of refresh tokens, and for clients that authenticate themselves. Nodes of an older version may
 * run beside it for a while: they write no sealed successors, grants without authentication, and documents with null.
 */
export async function up(transaction: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(transaction)
}
