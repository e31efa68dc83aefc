import { LRUCache } from 'lru-cache'
import type { ClientStore } from './client-store.ts'

/** How fresh a written use has to be: a client lives for 90 days after its last. */
const WRITTEN_EVERY_MS = 24 * 60 * 60 * 1000
/** Clients whose use is remembered as written, some 100 bytes each. */
const REMEMBERED_LIMIT = 20_000

/** Renews the lives of registered clients, each once a day at most. */
export interface ClientUses {
  /** Never fails, and nobody waits for it: a use that could not be written is written with the next one. */
  note(clientId: string): void
}

export function createClientUses(clients: ClientStore, clock: () => number = Date.now): ClientUses {
  const writtenAtMs = new LRUCache<string, number>({ max: REMEMBERED_LIMIT })
  return {
    note(clientId) {
      const nowMs = clock()
      const before = writtenAtMs.get(clientId)
      if (before !== undefined && nowMs - before < WRITTEN_EVERY_MS) return
      writtenAtMs.set(clientId, nowMs)
      clients.touch(clientId, new Date(nowMs)).catch(() => writtenAtMs.delete(clientId))
    },
  }
}
