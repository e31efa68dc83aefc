import cannonade from 'autocannon'
import { CONNECTIONS, type LoadReport } from './load.ts'

export type CannonReport = Omit<LoadReport, 'percentilesMs' | 'maxMs'>

/**
 * Repeats a measurement of wrk with another load generator, which requests the paths in turns. It runs on this process's
 * only thread.
 */
export async function fireCannon(origin: string, paths: readonly string[], seconds: number): Promise<CannonReport> {
  let sent = 0
  const next = (): string => paths[sent++ % paths.length]!
  const result = await cannonade({
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, path: next() }) }],
  })
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.errors + result.timeouts + result.non2xx,
    sent,
  }
}
