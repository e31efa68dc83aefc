// A worker for tests of the supervisor alone. Its tasks say what becomes of it.
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'

// A timer keeps the thread alive, which would end otherwise.
if (workerData?.neverReady) await sleep(60_000)

export default async function work(task) {
  if (task === 'die') process.exit(1)
  if (task === 'fail') throw new Error('on purpose')
  while (task === 'hang') Math.random()
  if (task === 'wait') await sleep(60_000)
  return task
}
