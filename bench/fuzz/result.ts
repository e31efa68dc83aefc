import { HOST_NAMES } from '../../src/config/env.ts'
import { median } from '../timing.ts'
import { latencyFaults, type Phases } from './latency.ts'
import { noCounts } from './messages.ts'
import type { AttackerCounts, BehaviourCount, BystanderReport } from './messages.ts'
import type { FuzzOptions } from './options.ts'
import type { Sample } from './watch.ts'

/** Largest growth of resident memory after the first tenth, as a share. */
const GROWTH_LIMIT = 0.25
/** Shortest run whose growth is judged. In a shorter run, caches are not full and code is not compiled. */
const GROWTH_JUDGED_MS = 180_000
const LAST_SAMPLES = 5

export interface Memory {
  readonly atTenthBytes: number
  /** Resident memory while the last connections are open. */
  readonly atEndBytes: number
  /** Resident memory after all connections have ended. */
  readonly afterBytes: number
  readonly peakBytes: number
  /** Whether the run was long enough to judge its growth. */
  readonly judged: boolean
}

export interface LoopDelay {
  readonly medianP99Ms: number
  readonly worstP99Ms: number
  readonly worstMs: number
}

export interface FuzzResult {
  readonly options: FuzzOptions
  readonly seconds: number
  readonly counts: Counts
  /** Exit code or signal if the service ended during the run; otherwise null. */
  readonly crash: string | null
  /** Path of the file with the last connections before a crash. */
  readonly crashFile: string | null
  /** Exit code or signal of the service after the request to stop. */
  readonly stopped: string
  readonly complaints: readonly string[]
  readonly complaintCount: number
  readonly warningCount: number
  readonly bystander: BystanderReport
  /** Null where latencies are not judged. */
  readonly phases: Phases | null
  readonly memory: Memory
  readonly delay: LoopDelay
  readonly pinning: string
}

export type Counts = Omit<AttackerCounts, 'behaviours'> & {
  readonly behaviours: Readonly<Record<string, BehaviourCount>>
}

/** @returns one line for each reason why the run failed */
export function faultsOf(result: FuzzResult): string[] {
  const { bystander, complaintCount, counts, crash, memory, phases, stopped } = result
  const hangs = counts.hangCount
  return [
    ...(crash === null ? [] : [`the service crashed: ${crash}`]),
    ...(crash !== null || stopped === 'exit code 0' ? [] : [`the service did not stop properly: ${stopped}`]),
    ...(bystander.hangs > 0 ? [`${bystander.hangs} bystanders had no answer within 10 s`] : []),
    ...(bystander.cut > 0 ? [`${bystander.cut} bystanders lost their connection`] : []),
    ...(bystander.wrong > 0 ? [`${bystander.wrong} bystanders had a wrong answer`] : []),
    ...(hangs > 0 ? [`${hangs} attackers had no answer to a proper request`] : []),
    ...(counts.faultCount > hangs
      ? [`${counts.faultCount - hangs} connections had other answers than their requests`]
      : []),
    // Every host is attacked, and every attack is also one beside another host.
    ...(phases === null ? [] : latencyFaults(phases, HOST_NAMES)),
    ...(complaintCount > 0 ? [`the service logged ${complaintCount} errors`] : []),
    ...(memory.judged && growthOf(memory) > GROWTH_LIMIT
      ? [`resident memory grew by ${Math.round(growthOf(memory) * 100)} % after the first tenth`]
      : []),
  ]
}

/** @returns growth since the first tenth, as a share, by the larger value of those during and after the last connections */
export function growthOf({ afterBytes, atEndBytes, atTenthBytes }: Memory): number {
  return Math.max(afterBytes, atEndBytes) / atTenthBytes - 1
}

/** @param times Begin, tenth and end of the attack, by the clock of the samples. */
export function summariseMemory(
  samples: readonly Sample[],
  times: { readonly from: number; readonly tenth: number; readonly to: number },
): Memory {
  const during = samples.filter(({ at }) => at >= times.from && at <= times.to)
  const bytesOf = (some: readonly Sample[]): number => median(some.map(({ residentBytes }) => residentBytes))
  const around = during.toSorted((a, b) => Math.abs(a.at - times.tenth) - Math.abs(b.at - times.tenth))
  return {
    atTenthBytes: bytesOf(around.slice(0, LAST_SAMPLES)),
    atEndBytes: bytesOf(during.slice(-LAST_SAMPLES)),
    afterBytes: samples.at(-1)?.residentBytes ?? Number.NaN,
    peakBytes: Math.max(...samples.map(({ residentBytes }) => residentBytes)),
    judged: times.to - times.from >= GROWTH_JUDGED_MS,
  }
}

export function summariseDelay(samples: readonly Sample[], from: number, to: number): LoopDelay {
  const delays = samples.flatMap(({ at, delay }) => (at >= from && at <= to && delay !== null ? [delay] : []))
  return {
    medianP99Ms: median(delays.map(({ p99Ms }) => p99Ms)),
    worstP99Ms: Math.max(...delays.map(({ p99Ms }) => p99Ms)),
    worstMs: Math.max(...delays.map(({ maxMs }) => maxMs)),
  }
}

/** Adds up the counts of all attackers. */
export function addCounts(all: readonly AttackerCounts[]): Counts {
  const sum = noCounts()
  for (const counts of all) {
    for (const name of [
      'connections',
      'requests',
      'answers',
      'receivedBytes',
      'refused',
      'open',
      'hangCount',
      'faultCount',
    ] as const)
      sum[name] += counts[name]
    for (const [status, count] of Object.entries(counts.statuses))
      sum.statuses[status] = (sum.statuses[status] ?? 0) + count
    for (const [name, { connections, requests }] of Object.entries(counts.behaviours)) {
      const ofBehaviour = (sum.behaviours[name] ??= { connections: 0, requests: 0 })
      ofBehaviour.connections += connections
      ofBehaviour.requests += requests
    }
    sum.faults.push(...counts.faults)
  }
  return sum
}
