import type { Kysely, Selectable } from 'kysely'
import type { AuditEvent, AuditKind, AuditLog, NewAuditEvent } from '../account/audit/audit-event.ts'
import { newObjectId } from '../shared/object-id.ts'
import type { Database } from './database.ts'
import { isForeignKeyViolation } from './postgres-faults.ts'
import type { Tables } from './tables.ts'

/** The audit log in the database, where events stand in the transactions of what they tell of. */
export function createSqlAudit(database: Database, now: () => number = Date.now): AuditLog {
  return {
    async write(event) {
      try {
        await database.run((kysely) => insertEvent(kysely, event, new Date(now())))
      } catch (error) {
        // The account has been deleted meanwhile: nobody could read it.
        if (!isForeignKeyViolation(error)) throw error
      }
    },
    async list(userId, { limit, before }) {
      const rows = await database.run((kysely) => {
        const newest = kysely.selectFrom('audit_events').selectAll().where('user_id', '=', userId)
        const older = before === null ? newest : newest.where('id', '<', before)
        return older.orderBy('id', 'desc').limit(limit).execute()
      })
      return rows.map(toEvent)
    },
    async dropBefore(at, userId) {
      const { numDeletedRows } = await database.run((kysely) => {
        const old = kysely.deleteFrom('audit_events').where('at', '<', at)
        return (userId === undefined ? old : old.where('user_id', '=', userId)).executeTakeFirst()
      })
      return Number(numDeletedRows)
    },
  }
}

/** Writes an event down, in the transaction of what it tells of where it has one. */
export async function insertEvent(kysely: Kysely<Tables>, event: NewAuditEvent, at: Date): Promise<void> {
  await kysely
    .insertInto('audit_events')
    .values({
      id: newObjectId('aud', at.getTime()),
      user_id: event.userId,
      at,
      kind: event.kind,
      client_id: event.clientId,
      grant_id: event.grantId,
      object_id: event.objectId,
      address: event.address,
      detail: JSON.stringify(event.detail),
    })
    .execute()
}

function toEvent(row: Selectable<Tables['audit_events']>): AuditEvent {
  return {
    id: row.id,
    userId: row.user_id,
    at: row.at,
    kind: row.kind as AuditKind,
    clientId: row.client_id,
    grantId: row.grant_id,
    objectId: row.object_id,
    address: row.address,
    detail: row.detail,
  }
}
