import type { Config } from '../config/config.ts'
import { logFaults, type Log } from '../shared/log.ts'
import { connectRedis, type RedisLink } from '../store/redis/redis.ts'

/**
 * A connection to the Redis of the configuration, whose outages go to the log; null where there is none.
 *
 * @param name What `CLIENT LIST` shows.
 * @param sharded Whether it listens to sharded channels.
 */
export function connectStore({ redisUrl }: Config, name: string, log: Log, sharded = false): RedisLink | null {
  if (redisUrl === null) return null
  return connectRedis({
    url: redisUrl,
    name,
    sharded,
    onFault: logFaults(log),
    onRecovered: (message) => log.pino.info(message),
  })
}
