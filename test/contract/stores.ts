import { randomBytes } from 'node:crypto'
import type { NewAuditEvent } from '../../src/account/audit/audit-event.ts'
import type { User } from '../../src/account/users/user-store.ts'
import { newObjectId } from '../../src/shared/object-id.ts'
import type { Database } from '../../src/store/database.ts'
import { createSqlUsers } from '../../src/store/sql-users.ts'

export const AT = new Date('2026-03-01T10:00:00.000Z')

export function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}

export function event(userId: string, more: Partial<NewAuditEvent> = {}): NewAuditEvent {
  return {
    userId,
    kind: 'session.signed_in',
    clientId: null,
    grantId: null,
    objectId: null,
    address: null,
    detail: {},
    ...more,
  }
}

export function newUser(): User {
  const id = newObjectId('usr', AT.getTime())
  return {
    id,
    email: `${id}@Example.org`,
    passwordHash: '$argon2id$one',
    locale: null,
    createdAt: AT,
    sessionsValidFrom: AT,
  }
}

/** A user that nobody else has. */
export async function makeUser(database: Database): Promise<User> {
  const user = newUser()
  await createSqlUsers(database).create(user, user.email.toLowerCase(), event(user.id, { kind: 'account.created' }))
  return user
}

/** Hash of a refresh token that nobody else has. */
export function newHash(): Uint8Array {
  return new Uint8Array(randomBytes(32))
}
