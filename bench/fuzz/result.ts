import { median } from '../timing.ts'
import { noCounts } from './messages.ts'
import type { AttackerCounts, BehaviourCount, BystanderReport } from './messages.ts'
import type { FuzzOptions } from './options.ts'
import type { Sample } from './watch.ts'

/** Resident memory may grow by so much after the first tenth. */
const GROWTH_LIMIT = 0.25
/** A shorter run is over before caches are full and code is compiled, so that its growth says nothing. */
const GROWTH_JUDGED_MS = 180_000
const LAST_SAMPLES = 5

export interface Memory {
  readonly atTenthBytes: number
  /** While the last connections were there. */
  readonly atEndBytes: number
  /** When they had gone. */
  readonly afterBytes: number
  readonly peakBytes: number
  /** Whether the run was long enough for its growth to tell something. */
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
  /** How the service ended while it should have run; null: it did not. */
  readonly crash: string | null
  /** File with the last connections before a crash. */
  readonly crashFile: string | null
  /** How it ended when it was asked to. */
  readonly stopped: string
  readonly complaints: readonly string[]
  readonly complaintCount: number
  readonly warningCount: number
  readonly bystander: BystanderReport
  readonly memory: Memory
  readonly delay: LoopDelay
  readonly pinning: string
}

export type Counts = Omit<AttackerCounts, 'behaviours'> & {
  readonly behaviours: Readonly<Record<string, BehaviourCount>>
}

/** Why the run has failed, a line each. Empty: it has not. */
export function faultsOf(result: FuzzResult): string[] {
  const { bystander, complaintCount, counts, crash, memory, stopped } = result
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
    ...(complaintCount > 0 ? [`the service logged ${complaintCount} errors`] : []),
    ...(memory.judged && growthOf(memory) > GROWTH_LIMIT
      ? [`resident memory grew by ${Math.round(growthOf(memory) * 100)} % after the first tenth`]
      : []),
  ]
}

/** The larger of that with the last connections and that after them, as a part of one. */
export function growthOf({ afterBytes, atEndBytes, atTenthBytes }: Memory): number {
  return Math.max(afterBytes, atEndBytes) / atTenthBytes - 1
}

/** @param times When the attack began, when a tenth of it was over, and when it ended, as those of the samples. */
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

/** What all attackers have done together. */
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
