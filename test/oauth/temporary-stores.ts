import type { ClientStore, Client, KeptDocument } from '../../src/oauth/client/client-store.ts'
import type { Grant, GrantStore } from '../../src/oauth/grant/grant-store.ts'
import { newObjectId } from '../../src/shared/object-id.ts'

export function createStores() {
  const clientsById = new Map<string, Client>()
  const documents = new Map<string, KeptDocument>()
  const touched: string[] = []
  const clients: ClientStore = {
    async register(client) {
      clientsById.set(client.id, client)
    },
    async find(id) {
      return clientsById.get(id) ?? null
    },
    async touch(id) {
      touched.push(id)
    },
    async dropUnused() {
      clientsById.clear()
      return 0
    },
    async findDocument(url) {
      return documents.get(url) ?? null
    },
    async keepDocument(d) {
      documents.set(d.client.id, d)
    },
  }
  interface Row {
    grant: Grant
    revoked: string | null
    redirects: Set<string>
  }
  const rows = new Map<string, Row>()
  const tokens = new Map<string, { grantId: string; usedAt: number | null; expiresAt: number }>()
  const key = (h: Uint8Array) => Buffer.from(h).toString('hex')
  const standing = (u: string, c: string) =>
    [...rows.values()].find((r) => r.revoked === null && r.grant.userId === u && r.grant.clientId === c)
  const end = (id: string, reason: string) => {
    rows.get(id)!.revoked = reason
    for (const [h, x] of tokens) if (x.grantId === id) tokens.delete(h)
  }
  const grants: GrantStore = {
    async approve(a, at) {
      let row = standing(a.userId, a.clientId)
      if (!row) {
        row = {
          grant: {
            id: newObjectId('grt', at.getTime()),
            userId: a.userId,
            clientId: a.clientId,
            clientName: a.clientName,
            scope: a.scope,
            createdAt: at,
            lastUsedAt: at,
          },
          revoked: null,
          redirects: new Set(),
        }
        rows.set(row.grant.id, row)
      }
      row.redirects.add(a.redirectUri)
      return row.grant
    },
    async isApproved(a) {
      const r = standing(a.userId, a.clientId)
      return r?.redirects.has(a.redirectUri) ? r.grant : null
    },
    async find(id) {
      const r = rows.get(id)
      return r && r.revoked === null ? r.grant : null
    },
    async list(u) {
      return [...rows.values()].filter((r) => r.grant.userId === u && !r.revoked).map((r) => r.grant)
    },
    async revoke(id, o) {
      const r = rows.get(id)
      if (!r || r.revoked !== null) return false
      end(id, o.reason)
      return true
    },
    async addRefreshToken(grantId, hash, _at, expiresAt) {
      if (rows.get(grantId)?.revoked !== null) return false
      tokens.set(key(hash), { grantId, usedAt: null, expiresAt: expiresAt.getTime() })
      return true
    },
    async rotate(q) {
      const x = tokens.get(key(q.hash))
      const now = q.at.getTime()
      if (!x || x.expiresAt <= now || rows.get(x.grantId)!.grant.clientId !== q.clientId) return { outcome: 'unknown' }
      if (x.usedAt !== null && now - x.usedAt > q.overlapMs) {
        end(x.grantId, 'refresh_reused')
        return { outcome: 'reused', grantId: x.grantId }
      }
      x.usedAt ??= now
      tokens.set(key(q.nextHash), { grantId: x.grantId, usedAt: null, expiresAt: q.nextExpiresAt.getTime() })
      return { outcome: 'rotated', grant: rows.get(x.grantId)!.grant }
    },
    async findByRefreshToken(h) {
      const x = tokens.get(key(h))
      return x ? rows.get(x.grantId)!.grant : null
    },
    async touch() {},
    async revokedSince() {
      return []
    },
    async dropStale() {
      return 0
    },
  }
  return {
    clients,
    grants,
    touched,
    async newUser() {
      return newObjectId('usr', Date.now())
    },
  }
}
