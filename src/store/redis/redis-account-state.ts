import { SESSION_IDLE_LIMIT_SECONDS } from '../../mcp/limits.ts'
import type { KeptSession, SessionStore } from '../../mcp/session.ts'
import { GRANT_BUCKET, PERSON_BUCKET } from '../../oauth/admissions.ts'
import type { Admission, Admissions, Admitting, Bucket } from '../../oauth/admissions.ts'
import { FOLLOW_ON_MICROSECONDS, SECOND_MICROSECONDS } from '../../oauth/token-bucket.ts'
import { REDIS_KEYS } from './keys.ts'
import { createRedisAccountSessions } from './redis-account-sessions.ts'
import { defineScript } from './redis-script.ts'
import { readValue } from './redis-value.ts'
import type { RedisLink } from './redis.ts'
import { createTurnBatches } from '../turn-batches.ts'

const REVOKED = -1
const LIMITED = 0
const ADMITTED = 1

/** Maximum number of requests in one script, so that it blocks Redis for a millisecond at most. */
const BATCH_LIMIT = 64

/** Sets `now` in microseconds, from the second argument, or from the clock of Redis when that is `''`. */
const NOW = `
local now = tonumber(ARGV[2])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
`

/**
 * The bucket of `src/oauth/token-bucket.ts` as one string of 24 bytes. `take` returns the new string without writing
 * it, or nil when the bucket refuses.
 *
 * ```
 *   u64 began │ u32 used │ u64 at │ u32 level
 * ```
 */
const TAKE = `
local function take(bucket, capacity, refill, cost)
  local began, used, at, level = now, 0, now, capacity * ${SECOND_MICROSECONDS}
  local value = redis.call('GET', bucket)
  if value then
    local before, count, last, held = struct.unpack('>I8I4I8I4', value)
    -- If not, the clock was put back, or a failover changed it. A state in the future would lock the client out.
    if last <= now + ${SECOND_MICROSECONDS} then
      at = math.max(now, last)
      level = math.min(level, held + (at - last) * refill)
      local over = before + ${SECOND_MICROSECONDS}
      if at < over then
        began, used = before, count
      elseif count * 2 > capacity and at < over + ${FOLLOW_ON_MICROSECONDS} then
        began = over
      else
        began = at
      end
    end
  end
  used = used + cost
  level = level - cost * ${SECOND_MICROSECONDS}
  if used > capacity or level < 0 then return nil end
  return struct.pack('>I8I4I8I4', began, used, at, level)
end
local function keep(bucket, value)
  redis.call('SET', bucket, value, 'PX', ${(SECOND_MICROSECONDS + FOLLOW_ON_MICROSECONDS) / 1000})
end
`

/**
 * Checks revocation, takes from both buckets and reads the session, for one request after another.
 *
 * KEYS, for each request: revocation, bucket of the grant, bucket of the person, session. The bucket of the grant
 * stands in for a person who is asked separately, and for a session that is not to be read. ARGV: idle limit of a
 * session in milliseconds, the time, and the cost of each request.
 *
 * Answers for each request: -1 revoked; 0 limited; 1 admitted without a session; the text of the session when admitted
 * with one. The first two write nothing.
 */
const ADMIT = defineScript(`${NOW}${TAKE}
local idle = ARGV[1]
local function admit(revoked, bucket, person, session, cost)
  if redis.call('EXISTS', revoked) == 1 then return ${REVOKED} end
  local own = take(bucket, ${argumentsOf(GRANT_BUCKET)}, cost)
  if not own then return ${LIMITED} end
  if person ~= bucket then
    local all = take(person, ${argumentsOf(PERSON_BUCKET)}, cost)
    if not all then return ${LIMITED} end
    keep(person, all)
  end
  keep(bucket, own)
  return session ~= bucket and redis.call('GETEX', session, 'PX', idle) or ${ADMITTED}
end
local answers = {}
for n = 1, #KEYS / 4 do
  answers[n] = admit(KEYS[4 * n - 3], KEYS[4 * n - 2], KEYS[4 * n - 1], KEYS[4 * n], tonumber(ARGV[n + 2]))
end
return answers
`)

/** Takes from the bucket of a person alone. ARGV: cost, time. Returns 1 or 0. */
const ADMIT_PERSON = defineScript(`${NOW}${TAKE}
local all = take(KEYS[1], ${argumentsOf(PERSON_BUCKET)}, tonumber(ARGV[1]))
if not all then return ${LIMITED} end
keep(KEYS[1], all)
return ${ADMITTED}
`)

function argumentsOf({ capacity, refillPerSecond }: Bucket): string {
  return `${capacity}, ${refillPerSecond}`
}

/** State that the MCP endpoint of the account host asks of Redis for each request in one round trip, and the sessions. */
export interface AccountState {
  readonly admissions: Admissions
  readonly sessions: SessionStore
}

interface Asked {
  readonly who: Admitting
  readonly cost: number
  readonly sessionKey: string | null
  resolve(admission: Admission): void
  reject(error: unknown): void
}

/**
 * Creates the state. All requests of one turn of the event loop go as one script, except where Redis is spread over
 * several servers.
 *
 * @param options.clock Clock in milliseconds; default the clock of Redis.
 */
export function createRedisAccountState(
  link: Pick<RedisLink, 'client' | 'ask'>,
  options: { readonly idleLimitMs?: number; readonly clock?: () => number } = {},
): AccountState {
  const { clock } = options
  const idleLimitMs = options.idleLimitMs ?? SESSION_IDLE_LIMIT_SECONDS * 1000
  /** Whether Redis is a cluster, where keys of different grants and persons lie on different servers. */
  let spread = link.client.isCluster
  const take = createTurnBatches<Asked>(
    () => (spread ? 1 : BATCH_LIMIT),
    (batch) => void (spread ? sendApart(batch) : send(batch)),
  )
  const now = (): number | '' => (clock === undefined ? '' : Math.round(clock() * 1000))

  async function send(batch: readonly Asked[]): Promise<void> {
    try {
      const answers = await admitAll(batch, ({ who }) => REDIS_KEYS.accountPerson(who.userId))
      for (const [n, asked] of batch.entries()) asked.resolve(toAdmission(answers[n]))
    } catch (error) {
      if (isSpread(error)) {
        spread = true
        void sendApart(batch)
      } else for (const asked of batch) asked.reject(error)
    }
  }

  async function sendApart(batch: readonly Asked[]): Promise<void> {
    await Promise.all(
      batch.map((asked) =>
        admitApart(asked).then(
          (admission) => asked.resolve(admission),
          (error: unknown) => asked.reject(error),
        ),
      ),
    )
  }

  /** Asks the grant first, so that a connection that sends too much takes nothing from the person's other connections. */
  async function admitApart(asked: Asked): Promise<Admission> {
    const { cost, who } = asked
    const [answer] = await admitAll([asked], () => REDIS_KEYS.accountBucket(who.grantId))
    if (answer === REVOKED || answer === LIMITED) return toAdmission(answer)
    const keys = [REDIS_KEYS.accountPerson(who.userId)]
    const ofPerson = await link.ask(() => ADMIT_PERSON(link.client, keys, [cost, now()]))
    return toAdmission(ofPerson === LIMITED ? LIMITED : answer)
  }

  async function admitAll(batch: readonly Asked[], personKeyOf: (asked: Asked) => string): Promise<readonly unknown[]> {
    const keys = batch.flatMap((asked) => keysOf(asked, personKeyOf(asked)))
    const args = [idleLimitMs, now(), ...batch.map(({ cost }) => cost)]
    return (await link.ask(() => ADMIT(link.client, keys, args))) as readonly unknown[]
  }

  return {
    admissions: {
      admit: (who, cost, sessionKey) =>
        new Promise((resolve, reject) => take({ who, cost, sessionKey, resolve, reject })),
    },
    sessions: createRedisAccountSessions(link, idleLimitMs),
  }
}

function keysOf({ sessionKey, who: { grantId } }: Asked, person: string): string[] {
  const bucket = REDIS_KEYS.accountBucket(grantId)
  const session = sessionKey === null ? bucket : REDIS_KEYS.accountSession(grantId, sessionKey)
  return [REDIS_KEYS.accountRevoked(grantId), bucket, person, session]
}

function toAdmission(answer: unknown): Admission {
  if (answer === REVOKED) return { outcome: 'revoked' }
  if (answer === LIMITED) return { outcome: 'limited' }
  return { outcome: 'admitted', session: typeof answer === 'string' ? (readValue(answer) as KeptSession) : null }
}

/** Whether the address leads to a cluster after all, as with some proxies. The cluster has then done nothing of what was asked. */
function isSpread(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && cause.message.startsWith('CROSSSLOT')
}
