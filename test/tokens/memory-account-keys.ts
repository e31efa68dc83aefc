import type { AccountKeyStore, StoredKey } from '../../src/tokens/account-key-store.ts'
import { Unavailable } from '../../src/shared/unavailable.ts'

/** Store of the keys of several nodes in this process, with simulated outages. */
export function createMemoryAccountKeys() {
  const rows = new Map<string, StoredKey>()
  let away = false
  let reads = 0
  async function reach(): Promise<void> {
    await new Promise(setImmediate)
    if (away) throw new Unavailable('the database is away')
  }
  const store: AccountKeyStore = {
    async list() {
      await reach()
      reads += 1
      return [...rows.values()]
    },
    async add(key) {
      await reach()
      rows.set(key.kid, { ...key, createdAt: new Date() })
    },
    async drop(kids) {
      await reach()
      return kids.filter((kid) => rows.delete(kid)).length
    },
  }
  return {
    store,
    kids: () => [...rows.keys()],
    reads: () => reads,
    goAway: (next: boolean) => void (away = next),
  }
}
