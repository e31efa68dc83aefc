import { LRUCache } from 'lru-cache'
import type { ClientStore } from './client-store.ts'

/** Interval between written uses of a client, which lives for 90 days after its last use. */
const WRITTEN_EVERY_MS = 24 * 60 * 60 * 1000
/** Number of clients whose last written use is cached. Each takes about 100 bytes. */
const REMEMBERED_LIMIT = 20_000

/** Extends the lives of registered clients, each once a day at most. */
export interface ClientUses {
  /** Records a use in the background; never fails. A use that could not be written is written with the next one. */
  record(clientId: string): void
}

export function createClientUses(clients: ClientStore, clock: () => number = Date.now): ClientUses {
  const writtenAtMs = new LRUCache<string, number>({ max: REMEMBERED_LIMIT })
  return {
    record(clientId) {
      const nowMs = clock()
      const before = writtenAtMs.get(clientId)
      if (before !== undefined && nowMs - before < WRITTEN_EVERY_MS) return
      writtenAtMs.set(clientId, nowMs)
      clients.touch(clientId, new Date(nowMs)).catch(() => writtenAtMs.delete(clientId))
    },
  }
}
