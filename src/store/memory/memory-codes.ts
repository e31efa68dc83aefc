import { LRUCache } from 'lru-cache'
import { CODE_LIFETIME_SECONDS, USED_CODE_MEMORY_SECONDS } from '../../oauth/code/code-store.ts'
import type { CodeRecord, CodeStore } from '../../oauth/code/code-store.ts'

/** Maximum number of codes in memory; the oldest ones are dropped for new ones. */
const CODE_LIMIT = 100_000

/** Authorization codes of a single process; `src/store/redis/redis-codes.ts` is the counterpart for several. */
export function createMemoryCodes(
  options: { readonly lifetimeMs?: number; readonly usedMemoryMs?: number; readonly limit?: number } = {},
): CodeStore {
  const lifetimeMs = options.lifetimeMs ?? CODE_LIFETIME_SECONDS * 1000
  const usedMemoryMs = options.usedMemoryMs ?? USED_CODE_MEMORY_SECONDS * 1000
  const codes = new LRUCache<string, { readonly record: CodeRecord; readonly used: boolean }>({
    max: options.limit ?? CODE_LIMIT,
    ttl: lifetimeMs,
  })
  return {
    async put(hash, record) {
      codes.set(hash, { record, used: false })
    },
    async take(hash) {
      const code = codes.peek(hash)
      if (code === undefined) return null
      if (code.used) return { use: 'again', grantId: code.record.grantId }
      codes.set(hash, { record: code.record, used: true }, { ttl: usedMemoryMs })
      return { use: 'fresh', record: code.record }
    },
  }
}
