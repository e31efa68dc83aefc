import t from 'tap'
import type { Job } from '../../src/pool/jobs.ts'
import { JobQueue } from '../../src/pool/waiting-jobs.ts'

interface Numbered extends Job {
  readonly number: number
}

const FAR_MS = 1000

function newJob(number: number, deadlineMs = FAR_MS, abandoned = false): Numbered {
  return { number, generation: 1, deadlineMs, deaths: 0, abandoned: () => abandoned, refuse: () => undefined }
}

function newQueue(): { readonly queue: JobQueue<Numbered>; readonly discarded: string[] } {
  const discarded: string[] = []
  return { queue: new JobQueue((job, reason) => discarded.push(`${job.number} ${reason}`)), discarded }
}

function takeAll(queue: JobQueue<Numbered>): number[] {
  const numbers: number[] = []
  for (let job = queue.take(0); job !== null; job = queue.take(0)) numbers.push(job.number)
  return numbers
}

t.test('gives jobs in the order in which they came, while others come', async (t) => {
  const { queue } = newQueue()
  const taken: number[] = []
  for (let number = 0; number < 1000; number++) {
    queue.push(newJob(number))
    if (number % 3 === 0) taken.push(queue.take(0)!.number)
  }
  t.equal(queue.length, 1000 - taken.length)
  t.strictSame(
    [...taken, ...takeAll(queue)],
    Array.from({ length: 1000 }, (_, number) => number),
  )
  t.equal(queue.length, 0)
})

t.test('what was given back goes first, in its own order', async (t) => {
  const { queue } = newQueue()
  for (let number = 100; number < 160; number++) queue.push(newJob(number))
  queue.unshift(Array.from({ length: 100 }, (_, number) => newJob(number)))
  t.strictSame(
    takeAll(queue),
    Array.from({ length: 160 }, (_, number) => number),
  )
})

t.test('leaves out what is late or wanted by nobody', async (t) => {
  const { discarded, queue } = newQueue()
  queue.push(newJob(0, 10))
  queue.push(newJob(1, 20, true))
  queue.push(newJob(2, 20))
  t.equal(queue.take(15)?.number, 2)
  t.strictSame(discarded, ['0 late', '1 abandoned'])
})

t.test('drops the first jobs when their time is over', async (t) => {
  const { discarded, queue } = newQueue()
  for (const [number, deadlineMs] of [10, 20, 30].entries()) queue.push(newJob(number, deadlineMs))
  queue.expire(20)
  t.strictSame(discarded, ['0 late', '1 late'])
  t.equal(queue.length, 1)
  queue.expire(Infinity)
  t.equal(queue.take(0), null)
})
