/**
 * Entry of a process with the routes of agents and two equal routes, one of them behind the gate, as in a listener thread.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { agentRoutes } from '../src/hosts/icons/registration/agent-routes.ts'
import { createIconsGate } from '../src/hosts/icons/registration/icons-gate.ts'
import { createHttpApp } from '../src/http/server/app.ts'
import { restWire } from '../src/http/route/error-wires.ts'
import { createFallbackLimiter } from '../src/limits/fallback-limiter.ts'
import type { Limiter } from '../src/limits/limiter.ts'
import { createMemoryLimiter } from '../src/limits/memory-limiter.ts'
import { TokenDispatcher } from '../src/pool/token-dispatcher.ts'
import { createLog } from '../src/shared/log.ts'
import { createRedisLimiter } from '../src/store/redis/redis-limiter.ts'
import { connectRedis } from '../src/store/redis/redis.ts'
import { generateSigningKey } from '../src/tokens/signing-key.ts'
import { createTokenService } from '../src/tokens/token-service.ts'

/** Report that the parent process receives on request. */
export interface GateChildUsage {
  readonly cpuUs: number
  /** 99th percentile of the event-loop delay since the last report, in milliseconds, without the sampling interval. */
  readonly delayP99Ms: number
  readonly fallback: boolean
}

const ISSUER = 'https://icons.example'
const RESOLUTION_MS = 1
/** Limit that is never reached, because only admitted requests are measured. */
const UNREACHED = 1_000_000_000

const [redisUrl = ''] = process.argv.slice(2)
const log = createLog({ level: 'warn', fd: 2 })
const dispatcher = new TokenDispatcher({ threads: 1, queueLimit: 4096, timeoutMs: 5000, onFault: console.error })
const tokens = createTokenService({ issuer: ISSUER, workers: dispatcher, state: { key: await generateSigningKey() } })
const local = createMemoryLimiter()
const shared =
  redisUrl === ''
    ? null
    : createFallbackLimiter({
        shared: createRedisLimiter(connectRedis({ url: redisUrl, name: 'bench', onFault: console.error })),
        local,
        onChange: console.error,
      })
const limiter: Limiter = {
  take: (key, cost, limit) => (shared ?? local).take(key, cost, { ...limit, limit: UNREACHED }),
}
const gate = createIconsGate({ tokens, limiter, iconsUrl: ISSUER, addressLimit: 1_000_000_000 })
const answer = {
  status: 200,
  mediaType: 'application/json',
  cacheControl: 'no-store',
  body: new TextEncoder().encode('{}'),
}
const app = createHttpApp({
  name: 'bench',
  routes: [
    ...agentRoutes({ tokens, limiter, iconsUrl: ISSUER }),
    { path: '/open', name: 'open', answer },
    { path: '/gated', name: 'gated', gate, answer },
  ],
  wire: restWire,
  log,
  generation: () => 1,
  cacheLimitBytes: 1024 * 1024,
  trustedProxies: [],
  notFound: { answer: { status: 404, cacheControl: 'no-store' } },
  methodNotAllowedCode: 'method_not_allowed',
})
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()
process.on('message', () => {
  const { system, user } = process.cpuUsage()
  const delayP99Ms = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS)
  process.send?.({ cpuUs: user + system, delayP99Ms, fallback: shared?.fallback ?? false } satisfies GateChildUsage)
  delay.reset()
})
process.on('disconnect', () => process.exit())
await dispatcher.ready()
process.send?.(await app.listen(0, '127.0.0.1'))
