// The compiled search worker, with queries that make it die or hang, as a defect could, and a count of all queries.
// `faulty-queries.ts` defines them. They are in the settings, because this file cannot import TypeScript.
import { workerData } from 'node:worker_threads'
import { handlers } from '../../dist/threads/search-worker.js'
import { serveRing } from '../../dist/pool/ring/serve-ring.js'

const { die, dieAtFirst, dieWriting, hang, deaths, begun } = workerData
/** A loop that waits here blocks its thread as one that computes does, and leaves the processor to others. */
const never = new Int32Array(new SharedArrayBuffer(4))
let answers

function search(generation, query, shape, out) {
  Atomics.add(begun, 0, 1)
  Atomics.notify(begun, 0)
  if (query === die) process.exit(1)
  if (query === dieAtFirst && Atomics.sub(deaths, 0, 1) > 0) process.exit(1)
  if (query === dieWriting && Atomics.sub(deaths, 0, 1) > 0) {
    new Uint8Array(answers).fill(1)
    process.exit(1)
  }
  while (query === hang) Atomics.wait(never, 0, 0, 10)
  handlers.search(generation, query, shape, out)
}

export function serve(task) {
  answers = task.memory.answers
  return serveRing(task, { ...handlers, search })
}
