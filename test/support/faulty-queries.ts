import { fileURLToPath } from 'node:url'
import type { WorkerSettings } from '../../src/pool/tasks.ts'

/** Path of a search worker that handles the queries below. Needs `npm run build`. */
export const FAULTY_WORKER = fileURLToPath(new URL('faulty-worker.mjs', import.meta.url))

export const DIE = 'make the worker die'
/** Kills each of the first `deaths` workers that take this query. */
export const DIE_AT_FIRST = 'make the first workers die'
/** Like `DIE_AT_FIRST`, but leaves garbage in the place of the answer. */
export const DIE_WRITING = 'make the first workers die while they write'
export const HANG = 'make the worker hang'

/** Settings of that worker, the number of deaths that are left, and the number of queries that workers have begun. */
export function faultySettings(
  settings: WorkerSettings,
  deaths: number,
): { settings: WorkerSettings; deaths: Int32Array; begun: Int32Array } {
  const left = new Int32Array(new SharedArrayBuffer(4))
  left[0] = deaths
  const begun = new Int32Array(new SharedArrayBuffer(4))
  const faults = { die: DIE, dieAtFirst: DIE_AT_FIRST, dieWriting: DIE_WRITING, hang: HANG, deaths: left, begun }
  return { settings: { ...settings, ...faults }, deaths: left, begun }
}
