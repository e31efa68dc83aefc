import { setTimeout as sleep } from 'node:timers/promises'
import { createMemoryLimiter } from '../src/limits/memory-limiter.ts'
import type { Limiter } from '../src/limits/limiter.ts'
import { createRedisLimiter } from '../src/store/redis/redis-limiter.ts'
import { connectRedis } from '../src/store/redis/redis.ts'
import { figure, type Figure, type QuestionResult } from './figures.ts'
import { startGateChild, type GateChild } from './gate-process.ts'
import { runWrk } from './load/wrk.ts'
import { describeMachine, formatMachine } from './machine.ts'
import type { BenchOptions } from './options.ts'
import { startRedisProcess } from './redis-process.ts'
import { formatCount, formatTable, progress } from './report.ts'
import { median } from './timing.ts'

const LIMIT = { limit: 600, windowMs: 60_000 }
const UNREACHED = { limit: 1_000_000_000, windowMs: 60_000 }
const CLIENTS = 100_000
const LOCAL_TAKES = 1_000_000
const REDIS_TAKES = 10_000
/** Rounds of the parts that are timed on their own. */
const PART_ROUNDS = 3
/** Command that shows the base cost of a call to Redis. */
const PING = 'PING'
const IN_FLIGHT = 64
const CONNECTIONS = 32

/** One part of the result. */
type Part = Pick<QuestionResult, 'report' | 'figures'>

/** Measures the cost of a limit: in the process, in Redis, and on a request. */
export async function benchLimits({ quick }: BenchOptions): Promise<QuestionResult> {
  progress('in the process')
  const local = await timeLocal()
  const redis = await startRedisProcess()
  try {
    progress('in Redis')
    const shared = await timeRedis(redis.url)
    progress('on a request')
    const requests = await timeRequests(redis.url, quick ? 1 : 5, quick ? 1 : 3)
    const parts = [local, shared, requests]
    const head = `# Limits\n\n${formatMachine(describeMachine())}`
    return {
      report: [head, ...parts.map(({ report }) => report)].join('\n\n'),
      figures: parts.flatMap(({ figures }) => figures),
      charts: [],
    }
  } finally {
    await redis.stop()
  }
}

/**
 * The usual approximation, with two counters for each client. Its error is not bounded by 2 %: it admits up to twice the
 * limit.
 */
function twoCounters(): Limiter {
  const clients = new Map<string, { window: number; now: number; before: number }>()
  return {
    take(key, cost, { limit, windowMs }) {
      const nowMs = performance.now()
      const window = Math.floor(nowMs / windowMs)
      let client = clients.get(key)
      if (client === undefined) clients.set(key, (client = { window, now: 0, before: 0 }))
      if (client.window !== window) {
        client.before = client.window === window - 1 ? client.now : 0
        client.now = 0
        client.window = window
      }
      const used = client.now + client.before * (1 - (nowMs % windowMs) / windowMs)
      const allowed = used + cost <= limit
      if (allowed) client.now += cost
      return { allowed, remaining: limit - client.now, resetSeconds: 1, retryAfterSeconds: 0 }
    },
  }
}

async function timeLocal(): Promise<Part> {
  const one = ['203.0.113.9']
  const many = Array.from({ length: CLIENTS }, (_, n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
  const rows: string[][] = []
  const found: Figure[] = []
  for (const [name, create] of [
    ['sliding in 64 parts', createMemoryLimiter],
    ['two counters', twoCounters],
  ] as const) {
    const timesOf = (keys: readonly string[]): number[] => {
      const limiter: Limiter = create()
      takeAll(limiter, keys, LOCAL_TAKES / 4)
      return Array.from({ length: PART_ROUNDS }, () => takeAll(limiter, keys, LOCAL_TAKES))
    }
    const [ofOne, ofMany] = [timesOf(one), timesOf(many)]
    const bytes = weigh(create, many)
    rows.push([name, formatCount(median(ofOne)), formatCount(median(ofMany)), formatCount(bytes)])
    const more = create === twoCounters ? ({ peer: true } as const) : {}
    found.push(
      figure(`${name}, one client`, 'ns', 'lower', ofOne, more),
      figure(`${name}, ${CLIENTS} clients`, 'ns', 'lower', ofMany, more),
      figure(`${name}, memory of a client`, 'bytes', 'lower', [bytes], more),
    )
  }
  const report = `In the process:\n\n${formatTable(['', 'ns a take, one client', `ns, ${formatCount(CLIENTS)} clients`, 'bytes a client'], rows)}`
  return { report, figures: found }
}

/** @returns nanoseconds for each call of `take` */
function takeAll(limiter: Limiter, keys: readonly string[], count: number): number {
  const before = performance.now()
  for (let n = 0; n < count; n++) void limiter.take(keys[n % keys.length]!, 1, LIMIT)
  return ((performance.now() - before) / count) * 1e6
}

function weigh(create: () => Limiter, keys: readonly string[]): number {
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const limiter = create()
  for (const key of keys) void limiter.take(key, 1, LIMIT)
  globalThis.gc?.()
  const bytes = (process.memoryUsage().heapUsed - before) / keys.length
  void limiter.take('kept', 1, LIMIT)
  return bytes
}

async function timeRedis(url: string): Promise<Part> {
  const link = connectRedis({ url, name: 'bench', onFault: console.error })
  while (!link.up) await sleep(5)
  const limiter = createRedisLimiter(link)
  const rows: string[][] = []
  const found: Figure[] = []
  for (const [name, ask] of [
    ['take, one client', () => limiter.take('one', 1, UNREACHED)],
    ['take, refused', () => limiter.take('none', 2, { limit: 1, windowMs: 60_000 })],
    [PING, () => link.client.ping()],
  ] as const) {
    const alone: number[] = []
    const rates: number[] = []
    for (let round = 0; round < PART_ROUNDS; round++) {
      alone.push(await timeAll(ask, 1))
      rates.push(1e6 / (await timeAll(ask, IN_FLIGHT)))
    }
    rows.push([name, formatCount(median(alone)), formatCount(median(rates))])
    const more = name === PING ? ({ peer: true } as const) : {}
    found.push(
      figure(`Redis, ${name}, one at a time`, 'µs', 'lower', alone, more),
      figure(`Redis, ${name}, ${IN_FLIGHT} at a time`, '/s', 'higher', rates, more),
    )
  }
  link.close()
  const report = `In Redis:\n\n${formatTable(['', 'µs, one at a time', `a second, ${IN_FLIGHT} at a time`], rows)}`
  return { report, figures: found }
}

/** @returns microseconds for each call */
async function timeAll(ask: () => Promise<unknown>, inFlight: number): Promise<number> {
  let left = REDIS_TAKES
  const before = performance.now()
  const client = async (): Promise<void> => {
    while (left-- > 0) await ask()
  }
  await Promise.all(Array.from({ length: inFlight }, client))
  return ((performance.now() - before) / REDIS_TAKES) * 1000
}

async function timeRequests(redisUrl: string, rounds: number, seconds: number): Promise<Part> {
  const [local, shared] = [await startGateChild(''), await startGateChild(redisUrl)]
  const cases: readonly (readonly [string, GateChild, string])[] = [
    ['no gate', local, '/open'],
    ['counted in the process', local, '/gated'],
    ['counted in Redis', shared, '/gated'],
  ]
  const found = cases.map(() => ({ perSecond: [] as number[], cpuUs: [] as number[] }))
  for (let round = 0; round <= rounds; round++) {
    for (const [index, [, child, path]] of cases.entries()) {
      const before = await child.usage()
      const report = await runWrk('report.lua', child.origin + path, seconds, [], CONNECTIONS)
      const after = await child.usage()
      if (report.failures > 0 || after.fallback) throw new Error('the run was not clean')
      if (round === 0) continue
      found[index]!.perSecond.push(report.requestsPerSecond)
      found[index]!.cpuUs.push((after.cpuUs - before.cpuUs) / report.sent)
    }
  }
  await local.stop()
  await shared.stop()
  const rows = cases.map(([name], index) => {
    const { cpuUs, perSecond } = found[index]!
    return [name, formatCount(median(perSecond)), median(cpuUs).toFixed(1)]
  })
  const figures = cases.flatMap(([name], index) => [
    figure(`request, ${name}`, '/s', 'higher', found[index]!.perSecond),
    figure(`request, ${name}, CPU`, 'µs', 'lower', found[index]!.cpuUs),
  ])
  const report = `A request (medians of ${rounds}):\n\n${formatTable(['', 'requests/s', 'CPU µs a request'], rows)}`
  return { report, figures }
}
