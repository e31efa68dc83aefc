import { sql, type Kysely, type Selectable } from 'kysely'
import { SILENT_GRANTS_LIMIT, USER_GRANTS_LIMIT, type Consent, type GrantStore } from '../../oauth/grant/grant-store.ts'
import { newObjectId } from '../../shared/object-id.ts'
import type { Database } from './database.ts'
import { changeRows, dropRows } from './delete-rows.ts'
import { insertEvent } from './sql-audit.ts'
import { endGrants, toGrant } from './sql-grant-rows.ts'
import { rotateRefreshToken } from './sql-rotation.ts'
import type { Tables } from './tables.ts'

/** Time that a grant may lack a token. No authorization code lives as long. */
const WITHOUT_TOKEN_LIMIT_MS = 60 * 60 * 1000

/**
 * Grants and their refresh tokens in the database.
 *
 * Every change of a grant or its tokens locks the row of the grant. Rotations of one family and its revocation run one
 * after another, so that no token outlives its grant. The row of the user is locked before that of the grant, and
 * several grants in the order of their ids, which rules out deadlocks.
 */
export function createSqlGrants(database: Database): GrantStore {
  return {
    approve: (approval, at, event) =>
      database.transact(async (transaction) => {
        const { asked, clientId, clientName, place, redirectUri, replaces, scope, signIn, userId, validFromMs } =
          approval
        if ((await countingLock(transaction, userId)) !== validFromMs) return { outcome: 'signed-out' }
        if (!asked && !(await isApprovedStill(transaction, approval))) return { outcome: 'unapproved' }
        const before = replaces === null ? undefined : await lockStanding(transaction, replaces, userId)
        if (before === undefined && (await countStanding(transaction, userId)) >= USER_GRANTS_LIMIT) {
          return { outcome: 'full' }
        }
        if (before !== undefined)
          await endGrants(transaction, [before], { reason: 'replaced', at, address: event.address })
        const grant = await transaction
          .insertInto('grants')
          .values({
            id: newObjectId('grt', at.getTime()),
            user_id: userId,
            client_id: clientId,
            client_name: clientName,
            scope,
            ...place,
            sign_in: signIn,
            created_at: at,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await transaction
          .insertInto('consents')
          .values({ user_id: userId, client_id: clientId, redirect_uri: redirectUri, scope })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await insertEvent(transaction, { ...event, grantId: grant.id }, at)
        return { outcome: 'approved', grant: toGrant(grant), ended: before?.id ?? null }
      }),

    isApproved: (consent) =>
      database.run(async (kysely) => (await consentOf(kysely, consent).executeTakeFirst()) !== undefined),

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
          .orderBy((expression) => expression.fn.coalesce('last_used_at', 'created_at'), 'desc')
          .orderBy('id', 'desc')
          .execute(),
      )
      return rows.map(toGrant)
    },

    revoke: (id, { userId, reason, at, address }) =>
      database.transact(async (transaction) => {
        const owner = await transaction.selectFrom('grants').select('user_id').where('id', '=', id).executeTakeFirst()
        if (owner === undefined || (userId !== undefined && owner.user_id !== userId)) return false
        // Deletion of the user has ended the grant.
        if (!(await lockUser(transaction, owner.user_id))) return false
        const grant = await lockStanding(transaction, id, owner.user_id)
        if (grant === undefined) return false
        // The person has just approved the client again, and that consent stands.
        await endGrants(transaction, [grant], { reason, at, address, keepsConsents: reason === 'replaced' })
        return true
      }),

    addRefreshToken: (grantId, hash, at, expiresAt, authentication = 'none') =>
      database.run(async (kysely) => {
        const { numAffectedRows } = await sql`
          with begun as (
            update grants set authentication = ${authentication}
            where id = ${grantId} and revoked_at is null returning id, rotations
          )
          insert into refresh_tokens (hash, grant_id, rotation, created_at, expires_at)
          select ${hash}::bytea, id, rotations, ${at}::timestamptz, ${expiresAt}::timestamptz from begun`.execute(
          kysely,
        )
        return numAffectedRows === 1n
      }),

    rotate: (request) => database.transact((transaction) => rotateRefreshToken(transaction, request)),

    eraseSuccessors: (before) =>
      changeRows(
        database,
        sql`update refresh_tokens set sealed = null`,
        'refresh_tokens',
        sql`sealed is not null and created_at < ${before}`,
      ),

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
            where grants.last_used_at is null or grants.last_used_at < use.at
            order by grants.id
            for no key update of grants
          )
          update grants
          set last_used_at = greatest(last_used_at, used.at),
            first_used_at = case when last_used_at is null then used.at else first_used_at end
          from used where grants.id = used.id`.execute(kysely),
      )
    },

    async revokedSince(at) {
      const rows = await database.run((kysely) =>
        kysely.selectFrom('grants').select('id').where('revoked_at', '>=', at).execute(),
      )
      return rows.map(({ id }) => id)
    },

    async endExpired(now) {
      const ended: string[] = []
      const expired = await database.run((kysely) =>
        sql<{ id: string; user_id: string }>`
          select id, user_id from grants
          where revoked_at is null and created_at < ${new Date(now.getTime() - WITHOUT_TOKEN_LIMIT_MS)}
            and not exists (select from refresh_tokens where grant_id = grants.id and expires_at > ${now})
          order by id`.execute(kysely),
      )
      // Grants are ended one at a time, so that upkeep does not lock those of many people at once.
      for (const { id, user_id: userId } of expired.rows) {
        const isEnded = await this.revoke(id, { userId, reason: 'expired', at: now, address: null })
        if (isEnded) ended.push(id)
      }
      return ended
    },

    async dropStale(before, unnamed) {
      const tokens = await dropRows(database, 'refresh_tokens', sql`expires_at < ${before}`)
      const ownerless = sql`revoked_at < ${before} and not exists (select from users where users.id = grants.user_id)`
      return tokens + (await dropRows(database, 'grants', sql`(revoked_at < ${unnamed} or (${ownerless}))`))
    },
  }
}

/**
 * Blocks other approvals of the person until the transaction ends, so that their number is exact, and changes of the
 * password. Resolves to the time from which sign-ins of the person are valid, in milliseconds since the epoch.
 */
async function countingLock(transaction: Kysely<Tables>, userId: string): Promise<number | undefined> {
  const query = transaction.selectFrom('users').select('sessions_valid_from').where('id', '=', userId).forNoKeyUpdate()
  return (await query.executeTakeFirst())?.sessions_valid_from.getTime()
}

async function countStanding(transaction: Kysely<Tables>, userId: string, clientId?: string): Promise<number> {
  let query = transaction
    .selectFrom('grants')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
  if (clientId !== undefined) query = query.where('client_id', '=', clientId)
  return Number((await query.executeTakeFirstOrThrow()).count)
}

/** Tells whether a client may have another grant without a question, and keeps the consent until the transaction ends. */
async function isApprovedStill(transaction: Kysely<Tables>, approval: Consent): Promise<boolean> {
  const consent = await consentOf(transaction, approval).forUpdate().executeTakeFirst()
  if (consent === undefined) return false
  return (await countStanding(transaction, approval.userId, approval.clientId)) < SILENT_GRANTS_LIMIT
}

function consentOf(kysely: Kysely<Tables>, { clientId, redirectUri, scope, userId }: Consent) {
  return kysely
    .selectFrom('consents')
    .select('scope')
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .where('redirect_uri', '=', redirectUri)
    .where('scope', '=', scope)
}

/** Locks an active grant of the user. */
function lockStanding(
  transaction: Kysely<Tables>,
  id: string,
  userId: string,
): Promise<Selectable<Tables['grants']> | undefined> {
  return transaction
    .selectFrom('grants')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Keeps the account from being deleted until the transaction ends; false when it is deleted already. */
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
