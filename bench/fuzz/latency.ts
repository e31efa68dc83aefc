import type { HostName } from '../../src/config/env.ts'

/** Bars of `/healthz` on a host that is not attacked. */
export const P50_BAR_MS = 20
export const P95_BAR_MS = 60
/** On a machine that is busy with other things, an answer may take this many times as long as in the calm phases. */
export const CALM_RATIO = 4

/** Latencies of one kind of request in one phase. */
export interface Latency {
  readonly requests: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly maxMs: number
  /** Answers 429 and 503. */
  readonly refused: number
  /** Requests without an answer in time, and answers with another status. */
  readonly failed: number
}

export interface HostLatencies {
  readonly health: Latency
  /** A short search, on the hosts that have one. */
  readonly search: Latency | null
}

export type Phase = Readonly<Record<HostName, HostLatencies>>

/** What the stopwatch measured: without attackers, with them, and without them again. */
export interface Phases {
  readonly before: Phase
  readonly during: Phase
  readonly after: Phase
}

/** The bar of one host, with how it came about. */
export interface Bar {
  readonly p50Ms: number
  readonly p95Ms: number
  /** Whether the calm phases were too slow for the fixed bars, which happens on a machine that does something else. */
  readonly uneasy: boolean
}

/**
 * Sets the bar by what a calm phase took. It is 20 ms at p50 and 60 ms at p95, and more only where four times the calm phase
 * is more.
 */
export function barOf(calm: Pick<Latency, 'p50Ms' | 'p95Ms'>): Bar {
  const p50Ms = Math.max(P50_BAR_MS, CALM_RATIO * calm.p50Ms)
  const p95Ms = Math.max(P95_BAR_MS, CALM_RATIO * calm.p95Ms)
  return { p50Ms, p95Ms, uneasy: p50Ms > P50_BAR_MS || p95Ms > P95_BAR_MS }
}

/** The bar under attack: the slower calm phase sets it, since a machine may become busy in the middle. */
export function barUnderAttack({ after, before }: Phases, host: HostName): Bar {
  const [first, last] = [before[host].health, after[host].health]
  return barOf({ p50Ms: Math.max(first.p50Ms, last.p50Ms), p95Ms: Math.max(first.p95Ms, last.p95Ms) })
}

/** @param hosts Hosts that are judged: those that are not attacked. @returns one line for each fault */
export function latencyFaults(phases: Phases, hosts: readonly HostName[]): string[] {
  return hosts.flatMap((host) => {
    const under = barUnderAttack(phases, host)
    // A service that the attack has broken is no measure for itself.
    const rest = barOf(phases.before[host].health)
    return [
      ...slowness(`/healthz of the ${host} host under attack`, phases.during[host].health, under),
      ...slowness(`/healthz of the ${host} host after the attack`, phases.after[host].health, rest),
    ]
  })
}

function slowness(what: string, { failed, p50Ms, p95Ms, requests }: Latency, bar: Bar): string[] {
  const measured = (name: string, ms: number, barMs: number): string[] =>
    ms < barMs ? [] : [`${what} took ${ms.toFixed(1)} ms at ${name}, where the bar is ${barMs.toFixed(0)} ms`]
  if (requests === 0) return [`${what} was never answered`]
  return [
    ...(failed > 0 ? [`${what} had ${failed} answers too few`] : []),
    ...measured('p50', p50Ms, bar.p50Ms),
    ...measured('p95', p95Ms, bar.p95Ms),
  ]
}

/** @returns one line for each host whose searches were refused, or not answered, while there were attackers */
export function searchFaults({ during }: Pick<Phases, 'during'>): string[] {
  return (Object.keys(during) as HostName[]).flatMap((host) => {
    const { search } = during[host]
    if (search === null) return []
    const lost = search.refused + search.failed
    return lost === 0 ? [] : [`${lost} of ${search.requests} searches of others were not answered on the ${host} host`]
  })
}
