/** Number and duration of answers that were waited for, for metrics. They only grow. */
export class Timing {
  count = 0
  seconds = 0

  /** @param sinceMs Time at which the question went out, by `performance.now()`. */
  record(sinceMs: number): void {
    this.count += 1
    this.seconds += (performance.now() - sinceMs) / 1000
  }
}
