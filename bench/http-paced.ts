import { loadDistinct } from './http-loads.ts'
import type { QueryCircle } from './http-content.ts'
import type { LoadReport } from './load/load.ts'
import type { Server } from './load/service.ts'

/**
 * A steady rate below the most. Every connection is quiet for a random while before each of its requests, so many
 * connections together send at about a constant rate, whatever single answers take.
 *
 * A connection that waits for an answer sends nothing meanwhile. While the server stands still for less than the quiet
 * time, though, most of the requests that are due come from connections that were quiet, and their waits are counted in
 * full. What a longer standstill hides is bounded by the number of connections; the largest latency tells of it.
 */
const QUIET_MS = 20
const CALIBRATIONS = 3
const CALIBRATION_SECONDS = 1
const CLOSE_ENOUGH = 0.03

export interface PacedRun extends LoadReport {
  readonly connections: number
}

/** Rounds at a rate, and how much of it was reached. */
export async function runPaced(
  service: Server,
  circle: QueryCircle,
  goal: { readonly requestsPerSecond: number; readonly rounds: number; readonly seconds: number },
): Promise<PacedRun[]> {
  let connections = Math.max(1, Math.round((goal.requestsPerSecond * (QUIET_MS + 1)) / 1000))
  for (let n = 0; n < CALIBRATIONS; n++) {
    const load = { seconds: CALIBRATION_SECONDS, connections, quietMs: QUIET_MS }
    const { requestsPerSecond } = await loadDistinct(service, circle, load)
    const part = requestsPerSecond / goal.requestsPerSecond
    if (Math.abs(part - 1) < CLOSE_ENOUGH) break
    connections = Math.max(1, Math.round(connections / part))
  }
  const runs: PacedRun[] = []
  for (let round = 0; round < goal.rounds; round++) {
    const load = { seconds: goal.seconds, connections, quietMs: QUIET_MS }
    runs.push({ ...(await loadDistinct(service, circle, load)), connections })
  }
  return runs
}
