import { figure, loadFigures, valuesOf, type Figure } from './figures.ts'
import type { Measure } from './load/messages.ts'
import { describeMachine, formatMachine } from './machine.ts'
import { formatCount, formatMillis, formatTable } from './report.ts'
import { median } from './timing.ts'

export type SaturatedName = 'registration' | 'exchange' | 'verified' | 'remembered' | 'anonymous'

export interface Saturated extends Measure {
  readonly eventLoopDelayP99Ms: number
}

export interface PacedRun {
  readonly name: 'idle' | 'anonymous' | 'verified'
  /** Measurements of the load, or null for the idle run. */
  readonly measure: Measure | null
  /** Largest and median value that were seen during the run. */
  readonly eventLoopDelayP99Ms: number
  readonly usualEventLoopDelayP99Ms: number
}

export interface AgentsResult {
  readonly connections: number
  readonly paced: readonly PacedRun[]
  readonly saturated: Readonly<Record<SaturatedName, readonly Saturated[]>>
}

const PACED_TITLES: Readonly<Record<PacedRun['name'], string>> = {
  idle: 'Nothing',
  anonymous: 'Cached answers, no token',
  verified: 'Cached answers, every token verified',
}

const SATURATED_TITLES: Readonly<Record<SaturatedName, string>> = {
  registration: 'Registration (one signature)',
  exchange: 'Exchange (one verification, one signature)',
  verified: 'Cached answer, every token verified',
  remembered: 'Cached answer, tokens seen before',
  anonymous: 'Cached answer, no token',
}

export function agentsFigures({ paced, saturated }: AgentsResult): Figure[] {
  const atRest = paced.map(({ name, usualEventLoopDelayP99Ms }) => {
    const summary = name === 'verified' ? ({ inSummary: true } as const) : {}
    return figure(`${PACED_TITLES[name]}, paced, event loop p99`, 'ms', 'lower', [usualEventLoopDelayP99Ms], summary)
  })
  const loads = (Object.keys(SATURATED_TITLES) as SaturatedName[]).flatMap((name) => {
    const title = SATURATED_TITLES[name]
    const cpu = valuesOf(saturated[name], 'cpuUs')
    return [...loadFigures(title, saturated[name]), figure(`${title}, CPU`, 'µs', 'lower', cpu)]
  })
  return [...atRest, ...loads]
}

export function formatAgentsReport({ connections, paced, saturated }: AgentsResult): string {
  const rounds = saturated.registration.length
  const rows = (Object.keys(SATURATED_TITLES) as SaturatedName[]).map((name) => {
    const middle = (value: (measure: Saturated) => number): number => median(saturated[name].map(value))
    return [
      SATURATED_TITLES[name],
      formatCount(middle(({ requestsPerSecond }) => requestsPerSecond)),
      formatMillis(middle(({ p50Ms }) => p50Ms)),
      formatMillis(middle(({ p99Ms }) => p99Ms)),
      middle(({ cpuUs }) => cpuUs).toFixed(1),
      formatMillis(middle(({ eventLoopDelayP99Ms }) => eventLoopDelayP99Ms)),
    ]
  })
  return [
    '# Agents',
    '`npm run build && npm run bench -- agents`',
    formatMachine(describeMachine()),
    [
      'The built service with `HOSTS=icons LISTENERS=1 SEARCH_THREADS=1 LOG_LEVEL=warn` and one token thread, in memory, without Redis. The load',
      'generator shares the cores named above. A request that is not answered with success ends the run.',
    ].join('\n'),
    '## At some 2,000 requests a second',
    'Event-loop delay is that of the listener, as its metrics tell it, sampled twice a second: the median of its p99, and the largest.',
    formatTable(
      ['', 'requests/s', 'p50 ms', 'p99 ms', 'event loop p99 ms', 'largest'],
      paced.map(({ eventLoopDelayP99Ms, measure, name, usualEventLoopDelayP99Ms }) => [
        PACED_TITLES[name],
        measure === null ? '' : formatCount(measure.requestsPerSecond),
        measure === null ? '' : formatMillis(measure.p50Ms),
        measure === null ? '' : formatMillis(measure.p99Ms),
        formatMillis(usualEventLoopDelayP99Ms),
        formatMillis(eventLoopDelayP99Ms),
      ]),
    ),
    '## At saturation',
    [
      `wrk with one thread and ${connections} connections, each request in the name of another client; medians of ${rounds} rounds. CPU is the processor time of`,
      'the service for one request, all threads together.',
    ].join('\n'),
    formatTable(['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'event loop p99 ms'], rows),
  ].join('\n\n')
}
