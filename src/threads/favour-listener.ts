import { getSystemErrorName } from 'node:util'
import { loadNative } from '../engine/native/load-native.ts'

/**
 * Lets a listener send all its answers before their readers run on its core. Each answer wakes its client. A client on
 * the same core would otherwise run for that one answer, and give the core back. SCHED_BATCH keeps the listener from
 * doing the same to its clients; without it a lower niceness alone makes things worse.
 *
 * @param nice Niceness; 0 changes nothing.
 * @returns the reason why the system refused; null on success, or when nothing was to change
 */
export function favourListener(nice: number): string | null {
  if (nice === 0) return null
  const native = loadNative()
  if (!native.ok) return `the native kernel is missing: ${native.reason}`
  const fault = native.addon.favourThread(nice)
  return fault === 0 ? null : getSystemErrorName(fault)
}
