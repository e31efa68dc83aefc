import cannonade from 'autocannon'
import { CONNECTIONS, type LoadGenerator, type LoadReport } from './load.ts'

/** Runs in this process, on its one thread. */
export const autocannon: LoadGenerator = {
  name: 'autocannon',
  loadOne: (origin, path, seconds) => load(origin, [path], seconds),
  loadEach: (origin, { all, skip, count }, seconds) => load(origin, all.slice(skip, skip + count), seconds),
}

async function load(origin: string, paths: readonly string[], seconds: number): Promise<LoadReport> {
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
