/**
 * Lets one event through in each interval, so that events which strangers cause by the thousand make few lines.
 *
 * @param now Monotonic clock, in milliseconds.
 * @returns a function to call for each event. It returns the number of events that were left out since the last one that it
 * let through, or null if this one is to be left out too.
 */
export function createSampler(intervalMs: number, now = () => performance.now()): () => number | null {
  let silentUntilMs = -Infinity
  let leftOut = 0
  return () => {
    const nowMs = now()
    if (nowMs < silentUntilMs) {
      leftOut++
      return null
    }
    silentUntilMs = nowMs + intervalMs
    const more = leftOut
    leftOut = 0
    return more
  }
}
