import { SESSION_IDLE_LIMIT_SECONDS } from '../mcp/limits.ts'
import type { SessionRecord, SessionStore } from '../mcp/session.ts'
import { BUCKET_CAPACITY, BUCKET_REFILL_PER_SECOND } from '../oauth/admissions.ts'
import type { Admission, Admissions } from '../oauth/admissions.ts'
import { FOLLOW_ON_MICROSECONDS, SECOND_MICROSECONDS } from '../oauth/token-bucket.ts'
import { REDIS_KEYS } from './keys.ts'
import { createRedisAccountSessions } from './redis-account-sessions.ts'
import { defineScript } from './redis-script.ts'
import type { RedisLink } from './redis.ts'
import { createTurnBatches } from './turn-batches.ts'

const REVOKED = -1
const LIMITED = 0
const ADMITTED = 1

/** What goes together keeps others from Redis for a millisecond at most. */
const BATCH_LIMIT = 64

/**
 * Revocation, `src/oauth/token-bucket.ts` by the clock of Redis, and session, for one request after another. The bucket is one
 * string of 24 bytes:
 *
 * ```
 *   u64 began │ u32 used │ u64 at │ u32 level
 * ```
 *
 * KEYS: of each request revoked, bucket, and the session or, if there is none to be read, the bucket again; ARGV: milliseconds
 * that a session may be idle, the time in microseconds or `''`, and the cost of each request.
 * Answers for each: -1 revoked; 0 limited; 1 let in without a session; the session as text, let in. The first two write nothing.
 */
const ADMIT = defineScript(`
local idle, now = ARGV[1], tonumber(ARGV[2])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
local function admit(revoked, bucket, session, cost)
  if redis.call('EXISTS', revoked) == 1 then return ${REVOKED} end
  local began, used, at, level = now, 0, now, ${BUCKET_CAPACITY * SECOND_MICROSECONDS}
  local value = redis.call('GET', bucket)
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
  redis.call('SET', bucket, struct.pack('>I8I4I8I4', began, used, at, level), 'PX', ${(SECOND_MICROSECONDS + FOLLOW_ON_MICROSECONDS) / 1000})
  return session ~= bucket and redis.call('GETEX', session, 'PX', idle) or ${ADMITTED}
end
local answers = {}
for n = 1, #KEYS / 3 do
  answers[n] = admit(KEYS[3 * n - 2], KEYS[3 * n - 1], KEYS[3 * n], tonumber(ARGV[n + 2]))
end
return answers
`)

/** What the MCP endpoint of the account host asks Redis at each request, in one round trip, and the sessions that this reads. */
export interface AccountState {
  readonly admissions: Admissions
  readonly sessions: SessionStore
}

interface Asked {
  readonly grantId: string
  readonly cost: number
  readonly sessionId: string | null
  resolve(admission: Admission): void
  reject(error: unknown): void
}

/**
 * What one turn of the event loop asks for goes as one script, except where Redis is spread over several servers.
 *
 * @param options.clock Milliseconds; default the clock of Redis.
 */
export function createRedisAccountState(
  link: Pick<RedisLink, 'client' | 'ask'>,
  options: { readonly idleLimitMs?: number; readonly clock?: () => number } = {},
): AccountState {
  const { clock } = options
  const idleLimitMs = options.idleLimitMs ?? SESSION_IDLE_LIMIT_SECONDS * 1000
  let limit = link.client.isCluster ? 1 : BATCH_LIMIT
  const take = createTurnBatches<Asked>(
    () => limit,
    (batch) => void send(batch),
  )

  async function send(batch: readonly Asked[]): Promise<void> {
    const now = clock === undefined ? '' : Math.round(clock() * 1000)
    const keys = batch.flatMap(keysOf)
    const args = [idleLimitMs, now, ...batch.map(({ cost }) => cost)]
    try {
      const answers = (await link.ask(() => ADMIT(link.client, keys, args))) as readonly unknown[]
      for (const [n, asked] of batch.entries()) asked.resolve(toAdmission(answers[n]))
    } catch (error) {
      if (batch.length > 1 && isSpread(error)) {
        limit = 1
        for (const asked of batch) void send([asked])
      } else for (const asked of batch) asked.reject(error)
    }
  }

  return {
    admissions: {
      admit: (grantId, cost, sessionId) =>
        new Promise((resolve, reject) => take({ grantId, cost, sessionId, resolve, reject })),
    },
    sessions: createRedisAccountSessions(link, idleLimitMs),
  }
}

function keysOf({ grantId, sessionId }: Asked): string[] {
  const bucket = REDIS_KEYS.accountBucket(grantId)
  const session = sessionId === null ? bucket : REDIS_KEYS.accountSession(grantId, sessionId)
  return [REDIS_KEYS.accountRevoked(grantId), bucket, session]
}

function toAdmission(answer: unknown): Admission {
  if (answer === REVOKED) return { outcome: 'revoked' }
  if (answer === LIMITED) return { outcome: 'limited' }
  return { outcome: 'admitted', session: typeof answer === 'string' ? (JSON.parse(answer) as SessionRecord) : null }
}

/** Whether behind the address there is a cluster after all, as with some proxies: it has done nothing of what it was asked. */
function isSpread(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && cause.message.startsWith('CROSSSLOT')
}
