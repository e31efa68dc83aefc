import { figure, loadFigures, valuesOf, type Figure, type QuestionResult } from './figures.ts'
import { measureLoad, writeMessages, type Measure, type MessageFile } from './load/messages.ts'
import { forkServer, type Server } from './load/service.ts'
import { describeMachine, formatMachine } from './machine.ts'
import type { BenchOptions } from './options.ts'
import { startRedisProcess } from './redis-process.ts'
import { formatCount, formatMillis, formatTable, progress } from './report.ts'
import { median } from './timing.ts'

const CONNECTIONS = 48
/** A number of addresses that the look-up of addresses can remember. */
const FEW_CLIENTS = 4_000
const MANY_CLIENTS = 200_000

const FULL = { rounds: 3, seconds: 3, warmUpSeconds: 2 }
const QUICK = { rounds: 1, seconds: 1, warmUpSeconds: 1 }

interface Load {
  readonly title: string
  readonly server: Server
  readonly path: string
  readonly addresses: number
}

/**
 * Measures what it costs to read a client's address behind a proxy and to count it, for a cached answer. `limits` measures
 * the parts.
 */
export async function benchGate({ quick }: BenchOptions): Promise<QuestionResult> {
  const { rounds, seconds, warmUpSeconds } = quick ? QUICK : FULL
  const teardown: (() => Promise<void>)[] = []
  try {
    const redis = await startRedisProcess()
    teardown.push(redis.stop)
    const entry = new URL('peers/gate-child.ts', import.meta.url)
    const [direct, proxied] = await Promise.all([
      forkServer(entry, ['direct', redis.url]),
      forkServer(entry, ['proxy', redis.url]),
    ])
    teardown.push(direct.stop, proxied.stop)
    const few = `${formatCount(FEW_CLIENTS)} clients`
    const many = `${formatCount(MANY_CLIENTS)} clients`
    const loads: Load[] = [
      { title: 'No gate, no proxy', server: direct, path: '/open', addresses: 1 },
      { title: 'No gate, behind a proxy', server: proxied, path: '/open', addresses: FEW_CLIENTS },
      { title: `Address alone, ${few}`, server: proxied, path: '/address', addresses: FEW_CLIENTS },
      { title: `Address alone, ${many}`, server: proxied, path: '/address', addresses: MANY_CLIENTS },
      { title: `Counted in memory, ${few}`, server: proxied, path: '/memory', addresses: FEW_CLIENTS },
      { title: `Counted in memory, ${many}`, server: proxied, path: '/memory', addresses: MANY_CLIENTS },
      { title: `Counted in Redis, ${few}`, server: proxied, path: '/redis', addresses: FEW_CLIENTS },
      { title: `Counted in Redis, ${many}`, server: proxied, path: '/redis', addresses: MANY_CLIENTS },
    ]
    const files = await Promise.all(loads.map(({ path }) => writeMessages([{ path }])))
    teardown.push(...files.map((file) => file.remove))
    const measured = await measureRounds(loads, files, { rounds, seconds, warmUpSeconds })
    return { report: formatGateReport(loads, measured), figures: gateFigures(loads, measured), charts: [] }
  } finally {
    for (const stop of teardown.toReversed()) await stop()
  }
}

async function measureRounds(
  loads: readonly Load[],
  files: readonly MessageFile[],
  { rounds, seconds, warmUpSeconds }: typeof FULL,
): Promise<Measure[][]> {
  const measured: Measure[][] = loads.map(() => [])
  for (let round = 0; round <= rounds; round++) {
    progress(round === 0 ? 'warm-up' : `round ${round} of ${rounds}`)
    for (const [place, { addresses, server }] of loads.entries()) {
      const duration = round === 0 ? warmUpSeconds : seconds
      const load = { messages: files[place]!, addresses, connections: CONNECTIONS, seconds: duration }
      const measure = await measureLoad(server, load)
      if (round > 0) measured[place]!.push(measure)
    }
  }
  return measured
}

function gateFigures(loads: readonly Load[], measured: readonly (readonly Measure[])[]): Figure[] {
  return loads.flatMap(({ title }, place) => {
    const rounds = measured[place]!
    return [...loadFigures(title, rounds), figure(`${title}, CPU`, 'µs', 'lower', valuesOf(rounds, 'cpuUs'))]
  })
}

function formatGateReport(loads: readonly Load[], measured: readonly (readonly Measure[])[]): string {
  const middle = (place: number, value: (measure: Measure) => number): number => median(measured[place]!.map(value))
  const bareUs = middle(0, ({ cpuUs }) => cpuUs)
  const rows = loads.map(({ title }, place) => [
    title,
    formatCount(middle(place, ({ requestsPerSecond }) => requestsPerSecond)),
    formatMillis(middle(place, ({ p50Ms }) => p50Ms)),
    formatMillis(middle(place, ({ p99Ms }) => p99Ms)),
    middle(place, ({ cpuUs }) => cpuUs).toFixed(1),
    (middle(place, ({ cpuUs }) => cpuUs) - bareUs).toFixed(1),
  ])
  return [
    '# The gate behind a proxy',
    '`npm run bench -- gate`',
    formatMachine(describeMachine()),
    [
      `One kept answer of 1 KB through our HTTP app; wrk with one thread and ${CONNECTIONS} connections; every figure is the median of`,
      `${measured[0]!.length} rounds, interleaved, after a warm-up. The load generator and Redis share the cores named above. CPU is the processor time of`,
      'the server for one request, that of Redis not counted; what goes beyond the first line is in the last column. Where the machine is',
      'so busy that Redis is late, the limiter counts in memory for a moment; the run says so as it happens.',
    ].join('\n'),
    formatTable(['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'more'], rows),
  ].join('\n\n')
}
