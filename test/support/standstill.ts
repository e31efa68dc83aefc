import type { Test } from 'tap'

const LOOK_MS = 10
/** A draining host closes connections that lie idle for 500 ms. */
const HARMLESS_MS = 350

/**
 * Watches whether this process stands still while other programs have the processors.
 *
 * @returns whether it has stood still for so long that a draining host may have closed connections of its clients. They find
 *   that out by a request that fails.
 */
export function watchStandstill(t: Test): () => boolean {
  let longestMs = 0
  let seenAt = performance.now()
  const look = (): void => {
    const now = performance.now()
    longestMs = Math.max(longestMs, now - seenAt)
    seenAt = now
  }
  const timer = setInterval(look, LOOK_MS)
  t.teardown(() => clearInterval(timer))
  return () => {
    look()
    if (longestMs >= HARMLESS_MS) t.comment(`the machine was away for ${Math.round(longestMs)} ms`)
    return longestMs >= HARMLESS_MS
  }
}
