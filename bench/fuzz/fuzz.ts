import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatCount, formatMebibytes, progress } from '../report.ts'
import {
  startAttacker,
  startBystander,
  startStopwatch,
  type Attacker,
  type Bystander,
  type Stopwatch,
} from './clients.ts'
import { startFuzzedService, type FuzzedService } from './fuzzed-service.ts'
import type { Phase } from './latency.ts'
import type { FuzzOptions } from './options.ts'
import { choosePinning, type Pinning } from './pinning.ts'
import { addCounts, summariseDelay, summariseMemory, type Counts, type FuzzResult } from './result.ts'
import { becomeMember } from './member.ts'
import type { BystanderReport } from './messages.ts'
import { learnSurface, type Surface } from './surface.ts'
import { watchService, type Watch } from './watch.ts'

const LOOK_MS = 250
const PROGRESS_MS = 10_000
/** Limit for held connections to end once no more begin. */
const END_LIMIT_MS = 5000

/** The service and its bystander, before and during an attack. */
export interface Scene {
  readonly service: FuzzedService
  readonly surface: Surface
  readonly bystander: Bystander
  readonly stopwatch: Stopwatch
  readonly watch: Watch
  readonly pinning: Pinning
  /** Ends all clients. @returns what the bystander has seen */
  close(): Promise<BystanderReport>
}

export async function openScene({ cores, env }: Pick<FuzzOptions, 'cores' | 'env'>): Promise<Scene> {
  const pinning = choosePinning(cores)
  const service = await startFuzzedService(pinning, env)
  const surface = await learnSurface(service.ports, await becomeMember(service.ports.account))
  const bystander = await startBystander(pinning, surface)
  const stopwatch = startStopwatch(pinning, surface)
  const watch = watchService(service)
  async function close(): Promise<BystanderReport> {
    const report = await bystander.stop()
    await stopwatch.close()
    await watch.stop()
    return report
  }
  return { service, surface, bystander, stopwatch, watch, pinning, close }
}

/** Starts a service, attacks it, and reports on the service and on a bystander. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  progress('starting')
  const scene = await openScene(options)
  const { bystander, pinning, service, stopwatch, watch } = scene
  progress(`${bystander.compared} answers are compared`)
  const before = await stopwatch.measure(options.calmMs)
  bystander.measure()
  const { attackers, counts, during, times } = await attack(scene, options)
  const crash = service.ended
  const crashFile = crash === null ? null : await keepRecent(attackers, options, crash, service)
  await Promise.all(attackers.map((attacker) => attacker.close()))
  await sleep(options.settleMs)
  const after = await stopwatch.measure(options.calmMs)
  const report = await scene.close()
  const stopped = await service.stop()
  return {
    options,
    seconds: (times.to - times.from) / 1000,
    counts,
    crash,
    crashFile,
    stopped,
    complaints: service.complaints,
    complaintCount: service.complaintCount,
    warningCount: service.warningCount,
    bystander: report,
    phases: options.calmMs > 0 ? { before, during, after } : null,
    memory: summariseMemory(watch.samples, times),
    delay: summariseDelay(watch.samples, times.from, times.to),
    pinning: pinning.text,
  }
}

export interface Attacked {
  readonly attackers: readonly Attacker[]
  readonly counts: Counts
  /** What the stopwatch measured meanwhile. */
  readonly during: Phase
  /** Start, tenth and end of the attack in milliseconds, by `performance.now()`. */
  readonly times: { readonly from: number; readonly tenth: number; readonly to: number }
}

/** Runs the attackers until all connections are made, the time is over, or the service has ended. */
export async function attack(
  { pinning, service, stopwatch, surface, watch }: Scene,
  options: FuzzOptions,
): Promise<Attacked> {
  const { connections, first, seed, only, addresses, targeted } = options
  const share = (all: number): number => Math.ceil(all / options.attackers)
  const attackers = Array.from({ length: options.attackers }, (_, n) =>
    startAttacker(pinning, {
      surface,
      seed,
      first: first + n,
      step: options.attackers,
      end: first + connections,
      only,
      targeted,
      openLimit: share(options.open),
      activeLimit: share(options.active),
      addresses,
    }),
  )
  while (attackers.some(({ counts, done }) => counts === null && !done)) await sleep(LOOK_MS)
  await stopwatch.lap()
  const from = performance.now()
  const until = from + options.minutes * 60_000
  const sum = (): Counts => addCounts(attackers.flatMap(({ counts }) => (counts === null ? [] : [counts])))
  let tenth = Number.NaN
  let shownAt = from
  while (!attackers.every(({ done }) => done) && performance.now() < until && service.ended === null) {
    await sleep(LOOK_MS)
    const now = performance.now()
    const part = Math.max(sum().connections / connections, (now - from) / (until - from))
    if (Number.isNaN(tenth) && part >= 0.1) tenth = now
    if (now - shownAt < PROGRESS_MS) continue
    shownAt = now
    const { connections: made, open } = sum()
    const rate = (made / (now - from)) * 1000
    const resident = formatMebibytes(watch.samples.at(-1)?.residentBytes ?? 0)
    progress(`${formatCount(made)} connections, ${formatCount(rate)}/s, ${formatCount(open)} open, ${resident} MiB`)
  }
  const to = performance.now()
  const during = await stopwatch.lap()
  if (service.ended === null) {
    for (const attacker of attackers) attacker.stop()
    await sleep(2 * LOOK_MS)
    while (sum().open > 0 && performance.now() < to + END_LIMIT_MS) await sleep(LOOK_MS)
  }
  return { attackers, counts: sum(), during, times: { from, tenth: Number.isNaN(tenth) ? to : tenth, to } }
}

/** Writes the last connections of the attackers. @returns the path of the file */
async function keepRecent(
  attackers: readonly Attacker[],
  { seed }: FuzzOptions,
  crash: string,
  { complaints }: FuzzedService,
): Promise<string> {
  const traces = (await Promise.all(attackers.map((attacker) => attacker.recent()))).flat()
  const file = join(mkdtempSync(join(tmpdir(), 'signpost-fuzz-')), `crash-${seed}.json`)
  writeFileSync(file, `${JSON.stringify({ seed, crash, complaints, traces }, null, 1)}\n`)
  return file
}
