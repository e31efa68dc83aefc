// The real search worker, as it is built, with queries that make it die or hang as a bug in it could.
// `faulty-queries.ts` says which; they come with the settings, since this file cannot import TypeScript.
import { workerData } from 'node:worker_threads'
import { search as searchForReal } from '../../dist/pool/search-worker.js'

export { html } from '../../dist/pool/search-worker.js'

const { die, dieAtFirst, hang, deaths } = workerData

export function search(task) {
  const queries = task.queries.split('\n')
  if (queries.includes(die)) process.exit(1)
  if (queries.includes(dieAtFirst) && Atomics.sub(new Int32Array(deaths), 0, 1) > 0) process.exit(1)
  while (queries.includes(hang)) Math.random()
  return searchForReal(task)
}
