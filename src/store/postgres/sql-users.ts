import { sql, type Kysely, type Selectable } from 'kysely'
import { NOBODY_ID, type OwnedCounts, type User, type UserStore } from '../../account/users/user-store.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Database } from './database.ts'
import { deleteRows } from './delete-rows.ts'
import { insertEvent } from './sql-audit.ts'
import { endGrants } from './sql-grant-rows.ts'
import type { Tables } from './tables.ts'

/**
 * Accounts of people in the database. A transaction that locks both a user and their grants locks the user first, here
 * and in the store of grants.
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
        const userId = made === undefined ? NOBODY_ID : user.id
        await insertEvent(transaction, { ...event, userId }, user.createdAt)
        return made === undefined ? 'taken' : 'created'
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
    resetPassword: (id, passwordHash, at, event) =>
      database.transact(async (transaction) => {
        const user = await lockUser(transaction, id)
        if (user === undefined) return null
        const validFrom = new Date(Math.max(at.getTime(), user.sessions_valid_from.getTime() + 1))
        await transaction
          .updateTable('users')
          .set({ password_hash: passwordHash, sessions_valid_from: validFrom })
          .where('id', '=', id)
          .execute()
        await insertEvent(transaction, event, at)
        const grants = await lockGrants(transaction, id)
        await endGrants(transaction, grants, { reason: 'password_reset', at, address: event.address })
        return grants.map((grant) => grant.id)
      }),
    async countOwned(id) {
      const { rows } = await database.run((kysely) =>
        sql<OwnedCounts>`
          select
            (select count(*)::int from workspaces where user_id = ${id}) as workspaces,
            (select count(*)::int from projects where user_id = ${id}) as projects,
            (select count(*)::int from animations where user_id = ${id}) as animations,
            (select count(*)::int from grants where user_id = ${id} and revoked_at is null) as grants`.execute(kysely),
      )
      return rows[0] ?? { workspaces: 0, projects: 0, animations: 0, grants: 0 }
    },
    replaceHash: (id, from, to) =>
      database.run(async (kysely) => {
        await kysely
          .updateTable('users')
          .set({ password_hash: to })
          .where('id', '=', id)
          .where('password_hash', '=', from)
          .execute()
      }),
    delete: (id, now, from) =>
      database.transact(async (transaction) => {
        // The lock prevents approvals of clients and writes of content until the transaction ends.
        const user = await lockUser(transaction, id)
        if (user !== undefined && from !== undefined && user.sessions_valid_from.getTime() !== from.getTime())
          return null
        for (const table of ['animations', 'projects', 'audit_events'] as const) {
          await deleteRows(transaction, table, sql`user_id = ${id}`)
        }
        // Other rows that refer to the user are few, and deleted with it.
        await transaction.deleteFrom('users').where('id', '=', id).execute()
        // Nodes look for grants that ended in the last minute, and deleting much may take longer.
        const grants = await lockGrants(transaction, id)
        await endGrants(transaction, grants, { reason: 'account_deleted', at: now(), address: null })
        return grants.map((grant) => grant.id)
      }),
  }
}

function lockUser(transaction: Kysely<Tables>, id: string): Promise<Selectable<Tables['users']> | undefined> {
  return transaction.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks the active grants of a user. */
function lockGrants(transaction: Kysely<Tables>, userId: string): Promise<Selectable<Tables['grants']>[]> {
  return transaction
    .selectFrom('grants')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
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
