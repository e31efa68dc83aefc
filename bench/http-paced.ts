import { loadDistinct, type Contestants } from './http-loads.ts'
import type { LoadReport } from './load/load.ts'
import { loadEach } from './load/wrk.ts'
import { untilQuiet } from './quiet.ts'

/**
 * A steady rate below the most. Every connection is quiet for a random while before each of its requests, so many
 * connections together send at about a constant rate, whatever single answers take.
 *
 * A connection that waits for an answer sends nothing meanwhile. While the server stands still for less than the quiet
 * time, though, most of the requests that are due come from connections that were quiet, and their waits are counted in
 * full. For longer standstills wrk adds what each connection would have sent.
 *
 * As long as the latency that is wanted. Longer times need more connections, and wrk walks through the timers of all of
 * them whenever it wakes: with 20 ms it takes 18 µs of the cores for a request, with 5 ms 13.
 */
const QUIET_MS = 5
const CALIBRATIONS = 3
const CALIBRATION_SECONDS = 1
const CLOSE_ENOUGH = 0.03
/** Paths that uWebSockets.js alone is asked for: any, as it answers all alike. */
const MOST_PATHS = 100_000

export interface PacedRun extends LoadReport {
  readonly connections: number
  /** uWebSockets.js alone under the same load: what the load generator and the machine are to blame for. */
  readonly raw: LoadReport
}

/** Rounds at a rate, and how much of it was reached. */
export async function runPaced(
  { circle, raw, service }: Contestants,
  goal: { readonly requestsPerSecond: number; readonly rounds: number; readonly seconds: number },
): Promise<PacedRun[]> {
  let connections = Math.max(1, Math.round((goal.requestsPerSecond * (QUIET_MS + 1)) / 1000))
  for (let n = 0; n < CALIBRATIONS; n++) {
    const load = { seconds: CALIBRATION_SECONDS, connections, quietMs: QUIET_MS }
    await untilQuiet()
    const { requestsPerSecond } = await loadDistinct(service, circle, load)
    const part = requestsPerSecond / goal.requestsPerSecond
    if (Math.abs(part - 1) < CLOSE_ENOUGH) break
    connections = Math.max(1, Math.round(connections / part))
  }
  const runs: PacedRun[] = []
  for (let round = 0; round < goal.rounds; round++) {
    const load = { seconds: goal.seconds, connections, quietMs: QUIET_MS }
    const { range } = circle.next(MOST_PATHS)
    await untilQuiet()
    const distinct = await loadDistinct(service, circle, load)
    runs.push({ ...distinct, connections, raw: await loadEach(raw.origin, range, load) })
  }
  return runs
}
