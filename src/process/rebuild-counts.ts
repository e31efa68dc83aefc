import { counter, gauge, type Reading } from '../http/observe/reading.ts'
import type { BuildReport } from '../generation/rebuilder.ts'

const MS_PER_SECOND = 1000

/** What metrics show of the builds of this process. */
export class RebuildCounts {
  #failures = 0
  #lastSuccessMs = 0
  readonly readings: readonly Reading[]

  /** @param runningSinceMs Time at which the build under way began, in milliseconds since the epoch; null between builds. */
  constructor(runningSinceMs: () => number | null) {
    this.readings = [
      counter('signpost_rebuild_failures_total', 'Builds of the index that failed.', () => this.#failures),
      gauge(
        'signpost_rebuild_last_success_timestamp_seconds',
        'Time at which the content was last built, loaded or found unchanged, in seconds since the epoch.',
        () => this.#lastSuccessMs / MS_PER_SECOND,
      ),
      gauge(
        'signpost_rebuild_running_since_timestamp_seconds',
        'Time at which the build under way began, in seconds since the epoch; 0 while none is.',
        () => (runningSinceMs() ?? 0) / MS_PER_SECOND,
      ),
    ]
  }

  add({ outcome }: BuildReport, nowMs: number): void {
    if (outcome === 'failed') this.#failures += 1
    else this.#lastSuccessMs = nowMs
  }
}
