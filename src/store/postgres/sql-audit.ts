import { sql, type Kysely, type Selectable } from 'kysely'
import type { AuditEvent, AuditKind, AuditLog, NewAuditEvent } from '../../account/audit/audit-event.ts'
import { newObjectId } from '../../shared/object-id.ts'
import type { Database } from './database.ts'
import { dropRows } from './delete-rows.ts'
import { isForeignKeyViolation } from './postgres-faults.ts'
import type { Tables } from './tables.ts'

/** The audit log in the database. Each event is part of the transaction that it records. */
export function createSqlAudit(database: Database, now: () => number = Date.now): AuditLog {
  return {
    async write(event) {
      try {
        await database.run((kysely) => insertEvent(kysely, event, new Date(now())))
      } catch (error) {
        // The account was deleted meanwhile, so nobody could read the event.
        if (!isForeignKeyViolation(error)) throw error
      }
    },
    async list(userId, { limit, before }) {
      const rows = await database.run((kysely) => {
        const newest = kysely
          .selectFrom('audit_events')
          .leftJoin('grants', 'grants.id', 'audit_events.grant_id')
          .leftJoin('clients', 'clients.id', 'audit_events.client_id')
          .leftJoin('client_documents', 'client_documents.url', 'audit_events.client_id')
          .selectAll('audit_events')
          .select(['grants.id as known_grant', 'grants.browser', 'grants.system', 'grants.network'])
          .select((expression) =>
            expression.fn.coalesce('grants.client_name', 'clients.name', 'client_documents.name').as('client_name'),
          )
          .where('audit_events.user_id', '=', userId)
        const older = before === null ? newest : newest.where('audit_events.id', '<', before)
        return older.orderBy('audit_events.id', 'desc').limit(limit).execute()
      })
      return rows.map(toEvent)
    },
    dropBefore: (at, userId) =>
      dropRows(
        database,
        'audit_events',
        userId === undefined ? sql`at < ${at}` : sql`at < ${at} and user_id = ${userId}`,
      ),
  }
}

/** Inserts an event, in the transaction that it records when there is one. */
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

type EventRow = Selectable<Tables['audit_events']> &
  Pick<Selectable<Tables['grants']>, 'browser' | 'system' | 'network' | 'client_name'> & {
    readonly known_grant: string | null
  }

function toEvent(row: EventRow): AuditEvent {
  const { browser, network, system } = row
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
    clientName: row.client_name,
    place: row.known_grant === null ? null : { browser, system, network },
  }
}
