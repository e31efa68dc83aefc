import { randomBytes } from 'node:crypto'
import type { SecretStore } from '../../account/secret-store.ts'
import type { Database } from './database.ts'

const SECRET_BYTES = 32

/** Secrets in the database. */
export function createSqlSecrets(database: Database): SecretStore {
  return {
    secret: (name) =>
      database.run(async (kysely) => {
        await kysely
          .insertInto('secrets')
          .values({ name, value: randomBytes(SECRET_BYTES) })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const { value } = await kysely
          .selectFrom('secrets')
          .select('value')
          .where('name', '=', name)
          .executeTakeFirstOrThrow()
        return value
      }),
  }
}
