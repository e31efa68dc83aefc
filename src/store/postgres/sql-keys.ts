import type { JWK } from 'jose'
import type { AccountKeyStore } from '../../tokens/account-key-store.ts'
import type { Database } from './database.ts'

/** Signing keys in the database, in the order in which they become active. */
export function createSqlAccountKeys(database: Database, now: () => number = Date.now): AccountKeyStore {
  return {
    async list() {
      const rows = await database.run((kysely) =>
        kysely.selectFrom('signing_keys').selectAll().orderBy('active_from').orderBy('kid').execute(),
      )
      return rows.map((row) => ({
        kid: row.kid,
        privateJwk: row.private_jwk as JWK,
        createdAt: row.created_at,
        activeFrom: row.active_from,
      }))
    },
    add: ({ kid, privateJwk, activeFrom }) =>
      database.run(async (kysely) => {
        const key = {
          kid,
          private_jwk: JSON.stringify(privateJwk),
          created_at: new Date(now()),
          active_from: activeFrom,
        }
        await kysely.insertInto('signing_keys').values(key).execute()
      }),
    drop: (kids) =>
      database.run(async (kysely) => {
        if (kids.length === 0) return 0
        const { numDeletedRows } = await kysely.deleteFrom('signing_keys').where('kid', 'in', kids).executeTakeFirst()
        return Number(numDeletedRows)
      }),
  }
}
