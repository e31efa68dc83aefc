import type { Config } from '../config/config.ts'
import type { StoreState } from '../limits/store-state.ts'
import { createFallbackLimiter } from '../limits/fallback-limiter.ts'
import type { Limiter } from '../limits/limiter.ts'
import { createMemoryLimiter } from '../limits/memory-limiter.ts'
import type { Log } from '../shared/log.ts'
import { Timing } from '../shared/answer-timer.ts'
import { connectStore } from './store-link.ts'
import { createRedisLimiter } from '../store/redis/redis-limiter.ts'

export interface Limits {
  readonly limiter: Limiter
  state(): StoreState
  /** Answers of Redis; empty without it. */
  readonly timing: Timing
  close(): void
}

/** The limits of a listener's hosts: counted in Redis where there is one, in this process while that is gone. */
export function createLimits(config: Config, log: Log): Limits {
  const local = createMemoryLimiter()
  const link = connectStore(config, 'signpost-limits', log)
  if (link === null) return { limiter: local, state: () => 'none', timing: new Timing('redis'), close: () => undefined }
  const limiter = createFallbackLimiter({
    shared: createRedisLimiter(link),
    local,
    onChange(cause) {
      if (cause === null) log.pino.info('limits are counted in Redis again')
      else log.pino.error({ err: cause }, 'limits are counted in this process alone until Redis answers')
    },
  })
  return {
    limiter,
    timing: link.timing,
    state: () => (limiter.fallback ? 'unreachable' : 'reachable'),
    close() {
      limiter.close()
      link.close()
    },
  }
}
