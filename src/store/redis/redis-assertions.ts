import type { UsedAssertions } from '../../oauth/assertion/used-assertions.ts'
import { ASSERTION_MEMORY_MS } from '../../tokens/client-assertion.ts'
import { REDIS_KEYS } from './keys.ts'
import type { RedisLink } from './redis.ts'

/** Used assertions that every node knows. */
export function createRedisAssertions(
  { ask, client }: Pick<RedisLink, 'client' | 'ask'>,
  { memoryMs = ASSERTION_MEMORY_MS }: { readonly memoryMs?: number } = {},
): UsedAssertions {
  return {
    use: async (hash) =>
      (await ask(() => client.set(REDIS_KEYS.accountAssertion(hash), '', 'PX', memoryMs, 'NX'))) !== null,
  }
}
