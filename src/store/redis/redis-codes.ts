import { CODE_LIFETIME_SECONDS, USED_CODE_MEMORY_SECONDS } from '../../oauth/code/code-store.ts'
import type { CodeRecord, CodeStore } from '../../oauth/code/code-store.ts'
import { REDIS_KEYS } from './keys.ts'
import { defineScript } from './redis-script.ts'
import { readValue } from './redis-value.ts'
import type { RedisLink } from './redis.ts'

/**
 * Takes a code. The value is the record as JSON, with the prefix `used ` once taken. KEYS: code; ARGV: milliseconds to
 * remember its use.
 */
const TAKE = defineScript(`
local value = redis.call('GET', KEYS[1])
if value and string.sub(value, 1, 5) ~= 'used ' then redis.call('SET', KEYS[1], 'used ' .. value, 'PX', ARGV[1]) end
return value
`)
const USED = 'used '

/** Authorization codes that every node can redeem. */
export function createRedisCodes(
  { ask, client }: Pick<RedisLink, 'client' | 'ask'>,
  options: { readonly lifetimeMs?: number; readonly usedMemoryMs?: number } = {},
): CodeStore {
  const lifetimeMs = options.lifetimeMs ?? CODE_LIFETIME_SECONDS * 1000
  const usedMemoryMs = options.usedMemoryMs ?? USED_CODE_MEMORY_SECONDS * 1000
  return {
    async put(hash, record) {
      await ask(() => client.set(REDIS_KEYS.accountCode(hash), JSON.stringify(record), 'PX', lifetimeMs))
    },
    async take(hash) {
      const key = REDIS_KEYS.accountCode(hash)
      let givenUp = false
      const answer = ask(async () => {
        // A Redis that stands still carries out what was sent to it once it goes on, even for a connection that is closed.
        // So it gets a question first, which changes nothing, and the code is taken only if its caller still waits.
        if ((await client.exists(key)) === 0 || givenUp) return null
        const value = await TAKE(client, [key], [usedMemoryMs])
        // Redis stood still between the two, and the caller got nothing for the code. It is restored, so that a retry is not
        // taken for theft.
        if (givenUp && typeof value === 'string' && !value.startsWith(USED)) {
          await client.set(key, value, 'PX', lifetimeMs, 'XX')
        }
        return value
      })
      const value = await answer.catch((error: unknown) => {
        givenUp = true
        throw error
      })
      if (typeof value !== 'string') return null
      if (!value.startsWith(USED)) return { use: 'fresh', record: readValue(value) as CodeRecord }
      return { use: 'again', grantId: (readValue(value.slice(USED.length)) as CodeRecord).grantId }
    },
  }
}
