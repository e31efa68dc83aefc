import type { Kysely, Selectable } from 'kysely'
import type { AuditKind } from '../../account/audit/audit-event.ts'
import type { Grant, RevocationReason } from '../../oauth/grant/grant-store.ts'
import { insertEvent } from './sql-audit.ts'
import type { Tables } from './tables.ts'

type GrantRow = Selectable<Tables['grants']>

const KINDS: Readonly<Partial<Record<RevocationReason, AuditKind>>> = {
  refresh_reused: 'grant.refresh_reused',
  code_reused: 'grant.code_reused',
}

/**
 * Ends active grants that the transaction has locked, with all their refresh tokens and an event for each. Their
 * clients must ask for consent again, unless the client continues with another grant (`keepsConsents`).
 */
export async function endGrants(
  transaction: Kysely<Tables>,
  grants: readonly GrantRow[],
  end: {
    readonly reason: RevocationReason
    readonly at: Date
    readonly address: string | null
    readonly keepsConsents?: boolean
  },
): Promise<void> {
  if (grants.length === 0) return
  const ids = grants.map(({ id }) => id)
  const { address, at, keepsConsents = false, reason } = end
  await transaction
    .updateTable('grants')
    .set({ revoked_at: at, revoked_reason: reason })
    .where('id', 'in', ids)
    .execute()
  await transaction.deleteFrom('refresh_tokens').where('grant_id', 'in', ids).execute()
  // The audit log is deleted with the account.
  if (reason === 'account_deleted') return
  for (const grant of grants) {
    const { client_id: clientId, user_id: userId } = grant
    if (!keepsConsents) {
      await transaction.deleteFrom('consents').where('user_id', '=', userId).where('client_id', '=', clientId).execute()
    }
    const byClient = reason === 'client' || reason === 'refresh_reused' || reason === 'code_reused'
    const event = {
      userId,
      kind: KINDS[reason] ?? 'grant.revoked',
      clientId: byClient ? clientId : null,
      grantId: grant.id,
      objectId: null,
      address,
      detail: { reason, client: grant.client_name ?? clientId },
    } as const
    await insertEvent(transaction, event, at)
  }
}

export function toGrant(row: GrantRow): Grant {
  return {
    id: row.id,
    userId: row.user_id,
    clientId: row.client_id,
    clientName: row.client_name,
    scope: row.scope,
    authentication: row.authentication,
    place: { browser: row.browser, system: row.system, network: row.network },
    signIn: row.sign_in,
    createdAt: row.created_at,
    firstUsedAt: row.first_used_at,
    lastUsedAt: row.last_used_at,
  }
}
