import { sql, type Kysely, type Selectable } from 'kysely'
import type { GrantStore, Rotation } from '../../oauth/grant/grant-store.ts'
import { endGrants, toGrant } from './sql-grant-rows.ts'
import type { Tables } from './tables.ts'

type RotationRequest = Parameters<GrantStore['rotate']>[0]
type GrantRow = Selectable<Tables['grants']>

/** Maximum number of times that a replaced token is accepted again (choices §4). */
const REPLAY_LIMIT = 8

/**
 * `GrantStore.rotate` in a transaction. It must be committed whatever the outcome, since detected reuse revokes the
 * grant.
 *
 * The tokens of a grant form one line. `grants.rotations` counts its steps, and each token records the step that issued
 * it:
 *
 * ```
 * step         0    1    2 = rotations
 *              a ── b ── c      b was replaced last: it may be used again, and yields c
 *                               c makes step 3
 *                               a is behind: its use reveals a second party
 * ```
 *
 * A node of an older version may run beside this one and store c unsealed. Then b yields a sibling of c, once, which every
 * further use of b yields too. The first of them that is used makes step 3, and the other is behind.
 */
export async function rotateRefreshToken(transaction: Kysely<Tables>, request: RotationRequest): Promise<Rotation> {
  const { at, clientId } = request
  const found = await lockGrant(transaction, request.hash)
  if (found === undefined || found.grant.client_id !== clientId || found.grant.revoked_at !== null) {
    return { outcome: 'unknown' }
  }
  const { grant, token } = found
  const rotated: Rotation = { outcome: 'rotated', grant: toGrant(grant) }
  if (token.rotation === grant.rotations) {
    if (token.expires_at <= at) return { outcome: 'unknown' }
    await give(transaction, grant.id, request, {
      rotations: grant.rotations + 1,
      replaced_hash: Buffer.from(request.hash),
      replaced_at: at,
      replays: 0,
    })
    return rotated
  }
  if (mayComeAgain(grant, request)) {
    // A clock that was put back must not extend the overlap.
    const replacedAt = grant.replaced_at !== null && grant.replaced_at < at ? grant.replaced_at : at
    const line = { rotations: grant.rotations, replaced_at: replacedAt, replays: grant.replays + 1 }
    const sealed = await findSuccessor(transaction, grant)
    if (sealed === null) {
      await give(transaction, grant.id, request, line)
      return rotated
    }
    await transaction.updateTable('grants').set(line).where('id', '=', grant.id).execute()
    return { ...rotated, outcome: 'repeated', sealed }
  }
  await endGrants(transaction, [grant], { reason: 'refresh_reused', at, address: request.address })
  return { outcome: 'reused', grantId: grant.id }
}

function mayComeAgain(grant: GrantRow, { at, hash, overlapMs }: RotationRequest): boolean {
  if (grant.replaced_hash === null || grant.replaced_at === null) return false
  const isLast = Buffer.compare(grant.replaced_hash, hash) === 0
  return isLast && at.getTime() - grant.replaced_at.getTime() <= overlapMs && grant.replays < REPLAY_LIMIT
}

/** Locks the user's row first, since an event refers to it, then the grant. Undefined when the token or its user does not exist. */
async function lockGrant(
  transaction: Kysely<Tables>,
  hash: Uint8Array,
): Promise<{ grant: GrantRow; token: { rotation: number; expires_at: Date } } | undefined> {
  const owner = await sql<{ grant_id: string; rotation: number; expires_at: Date }>`
    select refresh_tokens.grant_id, refresh_tokens.rotation, refresh_tokens.expires_at
    from refresh_tokens join grants on grants.id = refresh_tokens.grant_id join users on users.id = grants.user_id
    where refresh_tokens.hash = ${hash}
    for key share of users`.execute(transaction)
  const token = owner.rows[0]
  if (token === undefined) return undefined
  const grant = await transaction
    .selectFrom('grants')
    .selectAll()
    .where('id', '=', token.grant_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return grant === undefined ? undefined : { grant, token }
}

/** Finds the sealed successor of the token that was replaced last. */
async function findSuccessor(transaction: Kysely<Tables>, { id, rotations }: GrantRow): Promise<Buffer | null> {
  const row = await transaction
    .selectFrom('refresh_tokens')
    .select('sealed')
    .where('grant_id', '=', id)
    .where('rotation', '=', rotations)
    .where('sealed', 'is not', null)
    .executeTakeFirst()
  return row?.sealed ?? null
}

/** Stores the next token, and the grant's position in the line. The sealed form of the token before it goes. */
async function give(
  transaction: Kysely<Tables>,
  grantId: string,
  { at, nextExpiresAt, nextHash, nextSealed }: RotationRequest,
  line: Pick<GrantRow, 'rotations' | 'replaced_at' | 'replays'> & { readonly replaced_hash?: Buffer },
): Promise<void> {
  await transaction
    .with('moved', (each) => each.updateTable('grants').set(line).where('id', '=', grantId))
    .with('erased', (each) =>
      each
        .updateTable('refresh_tokens')
        .set({ sealed: null })
        .where('grant_id', '=', grantId)
        .where('sealed', 'is not', null),
    )
    .insertInto('refresh_tokens')
    .values({
      hash: Buffer.from(nextHash),
      grant_id: grantId,
      rotation: line.rotations,
      created_at: at,
      expires_at: nextExpiresAt,
      sealed: Buffer.from(nextSealed),
    })
    .execute()
}
