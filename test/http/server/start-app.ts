import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { createHttpApp } from '../../../src/http/server/app.ts'
import type { HttpApp } from '../../../src/http/server/app.ts'
import type { NamedStates } from '../../../src/http/server/named-state.ts'
import type { CorsPolicy } from '../../../src/http/wire/cors.ts'
import { createJsonRpcWire, createProblemWire } from '../../../src/http/route/error-wires.ts'
import type { ErrorWire } from '../../../src/http/route/error-wires.ts'
import { readMetrics } from '../../../src/http/observe/metrics.ts'
import type { Counter, Gauge } from '../../../src/http/observe/metrics.ts'
import type { RefusalReason } from '../../../src/shared/result.ts'
import type { Route } from '../../../src/http/route/route.ts'
import type { RpcRoute } from '../../../src/http/route/rpc-route.ts'
import { createLog } from '../../../src/shared/log.ts'

const CACHE_BYTES = 1024 * 1024

export interface Running {
  readonly app: HttpApp
  readonly url: string
  readonly port: number
  /** @returns the lines logged so far */
  readonly logged: () => Promise<Record<string, unknown>[]>
  readonly gauge: (gauge: Gauge) => number
  readonly counter: (counter: Counter) => number
  /** Requests refused for now, by reason; those without any are left out. */
  readonly refusals: () => Partial<Record<RefusalReason, number>>
  /** Answers in the histogram of latency. */
  readonly timed: () => number
}

/** Starts a host with the routes on a free port. */
export async function startApp(
  t: Test,
  routes: readonly Route[],
  overrides: {
    readonly generation?: () => number
    readonly trustedProxies?: readonly string[]
    readonly wire?: ErrorWire
    readonly cors?: CorsPolicy
    readonly methodNotAllowedCode?: string
    readonly bodyRoomBytes?: number
    readonly unreadLimitBytes?: number
    readonly states?: NamedStates
  } = {},
): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-app-'))
  const file = join(folder, 'log')
  const log = createLog({ level: 'info', fd: openSync(file, 'a') })
  const proxies = overrides.trustedProxies ?? []
  const app = createHttpApp({
    name: 'test',
    routes,
    wire: overrides.wire ?? createProblemWire(() => 'http://localhost/errors'),
    log,
    generation: overrides.generation ?? (() => 1),
    cacheLimitBytes: CACHE_BYTES,
    trustedProxies: proxies.map((address) => `${address}/32`),
    notFound: { answer: () => ({ ok: false, status: 404, code: 'endpoint_not_found', detail: 'Nothing is here.' }) },
    methodNotAllowedCode: overrides.methodNotAllowedCode ?? 'endpoint_not_found',
    ...(overrides.cors === undefined ? {} : { cors: overrides.cors }),
    ...(overrides.bodyRoomBytes === undefined ? {} : { bodyRoomBytes: overrides.bodyRoomBytes }),
    ...(overrides.states === undefined ? {} : { states: overrides.states }),
    ...(overrides.unreadLimitBytes === undefined ? {} : { unreadLimitBytes: overrides.unreadLimitBytes }),
  })
  const port = await app.listen(0, '127.0.0.1')
  t.teardown(() => {
    app.close()
    rmSync(folder, { recursive: true })
  })
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    port,
    logged: async () => {
      await log.flush()
      const lines = readFileSync(file, 'utf8').trim().split('\n')
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    },
    gauge: (gauge) => readMetrics(app.metrics.shared).gauges[gauge],
    counter: (counter) => readMetrics(app.metrics.shared).counters[counter],
    refusals: () =>
      Object.fromEntries(Object.entries(readMetrics(app.metrics.shared).refusals).filter(([, count]) => count > 0)),
    timed: () => readMetrics(app.metrics.shared).routes.reduce((sum, { buckets }) => sum + (buckets.at(-1) ?? 0), 0),
  }
}

/** A POST route for JSON-RPC that answers with the body of the request. */
export function rpcRoute(overrides: Partial<RpcRoute> = {}): RpcRoute {
  return {
    kind: 'rpc',
    path: '/rpc',
    name: 'rpc',
    method: 'POST',
    ...(overrides.method === 'DELETE' ? {} : { body: { mediaType: 'application/json', limitBytes: 64 * 1024 } }),
    wire: createJsonRpcWire(null),
    originAllowed: (origin) => origin === 'https://friend.example',
    answer: (exchange) => exchange.json(200, exchange.body),
    ...overrides,
  }
}

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5)
}
