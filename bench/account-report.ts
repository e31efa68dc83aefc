import type { Era } from './account-calls.ts'
import { STEPS, type Step, type StepMeasure } from './account-flow.ts'
import type { Measure } from './load/messages.ts'
import { describeMachine, formatMachine } from './machine.ts'
import { formatCount, formatMillis, formatRatio, formatTable } from './report.ts'
import { median } from './timing.ts'

/**
 * The service on PostgreSQL and Redis, the service with neither, and a server of the SDK on the same PostgreSQL and Redis.
 */
export const CONTESTANTS = ['shared', 'embedded', 'sdk'] as const
export type ContestantName = (typeof CONTESTANTS)[number]

export interface CallMeasure extends Measure {
  /** Processor time of the stores for one call. */
  readonly redisCpuUs: number
  readonly postgresCpuUs: number
}

export type Round = Readonly<Record<Era, Readonly<Record<ContestantName, CallMeasure>>>>

export interface AccountResult {
  readonly people: number
  readonly connections: number
  readonly calls: readonly Round[]
  readonly paced: Readonly<Record<ContestantName, Measure>>
  readonly steps: Readonly<Record<'shared' | 'embedded', readonly Readonly<Record<Step, StepMeasure>>[]>>
  readonly flowLength: { readonly persons: number; readonly codesEach: number }
}

export const TITLES: Readonly<Record<ContestantName, string>> = {
  shared: 'PostgreSQL and Redis',
  embedded: 'Embedded',
  sdk: 'SDK, PostgreSQL and Redis',
}

export const ERA_TITLES: Readonly<Record<Era, string>> = {
  legacy: 'revision 2025-11-25, in a session',
  modern: 'revision 2026-07-28',
}

export const STEP_TITLES: Readonly<Record<Step, string>> = {
  'sign-in': 'Sign-in by the form (one Argon2id hash)',
  authorize: 'Authorization request, approved before (a code)',
  exchange: 'Exchange of a code',
  refresh: 'Refresh',
}

export function formatAccountReport({ calls, connections, flowLength, paced, people, steps }: AccountResult): string {
  return [
    '# Account',
    '`npm run build && npm run bench -- account`',
    formatMachine(describeMachine()),
    [
      '`tools/call` of `get_project` for each of',
      `${formatCount(people)} people in turns: access token, session, token bucket and one row of the database. The built service`,
      '(`HOSTS=account LISTENERS=1 LOG_LEVEL=warn`) on PostgreSQL and Redis and with neither, beside a server of the SDK (`createMcpHandler` on',
      'node:http) that does the same on the same PostgreSQL and Redis: jose for the token, one script by ioredis for bucket and session, the',
      `same row by pg, prepared. wrk with one thread and ${connections} connections; medians of ${calls.length} rounds, interleaved, after a warm-up. Load generator, servers,`,
      'PostgreSQL and Redis share the cores named above. A run in which a call is refused counts for nothing.',
    ].join('\n'),
    ...(['legacy', 'modern'] as const).flatMap((era) => [`## ${ERA_TITLES[era]}`, formatCalls(calls, era)]),
    '## At half of the most',
    `Connections are quiet at random between calls, ${ERA_TITLES.legacy}.`,
    formatTable(
      ['', 'calls/s', 'p50 ms', 'p99 ms', 'CPU µs'],
      CONTESTANTS.map((name) => {
        const { cpuUs, p50Ms, p99Ms, requestsPerSecond } = paced[name]
        return [
          TITLES[name],
          formatCount(requestsPerSecond),
          formatMillis(p50Ms),
          formatMillis(p99Ms),
          cpuUs.toFixed(1),
        ]
      }),
    ),
    '## Ways to tokens',
    [
      `${flowLength.persons} people sign in, four at a time; each authorizes ${flowLength.codesEach} times, and all codes are exchanged and refreshed once, sixteen at a time.`,
      `Medians of ${steps.shared.length} rounds. The client runs on Node.js and shares the cores.`,
    ].join('\n'),
    formatTable(
      ['', 'stores', 'a second', 'p50 ms', 'p99 ms', 'CPU µs each'],
      STEPS.flatMap((step) =>
        (['shared', 'embedded'] as const).map((name) => {
          const of = (value: (measure: StepMeasure) => number): number =>
            median(steps[name].map((flow) => value(flow[step])))
          return [
            STEP_TITLES[step],
            TITLES[name],
            formatCount(of(({ perSecond }) => perSecond)),
            formatMillis(of(({ p50Ms }) => p50Ms)),
            formatMillis(of(({ p99Ms }) => p99Ms)),
            formatCount(of(({ cpuUs }) => cpuUs)),
          ]
        }),
      ),
    ),
  ].join('\n\n')
}

function formatCalls(rounds: readonly Round[], era: Era): string {
  const rows = CONTESTANTS.map((name) => {
    const of = (value: (measure: CallMeasure) => number): number =>
      median(rounds.map((round) => value(round[era][name])))
    const ratios = rounds.map((round) => round[era][name].requestsPerSecond / round[era].sdk.requestsPerSecond)
    const cpuRatio = median(rounds.map((round) => round[era].sdk.cpuUs / round[era][name].cpuUs))
    return [
      TITLES[name],
      formatCount(of(({ requestsPerSecond }) => requestsPerSecond)),
      formatRatio(median(ratios)),
      `${formatRatio(Math.min(...ratios))} to ${formatRatio(Math.max(...ratios))}`,
      formatMillis(of(({ p50Ms }) => p50Ms)),
      formatMillis(of(({ p99Ms }) => p99Ms)),
      of(({ cpuUs }) => cpuUs).toFixed(1),
      formatRatio(cpuRatio),
      of(({ redisCpuUs }) => redisCpuUs).toFixed(1),
      of(({ postgresCpuUs }) => postgresCpuUs).toFixed(1),
    ]
  })
  const header = [
    '',
    'calls/s',
    'ratio',
    'rounds',
    'p50 ms',
    'p99 ms',
    'CPU µs',
    'SDK ÷ own CPU',
    'Redis',
    'PostgreSQL',
  ]
  return formatTable(header, rows)
}
