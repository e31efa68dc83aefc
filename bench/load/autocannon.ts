import autocannon from 'autocannon'
import { CONNECTIONS, type LoadReport } from './load.ts'

/** Asks the paths in turn, from the first again after the last. Runs in this process, on its one thread. */
export async function cannonade(origin: string, paths: readonly string[], seconds: number): Promise<LoadReport> {
  let sent = 0
  const next = (): string => paths[sent++ % paths.length]!
  const result = await autocannon({
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
