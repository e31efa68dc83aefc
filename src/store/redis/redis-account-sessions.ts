import type { KeptSession, SessionStore } from '../../mcp/session.ts'
import { GRANT_SESSION_LIMIT, grantOf, readFound } from '../../oauth/grant-sessions.ts'
import { REDIS_KEYS } from './keys.ts'
import { defineScript } from './redis-script.ts'
import { readValue } from './redis-value.ts'
import type { RedisLink } from './redis.ts'

/**
 * Keeps something of a session. KEYS: session, sessions of the grant; ARGV: what is kept, idle limit in milliseconds, key of
 * the session, name in Redis of a session without its key.
 */
const KEEP = defineScript(`
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('LREM', KEYS[2], 1, ARGV[3])
if redis.call('RPUSH', KEYS[2], ARGV[3]) > ${GRANT_SESSION_LIMIT} then
  redis.call('DEL', ARGV[4] .. redis.call('LPOP', KEYS[2]))
end
redis.call('PEXPIRE', KEYS[2], ARGV[2])
`)

/** MCP sessions of the account host. The sessions and the bucket of a grant share a hash tag, so that one script can read both. */
export function createRedisAccountSessions(
  { client, ask }: Pick<RedisLink, 'client' | 'ask'>,
  idleLimitMs: number,
): SessionStore {
  const nameOf = REDIS_KEYS.accountSession
  return {
    async keep(key, kept, owner) {
      const grantId = grantOf(owner)
      const names = [nameOf(grantId, key), REDIS_KEYS.accountSessions(grantId)]
      await ask(() => KEEP(client, names, [JSON.stringify(kept), idleLimitMs, key, nameOf(grantId, '')]))
    },
    async get(key, asker) {
      const found = readFound(asker)
      if (found !== undefined) return found
      const text = await ask(() => client.getex(nameOf(grantOf(asker), key), 'PX', idleLimitMs))
      return text === null ? null : (readValue(text) as KeptSession)
    },
  }
}
