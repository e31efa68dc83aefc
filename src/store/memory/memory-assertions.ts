import type { UsedAssertions } from '../../oauth/assertion/used-assertions.ts'
import { Unavailable } from '../../shared/unavailable.ts'
import { ASSERTION_MEMORY_MS } from '../../tokens/client-assertion.ts'

/** Maximum number of used assertions, of some 150 bytes each. Further ones are refused, since forgetting one would be worse. */
const USED_LIMIT = 100_000

/** Used assertions of a single process; `src/store/redis/redis-assertions.ts` is the counterpart for several. */
export function createMemoryAssertions(
  options: { readonly memoryMs?: number; readonly limit?: number; readonly clock?: () => number } = {},
): UsedAssertions {
  const { clock = Date.now, limit = USED_LIMIT, memoryMs = ASSERTION_MEMORY_MS } = options
  /** Times of uses, the oldest first. */
  const usedAtMs = new Map<string, number>()
  return {
    async use(hash) {
      const nowMs = clock()
      for (const [oldest, atMs] of usedAtMs) {
        if (nowMs - atMs < memoryMs) break
        usedAtMs.delete(oldest)
      }
      if (usedAtMs.has(hash)) return false
      if (usedAtMs.size >= limit)
        throw new Unavailable('too many assertions of clients are remembered', { reason: 'queue' })
      usedAtMs.set(hash, nowMs)
      return true
    },
  }
}
