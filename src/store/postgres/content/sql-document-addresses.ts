import { sql } from 'kysely'
import {
  ADDRESS_LIFETIME_SECONDS,
  GRANT_ADDRESS_LIMIT,
  type DocumentAddresses,
} from '../../../account/content/document-addresses.ts'
import { tooManyAddresses } from '../../../account/content/faults.ts'
import type { Database } from '../database.ts'
import { dropRows } from '../delete-rows.ts'

/**
 * Addresses of documents in the database, which any node asks and which outlives processes and Redis. A write ends its
 * address in its own transaction (`sql-content-writes.ts`).
 *
 * @param now Clock in milliseconds since 1970.
 */
export function createSqlDocumentAddresses(database: Database, now: () => number = Date.now): DocumentAddresses {
  return {
    async open({ grantId }, hash, use) {
      const at = new Date(now())
      const expiresAt = new Date(at.getTime() + ADDRESS_LIFETIME_SECONDS * 1000)
      const { numAffectedRows } = await database.run((kysely) =>
        sql`
          insert into document_addresses (hash, grant_id, use, expires_at)
          select ${hash}::bytea, id, ${JSON.stringify(use)}::jsonb, ${expiresAt}::timestamptz from grants
          where id = ${grantId} and revoked_at is null and (
            select count(*) from document_addresses where grant_id = ${grantId} and expires_at > ${at}::timestamptz
          ) < ${GRANT_ADDRESS_LIMIT}`.execute(kysely),
      )
      // A grant that has ended meanwhile is refused by the next call.
      return numAffectedRows === 1n
        ? { ok: true, value: expiresAt.toISOString() }
        : tooManyAddresses(GRANT_ADDRESS_LIMIT, ADDRESS_LIFETIME_SECONDS)
    },

    async find(hash) {
      const row = await database.run((kysely) =>
        kysely
          .selectFrom('document_addresses')
          .innerJoin('grants', 'grants.id', 'document_addresses.grant_id')
          .select(['use', 'grant_id', 'user_id', 'client_id'])
          .where('hash', '=', Buffer.from(hash))
          .where('expires_at', '>', new Date(now()))
          .where('revoked_at', 'is', null)
          .executeTakeFirst(),
      )
      if (row === undefined) return null
      const { client_id: clientId, grant_id: grantId, use, user_id: userId } = row
      return { who: { userId, grantId, clientId, documentAddress: hash }, use }
    },

    dropExpired: () => dropRows(database, 'document_addresses', sql`expires_at <= ${new Date(now())}`),
  }
}
