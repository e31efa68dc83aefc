import { getSystemErrorName } from 'node:util'
import { loadNative } from './search/load-native.ts'

/**
 * Lets the calling thread, a listener, send all the answers that it has before the system runs who waits for them. Each answer
 * wakes its client or proxy; one on the same processor would otherwise take it for that one answer, and give it back.
 * SCHED_BATCH keeps the listener from doing the same to its clients; without it a lower niceness alone makes things worse.
 *
 * @param nice 0: nothing is changed.
 * @returns why nothing was changed, null where that was not wanted or it was
 */
export function favourListener(nice: number): string | null {
  if (nice === 0) return null
  const native = loadNative()
  if (!native.ok) return `the native kernel is missing: ${native.reason}`
  const fault = native.addon.favourThread(nice)
  return fault === 0 ? null : getSystemErrorName(fault)
}
