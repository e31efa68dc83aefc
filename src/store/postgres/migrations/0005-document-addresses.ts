import { sql, type QueryExecutorProvider } from 'kysely'

const STATEMENTS = [
  `create table document_addresses (
    hash bytea primary key,
    grant_id text collate "C" not null references grants on delete cascade,
    use jsonb not null,
    expires_at timestamptz not null
  )`,
  `create index document_addresses_grant on document_addresses (grant_id, expires_at)`,
  `create index document_addresses_expiry on document_addresses (expires_at)`,
]

/** Creates the addresses at which clients read and write a document outside of a conversation. */
export async function up(transaction: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(transaction)
}
