import type { AuditEvent, AuditLog, NewAuditEvent } from '../../src/account/audit/audit-event.ts'
import type { User, UserStore } from '../../src/account/users/user-store.ts'
import type { Approval, Grant, GrantStore } from '../../src/oauth/grant/grant-store.ts'
import { newObjectId } from '../../src/shared/object-id.ts'

/** Stores of the pages without a database. */
export function memoryStores() {
  const users = new Map<string, User & { readonly emailKey: string }>()
  const events: AuditEvent[] = []
  const grants = new Map<string, Grant>()
  const note = (event: NewAuditEvent): void => {
    events.unshift({ ...event, id: newObjectId('aud', Date.now()), at: new Date() })
  }
  const userStore: UserStore = {
    async create(user, emailKey, event) {
      if ([...users.values()].some((each) => each.emailKey === emailKey)) return 'taken'
      users.set(user.id, { ...user, emailKey })
      note(event)
      return 'created'
    },
    findByEmail: async (emailKey) => [...users.values()].find((each) => each.emailKey === emailKey) ?? null,
    find: async (id) => users.get(id) ?? null,
    async setPassword(id, passwordHash, at, event) {
      users.set(id, { ...users.get(id)!, passwordHash, sessionsValidFrom: at })
      note(event)
    },
    async replaceHash(id, from, to) {
      const user = users.get(id)!
      if (user.passwordHash === from) users.set(id, { ...user, passwordHash: to })
    },
    async delete(id) {
      users.delete(id)
      const ended = [...grants.values()].filter(({ userId }) => userId === id).map((grant) => grant.id)
      for (const each of ended) grants.delete(each)
      return ended
    },
  }
  const audit: AuditLog = {
    write: async (event) => note(event),
    async list(userId, { before, limit }) {
      const own = events.filter((event) => event.userId === userId)
      const from = before === null ? 0 : own.findIndex(({ id }) => id === before) + 1
      return own.slice(from, from + limit)
    },
    dropBefore: async () => 0,
  }
  const grantStore: Pick<GrantStore, 'list' | 'revoke'> & { approve(approval: Approval): Promise<Grant> } = {
    list: async (userId) => [...grants.values()].filter((grant) => grant.userId === userId),
    async revoke(id, { userId }) {
      const grant = grants.get(id)
      if (grant === undefined || grant.userId !== userId) return false
      grants.delete(id)
      note({ userId, kind: 'grant.revoked', clientId: grant.clientId, grantId: id, objectId: null, address: null, detail: {} })
      return true
    },
    async approve({ clientId, clientName, scope, userId }) {
      const at = new Date()
      const id = newObjectId('grt', Date.now())
      const grant: Grant = { id, userId, clientId, clientName, scope, createdAt: at, lastUsedAt: at }
      grants.set(id, grant)
      note({ userId, kind: 'grant.approved', clientId, grantId: id, objectId: null, address: null, detail: { name: clientName ?? clientId } })
      return grant
    },
  }
  return { users: userStore, audit, grants: grantStore }
}
