import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { GrantStore } from '../oauth/grant/grant-store.ts'
import { newObjectId } from '../shared/object-id.ts'
import type { Database } from './database.ts'
import { insertEvent } from './sql-audit.ts'
import { endGrants, toGrant } from './sql-grant-rows.ts'
import { rotateRefreshToken } from './sql-rotation.ts'
import type { Tables } from './tables.ts'

/**
 * Grants and their refresh tokens in the database.
 *
 * Everything that changes a grant or its tokens holds the row of the grant: rotations of one family and its revocation come one
 * after another, so that no token outlives its grant. The row of the user comes before that of the grant, and several grants are
 * taken in the order of their ids: nobody waits for somebody who waits for them.
 */
export function createSqlGrants(database: Database): GrantStore {
  return {
    approve: ({ userId, clientId, clientName, redirectUri, scope }, at, event) =>
      database.transact(async (transaction) => {
        await lockUser(transaction, userId)
        const grant = await transaction
          .insertInto('grants')
          .values({
            id: newObjectId('grt', at.getTime()),
            user_id: userId,
            client_id: clientId,
            client_name: clientName,
            scope,
            created_at: at,
            last_used_at: at,
          })
          .onConflict((conflict) =>
            conflict
              .columns(['user_id', 'client_id'])
              .where('revoked_at', 'is', null)
              .doUpdateSet({ client_name: clientName, scope }),
          )
          .returningAll()
          .executeTakeFirstOrThrow()
        await transaction
          .insertInto('grant_redirects')
          .values({ grant_id: grant.id, redirect_uri: redirectUri })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await insertEvent(transaction, { ...event, grantId: grant.id }, at)
        return toGrant(grant)
      }),

    isApproved: ({ userId, clientId, redirectUri, scope }) =>
      one(database, (kysely) =>
        kysely
          .selectFrom('grants')
          .innerJoin('grant_redirects', 'grant_redirects.grant_id', 'grants.id')
          .selectAll('grants')
          .where('user_id', '=', userId)
          .where('client_id', '=', clientId)
          .where('revoked_at', 'is', null)
          .where('scope', '=', scope)
          .where('redirect_uri', '=', redirectUri)
          .executeTakeFirst(),
      ),

    find: (id) =>
      one(database, (kysely) =>
        kysely.selectFrom('grants').selectAll().where('id', '=', id).where('revoked_at', 'is', null).executeTakeFirst(),
      ),

    async list(userId) {
      const rows = await database.run((kysely) =>
        kysely
          .selectFrom('grants')
          .selectAll()
          .where('user_id', '=', userId)
          .where('revoked_at', 'is', null)
          .orderBy('last_used_at', 'desc')
          .orderBy('id', 'desc')
          .execute(),
      )
      return rows.map(toGrant)
    },

    revoke: (id, { userId, reason, at, address }) =>
      database.transact(async (transaction) => {
        const owner = await transaction.selectFrom('grants').select('user_id').where('id', '=', id).executeTakeFirst()
        if (owner === undefined || (userId !== undefined && owner.user_id !== userId)) return false
        // Without a user their deletion has ended it.
        if (!(await lockUser(transaction, owner.user_id))) return false
        const grant = await transaction
          .selectFrom('grants')
          .selectAll()
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .forNoKeyUpdate()
          .executeTakeFirst()
        if (grant === undefined) return false
        await endGrants(transaction, [id], reason, at)
        const event = {
          userId: grant.user_id,
          kind: reason === 'code_reused' ? 'grant.code_reused' : 'grant.revoked',
          clientId: reason === 'client' ? grant.client_id : null,
          grantId: id,
          objectId: null,
          address,
          detail: { reason, client: grant.client_name ?? grant.client_id },
        } as const
        await insertEvent(transaction, event, at)
        return true
      }),

    addRefreshToken: (grantId, hash, at, expiresAt) =>
      database.run(async (kysely) => {
        const { numAffectedRows } = await sql`
          insert into refresh_tokens (hash, grant_id, created_at, expires_at)
          select ${hash}::bytea, id, ${at}::timestamptz, ${expiresAt}::timestamptz
          from grants where id = ${grantId} and revoked_at is null
          for no key update`.execute(kysely)
        return numAffectedRows === 1n
      }),

    rotate: (request) => database.transact((transaction) => rotateRefreshToken(transaction, request)),

    findByRefreshToken: (hash) =>
      one(database, (kysely) =>
        kysely
          .selectFrom('refresh_tokens')
          .innerJoin('grants', 'grants.id', 'refresh_tokens.grant_id')
          .selectAll('grants')
          .where('hash', '=', Buffer.from(hash))
          .where('revoked_at', 'is', null)
          .executeTakeFirst(),
      ),

    async touch(uses) {
      if (uses.size === 0) return
      await database.run((kysely) =>
        sql`
          with used as (
            select grants.id, use.at
            from unnest(${[...uses.keys()]}::text[], ${[...uses.values()]}::timestamptz[]) as use (id, at)
            join grants on grants.id = use.id
            where grants.last_used_at < use.at
            order by grants.id
            for no key update of grants
          )
          update grants set last_used_at = greatest(last_used_at, used.at) from used where grants.id = used.id`.execute(
          kysely,
        ),
      )
    },

    async revokedSince(at) {
      const rows = await database.run((kysely) =>
        kysely.selectFrom('grants').select('id').where('revoked_at', '>=', at).execute(),
      )
      return rows.map(({ id }) => id)
    },

    dropStale: (before) =>
      database.run(async (kysely) => {
        const tokens = await kysely.deleteFrom('refresh_tokens').where('expires_at', '<', before).executeTakeFirst()
        const grants = await kysely.deleteFrom('grants').where('revoked_at', '<', before).executeTakeFirst()
        return Number(tokens.numDeletedRows + grants.numDeletedRows)
      }),
  }
}

/** Keeps the account from being deleted until the transaction ends. False: it has been. */
async function lockUser(transaction: Kysely<Tables>, userId: string): Promise<boolean> {
  const query = transaction.selectFrom('users').select('id').where('id', '=', userId).forKeyShare()
  return (await query.executeTakeFirst()) !== undefined
}

async function one(
  database: Database,
  find: (kysely: Kysely<Tables>) => Promise<Selectable<Tables['grants']> | undefined>,
): Promise<ReturnType<typeof toGrant> | null> {
  const row = await database.run(find)
  return row === undefined ? null : toGrant(row)
}
