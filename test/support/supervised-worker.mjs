// A worker for tests of the supervisor. Its tasks decide what it does.
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'

// The timer keeps the thread alive, which would end otherwise.
if (workerData?.readyAfterMs !== undefined) await sleep(workerData.readyAfterMs)

/** A loop that waits here blocks its thread as one that computes does, and leaves the processor to others. */
const never = new Int32Array(new SharedArrayBuffer(4))

export default async function work(task) {
  if (task === 'die') process.exit(1)
  if (task === 'fail') throw new Error('on purpose')
  while (task === 'hang') Atomics.wait(never, 0, 0, 10)
  if (task === 'wait') await sleep(60_000)
  return task
}
