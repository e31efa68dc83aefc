import { sql } from 'kysely'
import type { QueryExecutorProvider } from 'kysely'

/** `NOBODY_ID` of `user-store.ts`: a user whom no e-mail address finds and no password lets in. */
export async function up(transaction: QueryExecutorProvider): Promise<void> {
  await sql
    .raw(
      `insert into users (id, email, email_key, password_hash, created_at, sessions_valid_from)
      values ('usr_nobody', '', '', '', 'epoch', 'epoch')`,
    )
    .execute(transaction)
}
