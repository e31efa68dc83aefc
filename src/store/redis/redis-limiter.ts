import type { Limit, Taken } from '../../limits/limiter.ts'
import type { SharedLimiter } from '../../limits/fallback-limiter.ts'
import { toSeconds } from '../../limits/window.ts'
import { REDIS_KEYS } from './keys.ts'
import { defineScript } from './redis-script.ts'
import type { RedisLink } from './redis.ts'

/**
 * The window of `src/limits/window.ts` inside Redis, by the clock of Redis, in microseconds. The value is one string:
 *
 * ```
 *   u32 units of all parts │ u64 last, u32 units │ u64 last, u32 units │ …     at most 784 bytes
 * ```
 *
 * A refused request writes nothing.
 *
 * KEYS[1] the client; ARGV: cost, limit, window and part of it in microseconds, the time in microseconds or `''`.
 * Answers: 1 or 0 (allowed), units left, microseconds until more are left (0: all are), microseconds to wait.
 */
const TAKE = defineScript(`
local cost, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local window, part = tonumber(ARGV[3]), tonumber(ARGV[4])
local now = tonumber(ARGV[5])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
local value = redis.call('GET', KEYS[1])
local used, head, size = 0, 5, 4
if value then
  used, size = struct.unpack('>I4', value), #value
  local newest = struct.unpack('>I8', value, size - 11)
  if newest > now + window then
    -- The clock was put back, or a failover changed it. Parts in the future would never leave the window.
    used, size, value = 0, 4, nil
  elseif newest > now then
    now = newest
  end
end
while head < size do
  local last, units = struct.unpack('>I8I4', value, head)
  if last + window > now then break end
  used = used - units
  head = head + 12
end
local reset = 0
if head < size then reset = struct.unpack('>I8', value, head) + window - now end
if used + cost > limit then
  local left, freed, at = used, now, head
  while at < size and left + cost > limit do
    local last, units = struct.unpack('>I8I4', value, at)
    left, freed, at = left - units, last + window, at + 12
  end
  return {0, math.max(0, limit - used), reset, freed - now}
end
used = used + cost
local kept = ''
if head < size then
  local last, units = struct.unpack('>I8I4', value, size - 11)
  if math.floor(last / part) == math.floor(now / part) then
    kept = string.sub(value, head, size - 12) .. struct.pack('>I8I4', now, units + cost)
  else
    kept = string.sub(value, head) .. struct.pack('>I8I4', now, cost)
  end
  reset = struct.unpack('>I8', kept) + window - now
else
  kept = struct.pack('>I8I4', now, cost)
  reset = window
end
redis.call('SET', KEYS[1], struct.pack('>I4', used) .. kept, 'PX', math.ceil(window / 1000))
return {1, limit - used, reset, 0}
`)

const PARTS = 64
const MICROSECONDS_PER_MS = 1000
/** Limit of the probe, which is never reached, since it is asked for a few times a second at most. */
const PROBE_LIMIT: Limit = { limit: 1_000_000, windowMs: 1000 }

type Answer = readonly [allowed: number, remaining: number, resetMicroseconds: number, waitMicroseconds: number]

/**
 * Creates the limiter that all nodes share. A request costs one script in one round trip.
 *
 * @param clock Clock in milliseconds; default the clock of Redis.
 */
export function createRedisLimiter(
  { client, timing, ...link }: Pick<RedisLink, 'client' | 'reconnect' | 'timing'>,
  clock?: () => number,
): SharedLimiter {
  async function takeFrom(key: string, cost: number, { limit, windowMs }: Limit): Promise<Taken> {
    const window = windowMs * MICROSECONDS_PER_MS
    const now = clock === undefined ? '' : Math.round(clock() * MICROSECONDS_PER_MS)
    const sentAtMs = performance.now()
    const answer = await TAKE(client, [key], [cost, limit, window, window / PARTS, now])
    timing.record(sentAtMs)
    const [allowed, remaining, reset, wait] = answer as Answer
    return {
      allowed: allowed === 1,
      remaining,
      resetSeconds: reset === 0 ? 0 : toSeconds(reset / MICROSECONDS_PER_MS),
      retryAfterSeconds: allowed === 1 ? 0 : toSeconds(wait / MICROSECONDS_PER_MS),
    }
  }
  return {
    take: (key, cost, limit) => takeFrom(REDIS_KEYS.limit(key), cost, limit),
    // The probe writes, so that a full or read-only Redis is not taken for a working one.
    probe: async (key) => void (await takeFrom(REDIS_KEYS.limitProbe(key), 1, PROBE_LIMIT)),
    // New connections to a whole cluster do not bring back one part of it. Its heartbeat replaces those that are silent.
    reconnect: () => (client.isCluster ? undefined : link.reconnect()),
  }
}
