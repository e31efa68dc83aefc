import type { Kysely } from 'kysely'
import type { AuditKind, NewAuditEvent } from '../../../account/audit/audit-event.ts'
import type { ContentChange, ContentResult } from '../../../account/content/account-content.ts'
import { REVOKED } from '../../../account/content/faults.ts'
import type { Principal } from '../../../account/principal.ts'
import type { Database } from '../database.ts'
import { insertEvent } from '../sql-audit.ts'
import { createTurns } from './sql-content-turns.ts'
import type { Tables } from '../tables.ts'

/** Result of a write. Without `event` the write changed nothing. */
interface Written<T> {
  readonly value: T
  readonly event?: Event
}

interface Event {
  readonly kind: AuditKind
  /** The object, then its containers. */
  readonly objectIds: readonly [string, ...string[]]
  readonly detail: NewAuditEvent['detail']
}

export type Write = <T>(
  who: Principal,
  /** Returns a fault only if it has written nothing. */
  work: (transaction: Kysely<Tables>, at: Date) => Promise<ContentResult<Written<T>>>,
) => Promise<ContentResult<T>>

/**
 * Runs writes, each in one transaction with its line in the audit log.
 *
 * The writes of one account run one after another: each first locks the row of its user, and that of its grant. So no write sees half of
 * another, limits are exact, and no two can deadlock, whatever they lock next. The deletion of an account comes before
 * or after a write. An account makes at most some hundred writes a second, which that allows. Within a thread, writes
 * also wait for their turn outside the database, so that they hold one connection of the pool and not all.
 */
export function createWrite(
  database: Database,
  options: { readonly now: () => number; readonly changed: (change: ContentChange) => void },
): Write {
  const inTurn = createTurns()
  return (who, work) =>
    inTurn(who.userId, async () => {
      const changes: ContentChange[] = []
      try {
        return await database.transact(async (transaction) => {
          // The transaction may run again.
          changes.length = 0
          if (!(await lockAccount(transaction, who))) return REVOKED
          const at = new Date(options.now())
          if (!(await holdsAddress(transaction, who, at))) return REVOKED
          const done = await work(transaction, at)
          if (!done.ok) return done
          const { value, event } = done.value
          await endAddress(transaction, who)
          if (event !== undefined) {
            const { detail, kind, objectIds } = event
            await insertEvent(transaction, { ...who, kind, objectId: objectIds[0], address: null, detail }, at)
            const listChanged = !kind.endsWith('.updated')
            const withContents = kind === 'project.deleted' || kind === 'workspace.deleted'
            changes.push({ userId: who.userId, objectIds, listChanged, withContents })
          }
          return { ok: true, value } as const
        })
      } finally {
        // This also runs when the answer to the commit is lost. Nobody knows then whether it succeeded, and another look is harmless.
        for (const change of changes) options.changed(change)
      }
    })
}

export function toWritten<T>(
  value: T,
  kind: Event['kind'],
  objectIds: Event['objectIds'],
  detail: Event['detail'],
): ContentResult<Written<T>> {
  return { ok: true, value: { value, event: { kind, objectIds, detail } } }
}

/** Result of a write that found the object in the wanted state. */
export function toUnchanged<T>(value: T): ContentResult<Written<T>> {
  return { ok: true, value: { value } }
}

/**
 * Locks the row of the account, and that of the grant, which must stand: no write is committed after its grant has ended.
 * `for update` would also block writers that refer to the user, such as sign-ins with their audit events. The grant is
 * locked, since a statement that waits for the user reads again only the rows that it locks. The user comes first, as in the
 * store of grants.
 */
async function lockAccount(transaction: Kysely<Tables>, { grantId, userId }: Principal): Promise<boolean> {
  const query = transaction
    .selectFrom('users')
    .innerJoin('grants', 'grants.user_id', 'users.id')
    .select('users.id')
    .where('users.id', '=', userId)
    .where('grants.id', '=', grantId)
    .where('grants.revoked_at', 'is', null)
    .forNoKeyUpdate('users')
    .forShare('grants')
  return (await query.executeTakeFirst()) !== undefined
}

/** Tells whether the address that admitted the write still stands. The lock of the account keeps it until the commit. */
async function holdsAddress(transaction: Kysely<Tables>, { documentAddress }: Principal, at: Date): Promise<boolean> {
  if (documentAddress === undefined) return true
  const query = transaction.selectFrom('document_addresses').select('grant_id').where('expires_at', '>', at)
  return (await query.where('hash', '=', Buffer.from(documentAddress)).executeTakeFirst()) !== undefined
}

/** Ends the address that admitted the write. A write that fails leaves it. */
async function endAddress(transaction: Kysely<Tables>, { documentAddress }: Principal): Promise<void> {
  if (documentAddress === undefined) return
  await transaction.deleteFrom('document_addresses').where('hash', '=', Buffer.from(documentAddress)).execute()
}
