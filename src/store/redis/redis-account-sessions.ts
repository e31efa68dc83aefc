import type { SessionRecord, SessionStore } from '../../mcp/session.ts'
import { GRANT_SESSION_LIMIT, grantOf, readFound } from '../../oauth/grant-sessions.ts'
import { REDIS_KEYS } from './keys.ts'
import { defineScript } from './redis-script.ts'
import type { RedisLink } from './redis.ts'

/**
 * Creates a session. KEYS: session, sessions of the grant; ARGV: record, idle limit in milliseconds, id, key of a
 * session without its id.
 */
const CREATE = defineScript(`
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
if redis.call('RPUSH', KEYS[2], ARGV[3]) > ${GRANT_SESSION_LIMIT} then
  redis.call('DEL', ARGV[4] .. redis.call('LPOP', KEYS[2]))
end
redis.call('PEXPIRE', KEYS[2], ARGV[2])
`)

/** Deletes a session. KEYS: session, sessions of the grant; ARGV: id. */
const DELETE = defineScript(`
redis.call('LREM', KEYS[2], 1, ARGV[1])
return redis.call('DEL', KEYS[1])
`)

/** MCP sessions of the account host. The sessions and the bucket of a grant share a hash tag, so that one script can read both. */
export function createRedisAccountSessions(
  { client, ask }: Pick<RedisLink, 'client' | 'ask'>,
  idleLimitMs: number,
): SessionStore {
  const keyOf = REDIS_KEYS.accountSession
  return {
    async create(id, record) {
      const grantId = grantOf(record)
      const keys = [keyOf(grantId, id), REDIS_KEYS.accountSessions(grantId)]
      await ask(() => CREATE(client, keys, [JSON.stringify(record), idleLimitMs, id, keyOf(grantId, '')]))
    },
    async get(id, asker) {
      const found = readFound(asker)
      if (found !== undefined) return found
      const text = await ask(() => client.getex(keyOf(grantOf(asker), id), 'PX', idleLimitMs))
      return text === null ? null : (JSON.parse(text) as SessionRecord)
    },
    async replace(id, record) {
      const key = keyOf(grantOf(record), id)
      await ask(() => client.set(key, JSON.stringify(record), 'PX', idleLimitMs, 'XX'))
    },
    async delete(id, asker) {
      const grantId = grantOf(asker)
      const keys = [keyOf(grantId, id), REDIS_KEYS.accountSessions(grantId)]
      return (await ask(() => DELETE(client, keys, [id]))) === 1
    },
  }
}
