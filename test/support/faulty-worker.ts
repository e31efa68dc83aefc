// The real search worker, with queries that make it die or hang as a bug in it could.
import { workerData } from 'node:worker_threads'
import { search as searchForReal } from '../../src/pool/search-worker.ts'
import type { SearchTask, WorkerSettings } from '../../src/pool/tasks.ts'

export { html } from '../../src/pool/search-worker.ts'

export const DIE = 'make the worker die'
/** Each of the first `FaultySettings.deaths` workers that take it dies. */
export const DIE_AT_FIRST = 'make the first workers die'
export const HANG = 'make the worker hang'

export interface FaultySettings extends WorkerSettings {
  /** One Int32: deaths that are left. */
  readonly deaths: SharedArrayBuffer
}

export function search(task: SearchTask): unknown {
  const queries = task.queries.split('\n')
  if (queries.includes(DIE)) process.exit(1)
  if (queries.includes(DIE_AT_FIRST) && takeDeath()) process.exit(1)
  while (queries.includes(HANG)) Math.random()
  return searchForReal(task)
}

function takeDeath(): boolean {
  const { deaths } = workerData as FaultySettings
  return Atomics.sub(new Int32Array(deaths), 0, 1) > 0
}
