import { randomBytes } from 'node:crypto'
import type { NewAuditEvent } from '../../src/account/audit/audit-event.ts'
import type { User } from '../../src/account/users/user-store.ts'
import type { Approval, Grant, GrantStore } from '../../src/oauth/grant/grant-store.ts'
import { newObjectId } from '../../src/shared/object-id.ts'
import type { Database } from '../../src/store/postgres/database.ts'
import { createSqlUsers } from '../../src/store/postgres/sql-users.ts'

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

/** Creates a user for one test. */
export async function makeUser(database: Database): Promise<User> {
  const user = newUser()
  await createSqlUsers(database).create(user, user.email.toLowerCase(), event(user.id, { kind: 'account.created' }))
  return user
}

/** @returns a new hash of a refresh token */
export function newHash(): Uint8Array {
  return new Uint8Array(randomBytes(32))
}

/** An approval of a client by a person of `makeUser`. The parts that a test does not name have defaults. */
export function approvalOf(userId: string, clientId = 'cli_a', more: Partial<Approval> = {}): Approval {
  return {
    userId,
    clientId,
    clientName: 'A',
    redirectUri: 'https://a/cb',
    scope: 'mcp:full',
    place: { browser: 'Firefox', system: 'Linux', network: '192.0.2.0/24' },
    signIn: null,
    replaces: null,
    validFromMs: AT.getTime(),
    asked: true,
    ...more,
  }
}

/** Approves a client, as a person does on the consent page. @throws {Error} if nothing is approved */
export async function approve(
  grants: Pick<GrantStore, 'approve'>,
  approval: Approval,
  at: Date,
  about: Omit<NewAuditEvent, 'grantId'> = event(approval.userId, {
    kind: 'grant.approved',
    clientId: approval.clientId,
  }),
): Promise<Grant> {
  const made = await grants.approve(approval, at, about)
  if (made.outcome !== 'approved') throw new Error(`nothing was approved: ${made.outcome}`)
  return made.grant
}
