import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { GrantStore, Rotation } from '../oauth/grant/grant-store.ts'
import { insertEvent } from './sql-audit.ts'
import { endGrants, toGrant } from './sql-grant-rows.ts'
import type { Tables } from './tables.ts'

type RotationRequest = Parameters<GrantStore['rotate']>[0]

/** `GrantStore.rotate` in a transaction, which must be committed whatever comes out: one that finds reuse has revoked the grant. */
export async function rotateRefreshToken(transaction: Kysely<Tables>, request: RotationRequest): Promise<Rotation> {
  const { at, clientId } = request
  const grant = await lockGrant(transaction, request.hash)
  if (grant === undefined || grant.client_id !== clientId || grant.revoked_at !== null) return { outcome: 'unknown' }
  const rotated: Rotation = { outcome: 'rotated', grant: toGrant(grant) }
  if (await replace(transaction, request)) return rotated

  const token = await transaction
    .selectFrom('refresh_tokens')
    .select(['used_at', 'expires_at'])
    .where('hash', '=', Buffer.from(request.hash))
    .executeTakeFirst()
  // Not used, and yet not replaced: it has expired.
  if (token === undefined || token.used_at === null || token.expires_at <= at) return { outcome: 'unknown' }
  if (at.getTime() - token.used_at.getTime() <= request.overlapMs) {
    await add(transaction, grant.id, request)
    return rotated
  }
  await endGrants(transaction, [grant.id], 'refresh_reused', at)
  const event = {
    userId: grant.user_id,
    kind: 'grant.refresh_reused',
    clientId: grant.client_id,
    grantId: grant.id,
    objectId: null,
    address: request.address,
    detail: { client: grant.client_name ?? grant.client_id },
  } as const
  await insertEvent(transaction, event, at)
  return { outcome: 'reused', grantId: grant.id }
}

/** The user's row too, and first: an event refers to it. Undefined: there is no such token, or no such user any more. */
async function lockGrant(
  transaction: Kysely<Tables>,
  hash: Uint8Array,
): Promise<Selectable<Tables['grants']> | undefined> {
  const owner = await sql<{ grant_id: string }>`
    select refresh_tokens.grant_id
    from refresh_tokens join grants on grants.id = refresh_tokens.grant_id join users on users.id = grants.user_id
    where refresh_tokens.hash = ${hash}
    for key share of users`.execute(transaction)
  const grantId = owner.rows[0]?.grant_id
  if (grantId === undefined) return undefined
  return transaction.selectFrom('grants').selectAll().where('id', '=', grantId).forNoKeyUpdate().executeTakeFirst()
}

/** Marks the token as used and stores the next one. False: it was used before, or has expired. */
async function replace(transaction: Kysely<Tables>, request: RotationRequest): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with used as (
      update refresh_tokens set used_at = ${request.at}
      where hash = ${request.hash} and used_at is null and expires_at > ${request.at}
      returning grant_id
    )
    insert into refresh_tokens (hash, grant_id, created_at, expires_at)
    select ${request.nextHash}::bytea, grant_id, ${request.at}::timestamptz, ${request.nextExpiresAt}::timestamptz from used`.execute(
    transaction,
  )
  return numAffectedRows === 1n
}

async function add(transaction: Kysely<Tables>, grantId: string, request: RotationRequest): Promise<void> {
  await transaction
    .insertInto('refresh_tokens')
    .values({
      hash: Buffer.from(request.nextHash),
      grant_id: grantId,
      created_at: request.at,
      expires_at: request.nextExpiresAt,
    })
    .execute()
}
