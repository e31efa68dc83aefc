import type { Kysely, Selectable } from 'kysely'
import type { Grant, RevocationReason } from '../oauth/grant/grant-store.ts'
import type { Tables } from './tables.ts'

/** Ends grants that the transaction has locked, with all their refresh tokens. */
export async function endGrants(
  transaction: Kysely<Tables>,
  ids: readonly string[],
  reason: RevocationReason,
  at: Date,
): Promise<void> {
  if (ids.length === 0) return
  await transaction
    .updateTable('grants')
    .set({ revoked_at: at, revoked_reason: reason })
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .execute()
  await transaction.deleteFrom('refresh_tokens').where('grant_id', 'in', ids).execute()
}

export function toGrant(row: Selectable<Tables['grants']>): Grant {
  return {
    id: row.id,
    userId: row.user_id,
    clientId: row.client_id,
    clientName: row.client_name,
    scope: row.scope,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
