import type { Selectable } from 'kysely'
import type { User, UserStore } from '../account/users/user-store.ts'
import type { Locale } from '../shared/locale.ts'
import type { Database } from './database.ts'
import { insertEvent } from './sql-audit.ts'
import { endGrants } from './sql-grant-rows.ts'
import type { Tables } from './tables.ts'

/**
 * People with an account in the database. Whatever locks both a user and their grants locks the user first: so do these, and the
 * grants' own transactions.
 */
export function createSqlUsers(database: Database): UserStore {
  return {
    create: (user, emailKey, event) =>
      database.transact(async (transaction) => {
        const made = await transaction
          .insertInto('users')
          .values({
            id: user.id,
            email: user.email,
            email_key: emailKey,
            password_hash: user.passwordHash,
            locale: user.locale,
            created_at: user.createdAt,
            sessions_valid_from: user.sessionsValidFrom,
          })
          .onConflict((conflict) => conflict.column('email_key').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (made === undefined) return 'taken'
        await insertEvent(transaction, event, user.createdAt)
        return 'created'
      }),
    async findByEmail(emailKey) {
      const row = await database.run((kysely) =>
        kysely.selectFrom('users').selectAll().where('email_key', '=', emailKey).executeTakeFirst(),
      )
      return row === undefined ? null : toUser(row)
    },
    async find(id) {
      const row = await database.run((kysely) =>
        kysely.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),
      )
      return row === undefined ? null : toUser(row)
    },
    setPassword: (id, passwordHash, { at, from }, event) =>
      database.transact(async (transaction) => {
        const changed = await transaction
          .updateTable('users')
          .set({ password_hash: passwordHash, sessions_valid_from: at })
          .where('id', '=', id)
          .where('sessions_valid_from', '=', from)
          .returning('id')
          .executeTakeFirst()
        if (changed === undefined) return 'stale'
        await insertEvent(transaction, event, at)
        return 'changed'
      }),
    replaceHash: (id, from, to) =>
      database.run(async (kysely) => {
        await kysely
          .updateTable('users')
          .set({ password_hash: to })
          .where('id', '=', id)
          .where('password_hash', '=', from)
          .execute()
      }),
    delete: (id, at) =>
      database.transact(async (transaction) => {
        // Until the end: nobody approves a client or writes content for them meanwhile.
        await transaction.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
        const grants = await transaction
          .selectFrom('grants')
          .select('id')
          .where('user_id', '=', id)
          .where('revoked_at', 'is', null)
          .orderBy('id')
          .forNoKeyUpdate()
          .execute()
        const grantIds = grants.map((grant) => grant.id)
        await endGrants(transaction, grantIds, 'account_deleted', at)
        // What refers to them goes with them.
        await transaction.deleteFrom('users').where('id', '=', id).execute()
        return grantIds
      }),
  }
}

function toUser(row: Selectable<Tables['users']>): User {
  return {
    id: row.id,
    email: row.email,
    passwordHash: row.password_hash,
    locale: row.locale as Locale | null,
    createdAt: row.created_at,
    sessionsValidFrom: row.sessions_valid_from,
  }
}
