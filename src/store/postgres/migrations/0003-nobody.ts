import { sql, type QueryExecutorProvider } from 'kysely'

/** Creates `NOBODY_ID` of `user-store.ts`: a user without e-mail address or password, who can neither be found nor sign in. */
export async function up(transaction: QueryExecutorProvider): Promise<void> {
  await sql
    .raw(
      `insert into users (id, email, email_key, password_hash, created_at, sessions_valid_from)
      values ('usr_nobody', '', '', '', 'epoch', 'epoch')`,
    )
    .execute(transaction)
}
