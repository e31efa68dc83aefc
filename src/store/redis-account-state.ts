import { SESSION_IDLE_LIMIT_SECONDS } from '../mcp/limits.ts'
import type { SessionRecord, SessionStore } from '../mcp/session.ts'
import { BUCKET_CAPACITY, BUCKET_REFILL_PER_SECOND } from '../oauth/admissions.ts'
import type { Admissions } from '../oauth/admissions.ts'
import { FOLLOW_ON_MICROSECONDS, SECOND_MICROSECONDS } from '../oauth/token-bucket.ts'
import { REDIS_KEYS } from './keys.ts'
import { createRedisAccountSessions } from './redis-account-sessions.ts'
import { defineScript } from './redis-script.ts'
import type { RedisLink } from './redis.ts'

const REVOKED = -1
const LIMITED = 0
const ADMITTED = 1

/**
 * Revocation, `src/oauth/token-bucket.ts` by the clock of Redis, and session. The bucket is one string of 24 bytes:
 *
 * ```
 *   u64 began │ u32 used │ u64 at │ u32 level
 * ```
 *
 * KEYS: revoked, bucket, and the session if there is one to be read; ARGV: cost, milliseconds that the session may be idle, the
 * time in microseconds or `''`.
 * Answers: -1 revoked; 0 limited; 1 let in without a session; the session as text, let in. The first two write nothing.
 */
const ADMIT = defineScript(`
if redis.call('EXISTS', KEYS[1]) == 1 then return ${REVOKED} end
local cost, now = tonumber(ARGV[1]), tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
local began, used, at, level = now, 0, now, ${BUCKET_CAPACITY * SECOND_MICROSECONDS}
local value = redis.call('GET', KEYS[2])
if value then
  local before, count, last, held = struct.unpack('>I8I4I8I4', value)
  -- Else the clock was put back, or is another one since a failover: what is in the future would lock out.
  if last <= now + ${SECOND_MICROSECONDS} then
    at = math.max(now, last)
    level = math.min(level, held + (at - last) * ${BUCKET_REFILL_PER_SECOND})
    local over = before + ${SECOND_MICROSECONDS}
    if at < over then
      began, used = before, count
    elseif count * 2 > ${BUCKET_CAPACITY} and at < over + ${FOLLOW_ON_MICROSECONDS} then
      began = over
    else
      began = at
    end
  end
end
used = used + cost
level = level - cost * ${SECOND_MICROSECONDS}
if used > ${BUCKET_CAPACITY} or level < 0 then return ${LIMITED} end
redis.call('SET', KEYS[2], struct.pack('>I8I4I8I4', began, used, at, level), 'PX', ${(SECOND_MICROSECONDS + FOLLOW_ON_MICROSECONDS) / 1000})
return KEYS[3] and redis.call('GETEX', KEYS[3], 'PX', ARGV[2]) or ${ADMITTED}
`)

/** What the MCP endpoint of the account host asks Redis at each request, in one round trip, and the sessions that this reads. */
export interface AccountState {
  readonly admissions: Admissions
  readonly sessions: SessionStore
}

/** @param options.clock Milliseconds; default the clock of Redis. */
export function createRedisAccountState(
  link: Pick<RedisLink, 'client' | 'ask' | 'gather'>,
  options: { readonly idleLimitMs?: number; readonly clock?: () => number } = {},
): AccountState {
  const { clock } = options
  const idleLimitMs = options.idleLimitMs ?? SESSION_IDLE_LIMIT_SECONDS * 1000
  return {
    admissions: {
      async admit(grantId, cost, sessionId) {
        const keys = [REDIS_KEYS.accountRevoked(grantId), REDIS_KEYS.accountBucket(grantId)]
        if (sessionId !== null) keys.push(REDIS_KEYS.accountSession(grantId, sessionId))
        const now = clock === undefined ? '' : Math.round(clock() * 1000)
        link.gather()
        const answer = await link.ask(() => ADMIT(link.client, keys, [cost, idleLimitMs, now]))
        if (answer === REVOKED) return { outcome: 'revoked' }
        if (answer === LIMITED) return { outcome: 'limited' }
        const session = typeof answer === 'string' ? (JSON.parse(answer) as SessionRecord) : null
        return { outcome: 'admitted', session }
      },
    },
    sessions: createRedisAccountSessions(link, idleLimitMs),
  }
}
