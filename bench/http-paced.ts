import { loadDistinct, type Contestants } from './http-loads.ts'
import type { LoadReport } from './load/load.ts'
import { loadEach } from './load/wrk.ts'
import { untilQuiet } from './quiet.ts'

/**
 * Mean pause of a connection, for a steady rate below saturation. Every connection pauses for a random time before each of
 * its requests. Many connections together send at an almost constant rate, whatever single answers take.
 *
 * A connection sends nothing while it waits for an answer. If the server stalls for less than the pause, most requests that
 * are due come from connections that were pausing. Their waits are counted in full. For longer stalls wrk adds what each
 * connection would have sent.
 *
 * The pause is as long as the expected latency. Longer pauses need more connections, and wrk examines the timers of all of
 * them whenever it wakes. A request costs 18 µs of the cores with 20 ms, and 13 µs with 5 ms.
 */
const QUIET_MS = 5
const CALIBRATIONS = 3
const CALIBRATION_SECONDS = 1
const CLOSE_ENOUGH = 0.03
/** Number of paths for uWebSockets.js alone, which answers all paths alike. */
const MOST_PATHS = 100_000

export interface PacedRun extends LoadReport {
  readonly connections: number
  /** uWebSockets.js alone under the same load, which shows the share of the load generator and the machine. */
  readonly raw: LoadReport
}

/** Measures rounds at a rate below saturation, after it has calibrated the number of connections. */
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
