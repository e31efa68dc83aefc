import { randomBytes } from 'node:crypto'
import { createIconsGate } from './agents/icons-gate.ts'
import type { Config } from './config/config.ts'
import type { Host } from './hosts/host.ts'
import type { StoreState } from './hosts/icons-answers.ts'
import { createIconsHost } from './hosts/icons.ts'
import { createFallbackLimiter } from './limits/fallback-limiter.ts'
import type { Limiter } from './limits/limiter.ts'
import { createMemoryLimiter } from './limits/memory-limiter.ts'
import type { PooledIconsService } from './pool/pooled-icons-service.ts'
import { TokenDispatcher } from './pool/token-dispatcher.ts'
import type { Log } from './shared/log.ts'
import { connectStore } from './store-link.ts'
import { createRedisLimiter } from './store/redis-limiter.ts'
import type { KeyState } from './tokens/key-keeper.ts'
import { createTokenService } from './tokens/token-service.ts'
import type { StaticFiles } from './web/static-files.ts'

const TOKEN_QUEUE_LIMIT = 4096
const TOKEN_TIMEOUT_MS = 2000

export interface IconsListenerOptions {
  readonly config: Config
  readonly icons: PooledIconsService
  readonly staticFiles: StaticFiles
  readonly tokenThreads: number
  readonly keys: KeyState
  readonly log: Log
}

export interface IconsListener {
  readonly host: Host
  /** Resolves when credentials can be made and checked. */
  ready(): Promise<void>
  /** From now on this is the key that signs credentials. */
  update(keys: KeyState): void
  /** Closes what the host stood on. */
  close(): Promise<void>
}

/** The icons host of one listener thread, with its limiter and its token threads. */
export function createIconsListener(options: IconsListenerOptions): IconsListener {
  const { config, icons, keys, log, staticFiles } = options
  const onFault = (message: string, cause: unknown): void => log.pino.error({ err: cause }, message)
  const workers = new TokenDispatcher({
    threads: options.tokenThreads,
    queueLimit: TOKEN_QUEUE_LIMIT,
    timeoutMs: TOKEN_TIMEOUT_MS,
    onFault,
  })
  const tokens = createTokenService({ issuer: config.icons.url, workers, state: keys })
  const limits = createLimits(config, log)
  const host = createIconsHost({
    config,
    icons,
    staticFiles,
    tokens,
    limiter: limits.limiter,
    store: () => limits.state(),
    gate: createIconsGate({ tokens, limiter: limits.limiter, iconsUrl: config.icons.url }),
    // No public tool asks its client anything, so no other node ever sees what this key signs.
    stateKey: randomBytes(32),
    log,
  })
  host.app.metrics.onSample(() => {
    host.app.metrics.set('verifiedTokens', tokens.remembered)
    host.app.metrics.set('limiterFallback', limits.state() === 'unreachable' ? 1 : 0)
  })
  return {
    host,
    ready: () => workers.ready(),
    update: (next) => tokens.update(next),
    async close() {
      limits.close()
      await workers.close()
    },
  }
}

interface Limits {
  readonly limiter: Limiter
  state(): StoreState
  close(): void
}

function createLimits(config: Config, log: Log): Limits {
  const local = createMemoryLimiter()
  const link = connectStore(config, 'signpost-limits', log)
  if (link === null) return { limiter: local, state: () => 'none', close: () => undefined }
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
    state: () => (limiter.fallback ? 'unreachable' : 'reachable'),
    close() {
      limiter.close()
      link.close()
    },
  }
}
