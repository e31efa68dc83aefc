import type { Insertable, Selectable } from 'kysely'
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
        await database.run((kysely) =>
          kysely
            .insertInto('audit_events')
            .values(toAuditRow(event, new Date(now())))
            .execute(),
        )
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
    async dropBefore(at) {
      const { numDeletedRows } = await database.run((kysely) =>
        kysely.deleteFrom('audit_events').where('at', '<', at).executeTakeFirst(),
      )
      return Number(numDeletedRows)
    },
  }
}

/** The row of an event that is written in the transaction of what it tells of. */
export function toAuditRow(event: NewAuditEvent, at: Date): Insertable<Tables['audit_events']> {
  return {
    id: newObjectId('aud', at.getTime()),
    user_id: event.userId,
    at,
    kind: event.kind,
    client_id: event.clientId,
    grant_id: event.grantId,
    object_id: event.objectId,
    address: event.address,
    detail: JSON.stringify(event.detail),
  }
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
