/**
 * Entry of a process that returns one cached answer behind gates of each kind, as a listener thread does. Its arguments are
 * `proxy`, if it trusts proxies, and the address of a Redis. It sends its port to the parent process.
 */
import { createAdmission } from '../../src/hosts/icons/registration/admission.ts'
import { createHttpApp } from '../../src/http/server/app.ts'
import { restWire } from '../../src/http/route/error-wires.ts'
import type { Gate } from '../../src/http/route/gate.ts'
import { text } from '../../src/http/route/reply.ts'
import type { Route } from '../../src/http/route/route.ts'
import { addressKey } from '../../src/shared/address-key.ts'
import { createFallbackLimiter } from '../../src/limits/fallback-limiter.ts'
import type { Limiter } from '../../src/limits/limiter.ts'
import { createMemoryLimiter } from '../../src/limits/memory-limiter.ts'
import { createLog } from '../../src/shared/log.ts'
import { createRedisLimiter } from '../../src/store/redis/redis-limiter.ts'
import { connectRedis } from '../../src/store/redis/redis.ts'

const [mode, redisUrl = ''] = process.argv.slice(2)
/** Limit that no client of the bench reaches. */
const POLICY = { name: 'bench', limit: 600, windowMs: 60_000 }
const BODY = text(JSON.stringify({ answer: 'x'.repeat(1_000) }))

const log = createLog({ level: 'warn', fd: 2 })
const link = connectRedis({
  url: redisUrl,
  name: 'bench',
  onFault: (message, cause) => log.pino.error({ err: cause }, message),
})
const shared = createFallbackLimiter({
  shared: createRedisLimiter(link),
  local: createMemoryLimiter(),
  onChange: (cause) => log.pino.error({ err: cause }, 'the limiter changed'),
})

/** Gate of the icons host for a client without a token. */
function gateBy(limiter: Limiter): Gate {
  const admit = createAdmission(limiter, POLICY)
  return ({ address }, cost) => admit(addressKey(address), cost, null)
}

const GATES: Readonly<Record<string, Gate | undefined>> = {
  '/open': undefined,
  '/address': ({ address }) => ({ ok: true, headers: [], subject: address }),
  '/memory': gateBy(createMemoryLimiter()),
  '/redis': gateBy(shared),
}

const routes = Object.entries(GATES).map(([path, gate]): Route => ({
  path: path as `/${string}`,
  name: path,
  ...(gate === undefined ? {} : { gate }),
  answer: () => ({
    key: path,
    produce: () =>
      Promise.resolve({
        status: 200,
        mediaType: 'application/json',
        body: BODY,
        cacheControl: 'no-cache',
        tagged: true,
      }),
  }),
}))

const app = createHttpApp({
  name: 'bench',
  routes,
  wire: restWire,
  log,
  generation: () => 1,
  cacheLimitBytes: 1024 * 1024,
  trustedProxies: mode === 'proxy' ? ['127.0.0.1/32'] : [],
  notFound: { answer: { status: 404, cacheControl: 'no-store' } },
  methodNotAllowedCode: 'method_not_allowed',
})
process.on('disconnect', () => process.exit())
await link.ready(1000)
process.send!(await app.listen(0, '127.0.0.1'))
