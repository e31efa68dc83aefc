import { setTimeout as sleep } from 'node:timers/promises'
import { HOST_NAMES, type HostName } from '../../src/config/env.ts'
import { formatCount, formatMebibytes, formatMillis, formatTable, progress } from '../report.ts'
import { BEHAVIOURS } from './behaviours.ts'
import { attack, openScene, type Scene } from './fuzz.ts'
import { barUnderAttack, CALM_RATIO, latencyFaults, searchFaults, type Phase, type Phases } from './latency.ts'
import type { AttackPlan, FuzzOptions } from './options.ts'
import { formatPair } from './report.ts'
import { summariseDelay, type LoopDelay } from './result.ts'
import type { Watch } from './watch.ts'

/** Time in which the service answers what attackers have left behind. */
const SETTLE_MS = 2000
/** Resident memory may not grow by more than this share once there are no attackers. */
const REST_GROWTH_LIMIT = 0.05
const ENDLESS = 1e9

/** One behaviour alone, on so many connections at once. */
export interface TargetedAttack {
  readonly behaviour: string
  readonly connections: number
  readonly phases: Phases
  /** Hosts that it does not attack, or all hosts where it attacks every one. */
  readonly others: readonly HostName[]
  readonly requestsPerSecond: number
  /** Proper requests of the attackers that were not answered, and the first one of them. */
  readonly hangs: number
  readonly firstHang: string | null
  readonly delay: LoopDelay
  readonly memory: {
    readonly beforeBytes: number
    readonly peakBytes: number
    /** Shortly after the attack, and at the end of the calm phase after it. */
    readonly settledBytes: number
    readonly afterBytes: number
  }
  readonly crash: string | null
  /** Errors that the service logged meanwhile. */
  readonly complaints: number
}

export interface Attacks {
  readonly report: string
  readonly faults: readonly string[]
}

/** Has one behaviour after another attack one service, with each number of connections. */
export async function runAttacks(options: FuzzOptions, plan: AttackPlan): Promise<Attacks> {
  progress('starting')
  const scene = await openScene(options)
  const done: TargetedAttack[] = []
  let calm = await scene.stopwatch.measure(options.calmMs)
  for (const behaviour of plan.behaviours) {
    for (const connections of plan.connections) {
      if (scene.service.ended !== null) break
      progress(`${behaviour}, ${connections} connections, ${plan.seconds} s`)
      const attacked = await runAttack(scene, options, { behaviour, connections, seconds: plan.seconds }, calm)
      // The calm phase after one attack is the one before the next.
      calm = attacked.phases.after
      done.push(attacked)
    }
  }
  const bystander = await scene.close()
  const stopped = await scene.service.stop()
  const faults = [
    ...done.flatMap(attackFaults),
    ...bystander.faults.map((fault) => `bystander: ${fault}`),
    ...(stopped === 'exit code 0' ? [] : [`the service did not stop properly: ${stopped}`]),
    ...scene.service.complaints.map((line) => `log: ${line.slice(0, 2000)}`),
  ]
  return { report: `${formatAttacks(done)}${noteOnBusyMachine(done)}`, faults }
}

async function runAttack(
  scene: Scene,
  options: FuzzOptions,
  {
    behaviour,
    connections,
    seconds,
  }: { readonly behaviour: string; readonly connections: number; readonly seconds: number },
  before: Phase,
): Promise<TargetedAttack> {
  const { service, stopwatch, watch } = scene
  const resident = (): number => watch.samples.at(-1)?.residentBytes ?? Number.NaN
  const complaintsBefore = service.complaintCount
  const beforeBytes = resident()
  const only = BEHAVIOURS[behaviour]?.only
  const alone = { only: [behaviour], targeted: true, connections: ENDLESS, open: connections, active: connections }
  const { attackers, counts, during, times } = await attack(scene, { ...options, ...alone, minutes: seconds / 60 })
  await Promise.all(attackers.map((attacker) => attacker.close()))
  await sleep(SETTLE_MS)
  const settledBytes = resident()
  const after = await stopwatch.measure(options.calmMs)
  return {
    behaviour,
    connections,
    phases: { before, during, after },
    others: HOST_NAMES.filter((host) => host !== only),
    requestsPerSecond: (counts.requests / (times.to - times.from)) * 1000,
    hangs: counts.hangCount,
    firstHang: counts.faults[0]?.text ?? null,
    delay: summariseDelay(watch.samples, times.from, times.to),
    memory: {
      beforeBytes,
      settledBytes,
      afterBytes: resident(),
      peakBytes: Math.max(beforeBytes, ...residentSince(watch, times.from)),
    },
    crash: service.ended,
    complaints: service.complaintCount - complaintsBefore,
  }
}

function residentSince({ samples }: Watch, from: number): number[] {
  return samples.flatMap(({ at, residentBytes }) => (at >= from ? [residentBytes] : []))
}

/** @returns one line for each reason why the attack has succeeded */
export function attackFaults(done: TargetedAttack): string[] {
  const { behaviour, complaints, connections, crash, firstHang, hangs, memory, others, phases } = done
  const growth = memory.afterBytes / memory.settledBytes - 1
  return [
    ...(crash === null ? [] : [`the service crashed: ${crash}`]),
    ...latencyFaults(phases, others),
    ...searchFaults(phases),
    ...(hangs > 0 ? [`${hangs} requests of the attackers had no answer: ${firstHang}`] : []),
    ...(complaints > 0 ? [`the service logged ${complaints} errors`] : []),
    ...(growth > REST_GROWTH_LIMIT
      ? [`resident memory grew by ${Math.round(growth * 100)} % when the attack was over`]
      : []),
  ].map((fault) => `${behaviour}, ${connections} connections: ${fault}`)
}

/** @returns a paragraph about attacks that were not judged by the fixed bar; empty without any */
function noteOnBusyMachine(all: readonly TargetedAttack[]): string {
  const uneasy = all.filter(({ others, phases }) => others.some((host) => barUnderAttack(phases, host).uneasy))
  if (uneasy.length === 0) return ''
  const counted = `${uneasy.length} of ${all.length} attacks`
  return `\n\nThe machine was busy in calm phases. ${counted} were judged by ${CALM_RATIO} times what those took: run them again.`
}

/** @returns a table in Markdown, with the slowest of the hosts that are judged */
function formatAttacks(all: readonly TargetedAttack[]): string {
  const rows = all.map((done): string[] => {
    const { behaviour, connections, delay, memory, others, phases, requestsPerSecond } = done
    const slowest = others.toSorted((a, b) => phases.during[b].health.p50Ms - phases.during[a].health.p50Ms)[0]!
    const latency = (phase: keyof Phases): string => formatPair(phases[phase][slowest].health)
    const bar = barUnderAttack(phases, slowest)
    const searches = HOST_NAMES.flatMap((host) => phases.during[host].search ?? [])
    const lost = searches.reduce((sum, { failed, refused }) => sum + failed + refused, 0)
    const bytes = [memory.beforeBytes, memory.peakBytes, memory.settledBytes, memory.afterBytes]
    return [
      behaviour,
      formatCount(connections),
      formatCount(requestsPerSecond),
      slowest,
      latency('before'),
      latency('during'),
      latency('after'),
      `${formatPair(bar)}${bar.uneasy ? ', by ratio' : ''}`,
      `${formatCount(lost)} of ${formatCount(searches.reduce((sum, { requests }) => sum + requests, 0))}`,
      formatMillis(delay.worstMs),
      bytes.map(formatMebibytes).join(', '),
    ]
  })
  return formatTable(
    [
      'behaviour',
      'connections',
      'requests/s',
      'slowest other host',
      'before, p50 / p95 ms',
      'under attack',
      'after',
      'bar',
      'searches lost',
      'longest delay ms',
      'MiB before, peak, settled, after',
    ],
    rows,
  )
}
