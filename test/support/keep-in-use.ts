import { setTimeout as sleep } from 'node:timers/promises'

const SPAN_MS = 900

/**
 * Uses something again and again for 900 ms.
 *
 * @returns whether it never lay idle for so long that an idle limit of 400 ms could be over, which a busy machine causes
 */
export async function keepInUse(use: () => unknown): Promise<boolean> {
  const endMs = performance.now() + SPAN_MS
  let longestMs = 0
  for (let usedMs = performance.now(); usedMs < endMs;) {
    await sleep(50)
    await use()
    const nowMs = performance.now()
    longestMs = Math.max(longestMs, nowMs - usedMs)
    usedMs = nowMs
  }
  return longestMs < 350
}
