import { sql } from 'kysely'
import { PUBLIC_CLIENT, type ClientStore } from '../../oauth/client/client-store.ts'
import type { Database } from './database.ts'
import { dropRows } from './delete-rows.ts'

/** OAuth clients in the database. */
export function createSqlClients(database: Database): ClientStore {
  return {
    register: ({ id, name, uri, redirectUris }, at) =>
      database.run(async (kysely) => {
        const client = { id, name, uri, redirect_uris: JSON.stringify(redirectUris), created_at: at, last_used_at: at }
        await kysely.insertInto('clients').values(client).execute()
      }),
    find: (id) =>
      database.run(async (kysely) => {
        const row = await kysely
          .selectFrom('clients')
          .select(['id', 'name', 'uri', 'redirect_uris as redirectUris'])
          .where('id', '=', id)
          .executeTakeFirst()
        return row === undefined ? null : { ...row, authentication: PUBLIC_CLIENT }
      }),
    touch: (id, at) =>
      database.run(async (kysely) => {
        await kysely
          .updateTable('clients')
          .set({ last_used_at: at })
          .where('id', '=', id)
          .where('last_used_at', '<', at)
          .execute()
      }),
    async dropUnused(before, now) {
      const living = sql`
        select from grants join refresh_tokens on refresh_tokens.grant_id = grants.id
        where grants.client_id = clients.id and grants.revoked_at is null and refresh_tokens.expires_at > ${now}`
      const clients = await dropRows(database, 'clients', sql`last_used_at < ${before} and not exists (${living})`)
      return clients + (await dropRows(database, 'client_documents', sql`expires_at < ${now}`))
    },
    findDocument: (url) =>
      database.run(async (kysely) => {
        const row = await kysely.selectFrom('client_documents').selectAll().where('url', '=', url).executeTakeFirst()
        // A row of an older version lacks what the document says of authentication, so the document is fetched again.
        if (row === undefined || row.authentication === null) return null
        const { authentication, name, redirect_uris: redirectUris, uri } = row
        const client = { id: url, name, uri, redirectUris, authentication }
        return { client, expiresAt: row.expires_at }
      }),
    keepDocument: ({ client, expiresAt }) =>
      database.run(async (kysely) => {
        const { authentication, id, name, uri, redirectUris } = client
        const content = {
          name,
          uri,
          redirect_uris: JSON.stringify(redirectUris),
          authentication: JSON.stringify(authentication),
          expires_at: expiresAt,
        }
        await kysely
          .insertInto('client_documents')
          .values({ url: id, ...content })
          .onConflict((conflict) => conflict.column('url').doUpdateSet(content))
          .execute()
      }),
  }
}
