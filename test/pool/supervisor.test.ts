import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { Supervisor, type SupervisorOptions } from '../../src/pool/supervisor.ts'
import { monotonicMs } from '../../src/pool/tasks.ts'
import { standStill } from '../support/stand-still.ts'

const FILENAME = fileURLToPath(new URL('../support/supervised-worker.mjs', import.meta.url))

/** Starts a worker that does its tasks in order. When it ends, the next worker gets all of its tasks but the first. */
function start(test: Test, overrides: Partial<SupervisorOptions> = {}) {
  const faults: string[] = []
  const results: unknown[] = []
  const ends: { readonly died: boolean; readonly jobs: readonly string[]; readonly atMs: number }[] = []
  const startsMs: number[] = []
  let jobs: string[] = []
  let deadlineMs = Infinity
  const supervisor = new Supervisor({
    names: { kind: 'test', thread: 'worker', task: 'task' },
    pool: { filename: FILENAME, concurrentTasksPerWorker: 8 },
    restart: true,
    tickMs: 20,
    onTick: () => jobs.length > 0,
    onFault: (message, cause) => faults.push(`${message}: ${cause instanceof Error ? cause.message : String(cause)}`),
    ...overrides,
  })
  const worker = supervisor.add({
    onStart() {
      startsMs.push(monotonicMs())
      for (const job of jobs) send(job)
    },
    onEnd(_cause, died) {
      ends.push({ died, jobs, atMs: monotonicMs() })
      jobs = jobs.slice(1)
      deadlineMs = Infinity
    },
    deadlineMs: () => (jobs.length === 0 ? Infinity : deadlineMs),
  })
  const send = (job: string): void =>
    worker.run(job, undefined, (result) => {
      worker.recordAnswer()
      results.push(result)
      jobs = jobs.filter((other) => other !== job)
    })
  const give = (...given: string[]): void => {
    jobs.push(...given)
    if (worker.running) for (const job of given) send(job)
    supervisor.watch()
  }
  test.teardown(() => supervisor.close())
  const beganMs = monotonicMs()
  worker.start()
  return {
    supervisor,
    worker,
    faults,
    results,
    ends,
    startsMs,
    beganMs,
    give,
    giveFor: (ms: number, job: string): void => {
      deadlineMs = monotonicMs() + ms
      give(job)
    },
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5)
}

t.test('a worker that has nothing to do, and no time to start in, needs no clock', async (t) => {
  const { worker } = start(t)
  t.notOk(worker.check(monotonicMs(), Number.NEGATIVE_INFINITY))
})

t.test('a worker that dies gives back all its jobs once, and the next worker does those', async (t) => {
  const { ends, faults, give, results, supervisor, worker } = start(t)
  t.notOk(worker.up)
  give('first')
  await until(() => results.length === 1)
  t.ok(worker.up)
  give('die', 'second', 'third')
  await until(() => ends.length === 1)
  t.notOk(worker.up)
  t.match(ends, [{ died: true, jobs: ['die', 'second', 'third'] }])
  await until(() => results.length === 3)
  t.strictSame(results, ['first', 'second', 'third'])
  t.strictSame(faults, ['a test worker died: the worker ended'])
  t.equal(supervisor.restarts, 1)
})

t.test('a task that fails ends its worker', async (t) => {
  const { ends, faults, give } = start(t)
  give('fail')
  await until(() => ends.length === 1)
  t.match(ends, [{ died: true, jobs: ['fail'] }])
  t.strictSame(faults, ['a test worker died: on purpose'])
})

t.test('a worker that never becomes ready is replaced when its time is over', async (t) => {
  const { beganMs, ends, faults, startsMs } = start(t, {
    pool: { filename: FILENAME, workerData: { readyAfterMs: 60_000 } },
    startTimeoutMs: 300,
  })
  await until(() => startsMs.length === 3)
  const fault = 'a test worker was stuck: it did not start'
  t.strictSame(faults, [fault, fault])
  t.match(ends, [{ died: false }, { died: false }])
  // The time of a worker begins between the end of the one before and its first jobs.
  t.ok(ends[0]!.atMs - beganMs >= 300, 'it had its time')
  t.ok(ends[1]!.atMs - ends[0]!.atMs >= 300, 'so had the next')
})

t.test('a worker may take as long again to become ready after this thread stood still', async (t) => {
  const { faults, give, results } = start(t, {
    pool: { filename: FILENAME, workerData: { readyAfterMs: 4300 } },
    startTimeoutMs: 4000,
  })
  give('first')
  standStill(4100)
  await until(() => results.length === 1 || faults.length > 0)
  t.strictSame(faults, [])
})

t.test('a worker that is up may take its time between two jobs', async (t) => {
  const { faults, give, results } = start(t, { startTimeoutMs: 5000 })
  give('first')
  await until(() => results.length === 1)
  await sleep(5300)
  t.strictSame(faults, [])
})

t.test('a stuck worker is ended after the deadline of its job, and the next worker does what waited', async (t) => {
  const { ends, faults, give, giveFor, results, startsMs } = start(t, { stuckAfterMs: 100 })
  give('first')
  await until(() => results.length === 1)
  const givenMs = monotonicMs()
  giveFor(200, 'hang')
  give('second')
  await until(() => results.length === 2)
  t.match(ends, [{ died: false, jobs: ['hang', 'second'] }])
  t.ok(ends[0]!.atMs - givenMs >= 300)
  t.strictSame(faults, ['a test worker was stuck: it passed the deadline of its task'])
  t.equal(startsMs.length, 2)
})

t.test('a deadline that passes while this thread stands still ends no worker', async (t) => {
  // A pause in which the worker answers late is either shorter than this or a standstill too.
  const { faults, give, giveFor, results, supervisor } = start(t, { stuckAfterMs: 300 })
  give('first')
  await until(() => results.length === 1)
  giveFor(100, 'second')
  standStill(600)
  await until(() => results.length === 2)
  t.strictSame(faults, [])
  t.equal(supervisor.restarts, 0)
})

t.test('a worker whose deadline passed while this thread stood still has its time from then on', async (t) => {
  const { ends, give, giveFor, results } = start(t, { stuckAfterMs: 400 })
  give('first')
  await until(() => results.length === 1)
  giveFor(100, 'hang')
  standStill(600)
  const stoodStillUntilMs = monotonicMs()
  await until(() => ends.length === 1)
  t.ok(ends[0]!.atMs - stoodStillUntilMs >= 400, `${ends[0]!.atMs - stoodStillUntilMs} ms`)
})

t.test('a worker that fails again and again is started at once, then after delays that double', async (t) => {
  const { ends, startsMs } = startDying(t)
  await until(() => startsMs.length === 6)
  const delays = ends.slice(0, 5).map(({ atMs }, n) => startsMs[n + 1]! - atMs)
  for (const [n, least] of [0, 100, 200, 400, 800].entries()) t.ok(delays[n]! >= least - 2, `${delays[n]} ms`)
  // If the first restart had a delay of 100 ms, this one would have 1,600.
  t.ok(delays[4]! < 1600, 'the first restart has no delay')
})

/** Starts a worker that dies from its first task after each start. */
function startDying(test: Test) {
  const startsMs: number[] = []
  const ends: { readonly atMs: number }[] = []
  const endings = new EventEmitter()
  const supervisor = new Supervisor({
    names: { kind: 'test', thread: 'worker', task: 'task' },
    pool: { filename: FILENAME },
    restart: true,
    tickMs: 20,
    onTick: () => false,
    onFault: () => undefined,
  })
  const worker = supervisor.add({
    onStart() {
      startsMs.push(monotonicMs())
      worker.run('die', undefined, () => test.fail('a result'))
    },
    onEnd() {
      ends.push({ atMs: monotonicMs() })
      endings.emit(String(ends.length))
    },
    deadlineMs: () => Infinity,
  })
  test.teardown(() => supervisor.close())
  worker.start()
  return { supervisor, worker, startsMs, ends, endings }
}

t.test('an answer ends the row of failures', async (t) => {
  const { ends, give, results, startsMs } = start(t)
  const rounds = 6
  for (let round = 0; round < rounds; round++) {
    give(`job ${round}`)
    await until(() => results.length === round + 1)
    give('die')
    await until(() => startsMs.length === round + 2)
  }
  // After six failures in a row the delay is 1,600 ms.
  t.ok(startsMs[rounds]! - ends[rounds - 1]!.atMs < 1600, 'the next worker starts at once')
})

t.test('a supervisor that is closed while a restart is due starts nothing any more', async (t) => {
  const { endings, startsMs, supervisor, worker } = startDying(t)
  // The next start is due in 200 ms from then.
  await once(endings, '3')
  t.equal(startsMs.length, 3)
  await supervisor.close()
  await sleep(400)
  t.equal(startsMs.length, 3)
  t.notOk(worker.running)
})

t.test('a supervisor that is closed while jobs run gives nothing back and reports nothing', async (t) => {
  const { ends, faults, give, results, supervisor, worker } = start(t)
  give('first')
  await until(() => results.length === 1)
  give('wait')
  await supervisor.close()
  await sleep(50)
  t.notOk(worker.running)
  t.strictSame([ends, faults], [[], []])
})

t.test('a worker that its owner starts stays ended until then', async (t) => {
  const { ends, give, results, startsMs, supervisor, worker } = start(t, { restart: false })
  give('die')
  await until(() => ends.length === 1)
  await sleep(50)
  t.equal(startsMs.length, 1)
  t.notOk(worker.running)
  worker.start()
  give('second')
  await until(() => results.length === 1)
  t.strictSame(results, ['second'])
  t.equal(supervisor.restarts, 0)
})
