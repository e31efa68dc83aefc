import { setTimeout as passed } from 'node:timers/promises'
import { MessageChannel, Worker } from 'node:worker_threads'
import t, { type Test } from 'tap'
import { createAnswerReader } from '../../../src/pool/ring/answer-ring.ts'
import { createRequestWriter } from '../../../src/pool/ring/request-ring.ts'
import { CONTROL, createRingMemory } from '../../../src/pool/ring/ring-memory.ts'

/** Number of consecutive requests after which a worker counts as busy. */
const BUSY_AFTER = 24

function start(test: Test, lookoutMs: number) {
  const memory = createRingMemory()
  const requests = createRequestWriter(memory)
  const answers = createAnswerReader(memory)
  const { port1, port2 } = new MessageChannel()
  const worker = new Worker(new URL('../../support/serving-worker.mjs', import.meta.url), {
    workerData: { memory, port: port2, habits: { announceAfter: BUSY_AFTER, lookoutMs } },
    transferList: [port2],
  })
  test.teardown(async () => {
    port1.close()
    await worker.terminate()
  })
  answers.wake()
  const asleep = (): boolean => Atomics.load(memory.control, CONTROL.workerSleeps) === 1
  /** @returns whether the worker falls asleep within half a minute */
  const fallsAsleep = async (): Promise<boolean> => {
    for (const end = performance.now() + 30_000; !asleep() && performance.now() < end;) await passed(1)
    return asleep()
  }
  /** Sends requests and waits until all are answered. */
  const ask = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n++) requests.putQuery(`query ${n}`, 0, 1, Infinity)
    requests.publish()
    for (let answered = 0; answered < count; await passed(1)) answered += answers.read(() => undefined)
  }
  return { answers, asleep, fallsAsleep, ask }
}

t.test('a worker that was busy looks out for more while its listener is awake', async (t) => {
  const { answers, ask, asleep, fallsAsleep } = start(t, 60_000)
  await ask(BUSY_AFTER - 1)
  t.ok(await fallsAsleep(), 'it was not busy')
  await ask(BUSY_AFTER)
  await passed(100)
  t.notOk(asleep(), 'it looks out')
  await ask(1)
  t.ok(await fallsAsleep(), 'one request did not make it busy again')
  await ask(BUSY_AFTER)
  await passed(100)
  t.notOk(asleep())
  answers.sleep()
  t.ok(await fallsAsleep(), 'its listener sleeps, so it does')
})

t.test('it does so for a while only', async (t) => {
  const { ask, fallsAsleep } = start(t, 5)
  for (let n = 0; n < 20; n++) {
    await ask(BUSY_AFTER + n)
    t.ok(await fallsAsleep(), `after ${BUSY_AFTER + n} requests`)
  }
})
