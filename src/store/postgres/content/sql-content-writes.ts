import type { Kysely } from 'kysely'
import type { AuditKind, NewAuditEvent } from '../../../account/audit/audit-event.ts'
import type { ContentChange, ContentResult } from '../../../account/content/account-content.ts'
import { notFound } from '../../../account/content/faults.ts'
import type { Principal } from '../../../account/principal.ts'
import type { Database } from '../database.ts'
import { insertEvent } from '../sql-audit.ts'
import { createTurns } from './sql-content-turns.ts'
import type { Tables } from '../tables.ts'

/** What a write did. Without `event` there was nothing to do. */
interface Written<T> {
  readonly value: T
  readonly event?: Event
}

interface Event {
  readonly kind: AuditKind
  /** The object, then what it lies in. */
  readonly objectIds: readonly [string, ...string[]]
  readonly detail: NewAuditEvent['detail']
}

export type Write = <T>(
  who: Principal,
  /** Answers a fault only as long as it has written nothing. */
  work: (transaction: Kysely<Tables>, at: Date) => Promise<ContentResult<Written<T>>>,
) => Promise<ContentResult<T>>

/**
 * Runs writes, each one transaction with its line in the audit log.
 *
 * The writes of one account go one after another: each first locks the row of its user. So none can meet half of another's
 * work, limits are exact, no two can wait for each other whatever they lock then, and an account that is being deleted
 * comes before or after. An account makes at most some hundred writes a second, which that allows. Within a thread they
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
          // It may be run again.
          changes.length = 0
          if (!(await lockAccount(transaction, who.userId))) return notFound('account')
          const at = new Date(options.now())
          const done = await work(transaction, at)
          if (!done.ok) return done
          const { value, event } = done.value
          if (event !== undefined) {
            const { detail, kind, objectIds } = event
            await insertEvent(transaction, { ...who, kind, objectId: objectIds[0], address: null, detail }, at)
            const listChanged = !kind.endsWith('.updated')
            changes.push({ userId: who.userId, objectIds, listChanged })
          }
          return { ok: true, value } as const
        })
      } finally {
        // Also when the answer to the commit is lost: nobody knows then whether it was done, and to look again does no harm.
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

/** Of a write that found everything as it is wanted. */
export function toUnchanged<T>(value: T): ContentResult<Written<T>> {
  return { ok: true, value: { value } }
}

/** Not `for update`: that would make those wait who refer to the user, such as sign-ins that write to the audit log. */
async function lockAccount(transaction: Kysely<Tables>, userId: string): Promise<boolean> {
  const query = transaction.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate()
  return (await query.executeTakeFirst()) !== undefined
}
