import t, { type Test } from 'tap'
import { digestOf } from '../../src/http/wire/entity-tag.ts'
import type { DispatcherOptions } from '../../src/pool/dispatcher-options.ts'
import { packShape } from '../../src/pool/query-shape.ts'
import { SearchDispatcher } from '../../src/pool/search-dispatcher.ts'
import { checksumText } from '../../src/shared/hashes.ts'
import { STATIC_NAMES, type AssetUrls } from '../../src/web/static-files.ts'
import { DIE, DIE_AT_FIRST, DIE_WRITING, FAULTY_WORKER, HANG, faultySettings } from '../support/faulty-queries.ts'
import { smallGeneration } from '../support/small-generation.ts'
import { standStill } from '../support/stand-still.ts'

/** Number of queries that one worker takes at a time. */
const GIVEN = 60
const ASSETS = Object.fromEntries(STATIC_NAMES.map((name) => [name, `/${name}`])) as AssetUrls

interface Answered {
  readonly query: string
  readonly total: number
  readonly results: readonly { readonly title: string; readonly highlights?: unknown }[]
}

function query(text: string, limit = 10, highlights = false): [query: string, shape: number] {
  return [
    text,
    packShape({
      kind: 'docs',
      locale: 'en',
      limit,
      highlights,
      sections: 'none',
      version: 0,
      section: 0,
      facets: false,
    }),
  ]
}

async function start(test: Test, overrides: Partial<DispatcherOptions> & { deaths?: number } = {}) {
  const faults: string[] = []
  const released: number[] = []
  const { settings, deaths, begun } = faultySettings(
    { assets: ASSETS, kernel: 'auto', imageOrigins: [] },
    overrides.deaths ?? 0,
  )
  const dispatcher = new SearchDispatcher({
    workers: 2,
    queueLimit: 4096,
    htmlQueueLimit: 64,
    timeoutMs: 30_000,
    generation: smallGeneration(1),
    settings,
    workerFile: FAULTY_WORKER,
    onFault: (message) => faults.push(message),
    onReleased: (oldest) => released.push(oldest),
    ...overrides,
  })
  test.teardown(() => dispatcher.close())
  await dispatcher.ready()
  const ask = async (text: string, aborted = () => false, limit?: number): Promise<Answered | string> => {
    const answer = await dispatcher.search(...query(text, limit), aborted)
    return answer.ok ? (JSON.parse(Buffer.from(answer.value).toString()) as Answered) : answer.code
  }
  return { dispatcher, ask, faults, released, deaths, begun }
}

/**
 * Keeps `clients` queries open until `stop`. It returns the number of answers, the codes of refusals and the queries with
 * wrong answers.
 */
function load(ask: (text: string) => Promise<Answered | string>, clients: number) {
  let stopped = false
  const refusals: string[] = []
  let answered = 0
  const wrong: string[] = []
  const running = Array.from({ length: clients }, async (_, client) => {
    for (let n = client; !stopped; n += clients) {
      const text = `word${n % 40} ${'x'.repeat(n % 7)}`.trim()
      const answer = await ask(text)
      if (typeof answer === 'string') refusals.push(answer)
      else {
        answered += 1
        if (!answer.results.some(({ title }) => title.endsWith(`page ${n % 40}`))) wrong.push(text)
      }
    }
  })
  return {
    async stop() {
      stopped = true
      await Promise.all(running)
      return { answered, refusals, wrong }
    },
  }
}

const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

t.test('every query of a turn gets its own answer, with more queries than fit a batch', async (t) => {
  const { ask } = await start(t)
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => ask(`word${n % 40}`, undefined, 1 + (n % 50))),
  )
  for (const [n, answer] of answers.entries()) {
    if (typeof answer === 'string') return t.fail(answer)
    t.equal(answer.query, `word${n % 40}`)
    t.equal(answer.results[0]?.title, `m1 page ${n % 40}`)
  }
})

t.test('a dozen queries go to the workers before the turn ends', async (t) => {
  const { ask, begun } = await start(t)
  const answers = Array.from({ length: 11 }, (_, n) => ask(`word${n}`))
  t.equal(Atomics.wait(begun, 0, 0, 100), 'timed-out')
  answers.push(ask('word11'))
  t.not(Atomics.wait(begun, 0, 0, 10_000), 'timed-out')
  for (let n = 0; n < 11; n++) answers.push(ask(`later${n}`))
  while (begun[0]! < 12) Atomics.wait(begun, 0, begun[0]!, 10_000)
  t.equal(Atomics.wait(begun, 0, 12, 100), 'timed-out')
  answers.push(ask('later11'))
  t.not(Atomics.wait(begun, 0, 12, 10_000), 'timed-out', 'and so does the next dozen')
  for (const answer of await Promise.all(answers)) t.type(answer, 'object')
})

t.test('workers start without a generation, and are ready when they have opened the first', async (t) => {
  const { settings } = faultySettings({ assets: ASSETS, kernel: 'auto', imageOrigins: [] }, 0)
  const released: number[] = []
  const dispatcher = new SearchDispatcher({
    workers: 2,
    queueLimit: 4,
    htmlQueueLimit: 4,
    timeoutMs: 30_000,
    generation: null,
    settings,
    workerFile: FAULTY_WORKER,
    onFault: (message, cause) => t.fail(message, { cause }),
    onReleased: (oldest) => released.push(oldest),
  })
  t.teardown(() => dispatcher.close())
  await passed(200)
  t.equal(dispatcher.stats.workersUp, 0)
  dispatcher.swap(smallGeneration(5))
  await dispatcher.ready()
  t.equal(dispatcher.stats.workersUp, 2)
  const answer = await dispatcher.search(...query('word7'), () => false)
  t.match(answer.ok && Buffer.from(answer.value).toString(), 'm5 page 7')
  t.strictSame(released, [], 'there was nothing to release before')
  dispatcher.swap(smallGeneration(6))
  await dispatcher.search(...query('word7'), () => false)
  await dispatcher.ready()
  const later = await dispatcher.search(...query('word8'), () => false)
  t.match(later.ok && Buffer.from(later.value).toString(), 'm6 page 8')
  while (released.length === 0) await passed(10)
  t.strictSame(released, [6])
})

t.test('equal queries in flight share one answer', async (t) => {
  const { ask, begun } = await start(t)
  const answers = await Promise.all([1, 2, 3].map(() => ask('word7')))
  for (const answer of answers) t.match(answer, { query: 'word7', results: [{ title: 'm1 page 7' }] })
  t.equal(begun[0], 1, 'no worker was asked twice')
  await ask('word7')
  t.equal(begun[0], 2, 'a query that came later is answered for itself')
})

t.test('queries that differ in anything but their text are not taken for equal', async (t) => {
  const { dispatcher } = await start(t)
  const answers = await Promise.all([
    dispatcher.search(...query('things', 5), () => false),
    dispatcher.search(...query('things', 6), () => false),
    dispatcher.search(...query('things', 5, true), () => false),
  ])
  const [five, six, marked] = answers.map(
    (answer) => answer.ok && (JSON.parse(Buffer.from(answer.value).toString()) as Answered),
  )
  if (!five || !six || !marked) return t.fail('refused')
  t.equal(five.results.length, 5)
  t.equal(six.results.length, 6)
  t.equal(five.results[0]?.highlights, undefined)
  t.ok(marked.results[0]?.highlights, 'highlights come from the page store')
})

t.test('a full queue refuses the next query and answers those that wait', async (t) => {
  const { ask, dispatcher } = await start(t, { workers: 1, queueLimit: 10 })
  const asked = Array.from({ length: GIVEN + 12 }, (_, n) => ask(`word${n}`))
  t.equal(dispatcher.stats.queued, 10)
  const answers = await Promise.all(asked)
  t.strictSame(
    answers.map((answer) => (typeof answer === 'string' ? answer : 'answered')),
    [...Array.from({ length: GIVEN + 10 }, () => 'answered'), 'overloaded', 'overloaded'],
  )
  t.not(await ask('word1'), 'overloaded', 'room again')
})

t.test('a query whose clients have all gone before it is sent is never searched', async (t) => {
  const { ask, faults } = await start(t, { workers: 1 })
  const before = Array.from({ length: GIVEN }, (_, n) => ask(`before${n}`))
  const [gone, shared] = await Promise.all([ask(DIE, () => true), ask('word3', () => true), ask('word3', () => false)])
  await Promise.all(before)
  t.equal(gone, 'unavailable')
  t.not(typeof shared, 'string', 'one of its clients still waits')
  t.strictSame(faults, [], 'no worker got the deadly query')
})

t.test('a worker that dies under load costs no answer', async (t) => {
  const { ask, faults, dispatcher, deaths } = await start(t)
  const running = load(ask, 64)
  for (let death = 1; death <= 5; death++) {
    Atomics.store(deaths, 0, 1)
    t.not(typeof (await ask(DIE_AT_FIRST)), 'string', 'its second worker answers it')
    while (dispatcher.stats.workersUp < 2) await passed(10)
  }
  const { answered, refusals, wrong } = await running.stop()
  t.strictSame(refusals, [])
  t.strictSame(wrong, [])
  t.ok(answered > 100, `${answered} answers`)
  t.equal(faults.filter((fault) => fault === 'a search worker died').length, 5)
  t.equal(dispatcher.stats.restarts, 5)
})

t.test('a query that kills every worker is refused after its second, and takes no other query with it', async (t) => {
  const { ask, faults } = await start(t, { workers: 1 })
  const answers = await Promise.all([
    ask('word1'),
    ask(DIE),
    ...Array.from({ length: 60 }, (_, n) => ask(`word${n % 40} a${n}`)),
  ])
  t.equal(answers[1], 'unavailable')
  answers.splice(1, 1)
  t.notOk(answers.some((answer) => typeof answer === 'string'))
  t.equal(faults.length, 2)
})

t.test('what a worker was writing when it died is never taken for an answer', async (t) => {
  const { ask, deaths, faults } = await start(t, { workers: 1 })
  Atomics.store(deaths, 0, 1)
  t.match(await ask(DIE_WRITING), { query: DIE_WRITING }, 'its second worker answers it')
  t.match(await ask('word1'), { query: 'word1', results: [{ title: 'm1 page 1' }] })
  t.strictSame(faults, ['a search worker died'])
})

for (const [what, ringBytes] of [
  ['one or two answers', 16_384],
  ['hardly one answer', 4096],
  ['no answer at all', 256],
] as const) {
  t.test(`every query is answered through a ring with room for ${what}`, async (t) => {
    const { ask } = await start(t, { workers: 1, ringBytes })
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, n) => ask(`word${n % 40} things`, undefined, 1 + (n % 50))),
      )
      for (const [n, answer] of answers.entries()) {
        if (typeof answer === 'string') return t.fail(answer)
        if (answer.query !== `word${n % 40} things`) return t.fail(`${answer.query} in place of query ${n}`)
        if (answer.results.length !== Math.min(40, 1 + (n % 50))) return t.fail(`${answer.results.length} results`)
      }
    }
    t.match(await ask('word5'), { query: 'word5' })
  })
}

t.test('a query that no slot of the ring has room for is answered in its turn', async (t) => {
  const { ask } = await start(t, { workers: 1 })
  const long = `word7 ${'x'.repeat(3000)}`
  const answers = await Promise.all([ask('word6'), ask(long), ask('단어 검색 \u{1f680}'), ask('word8')])
  t.strictSame(
    answers.map((answer) => (typeof answer === 'string' ? answer : answer.query)),
    ['word6', long, '단어 검색 \u{1f680}', 'word8'],
  )
})

for (const [how, ringBytes] of [
  ['through the ring', 1024 * 1024],
  ['as a message', 256],
] as const) {
  t.test(`bytes that come ${how} are lent for the time of the call, with their checksum`, async (t) => {
    const { dispatcher } = await start(t, { workers: 1, ringBytes })
    const answers = await Promise.all(
      [1, 2, 3].map(
        (n) =>
          new Promise<{ text: string; tag: string }>((resolve, reject) =>
            dispatcher.ask(...query(`word${n}`), {
              answered: (bytes, checksum) =>
                resolve({ text: Buffer.from(bytes).toString(), tag: checksumText(checksum) }),
              refused: ({ code }) => reject(new Error(code)),
              aborted: () => false,
            }),
          ),
      ),
    )
    t.strictSame(
      answers.map(({ text }) => (JSON.parse(text) as Answered).query),
      ['word1', 'word2', 'word3'],
    )
    for (const { tag, text } of answers) t.equal(tag, digestOf(Buffer.from(text)))
  })
}

t.test('one who fails to take an answer costs the others nothing', async (t) => {
  const { dispatcher, ask, faults } = await start(t, { workers: 1 })
  dispatcher.ask(...query('word1'), {
    answered() {
      throw new Error('on purpose')
    },
    refused: () => undefined,
    aborted: () => false,
  })
  t.match(await ask('word2'), { query: 'word2' })
  t.strictSame(faults, ['an answer could not be passed on'])
})

t.test('a stuck worker is ended: its query is late, the ones behind it are answered by a new worker', async (t) => {
  const { ask, faults } = await start(t, { workers: 1, timeoutMs: 6000 })
  const stuck = ask(HANG)
  await passed(5900)
  const behind = ask('word4')
  t.equal(await stuck, 'deadline')
  const answer = await behind
  t.match(answer, { query: 'word4', results: [{ title: 'm1 page 4' }] })
  t.strictSame(faults, ['a search worker was stuck'])
})

t.test('a listener that stands still past a deadline ends no worker for it', async (t) => {
  const { ask, faults } = await start(t, { timeoutMs: 10, stuckAfterMs: 1500 })
  for (let n = 0; n < 3; n++) {
    const late = ask('word1')
    standStill(1700)
    t.equal(await late, 'deadline')
  }
  await passed(1600)
  t.strictSame(faults, [])
})

t.test('a query that waits past its deadline is refused while every worker is stuck', async (t) => {
  const { ask, begun } = await start(t, { workers: 1, timeoutMs: 3000, stuckAfterMs: 3500 })
  const stuck = [ask(HANG), ask('word1')]
  while (begun[0] === 0) await passed(5)
  const startedAt = performance.now()
  t.equal(await ask('word2'), 'deadline')
  t.ok(performance.now() - startedAt >= 2990, 'not before its time')
  await Promise.all(stuck)
})

t.test('answers are wholly of the generation that the query came in under, and old generations go', async (t) => {
  const { ask, dispatcher, released } = await start(t)
  for (let number = 2; number <= 6; number++) {
    const before = Array.from({ length: 40 }, () => ask('things', undefined, 50))
    dispatcher.swap(smallGeneration(number))
    const after = Array.from({ length: 40 }, () => ask('things', undefined, 50))
    t.strictSame(await markersOf(before), [`m${number - 1}`])
    t.strictSame(await markersOf(after), [`m${number}`])
  }
  while (released.at(-1) !== 6) await passed(10)
  t.strictSame(
    released,
    released.toSorted((a, b) => a - b),
  )
})

t.test('a retained generation is not released before its last user is done', async (t) => {
  const { dispatcher, ask, released } = await start(t)
  dispatcher.retain(1)
  dispatcher.swap(smallGeneration(2))
  await ask('word1')
  await ask('word2')
  t.strictSame(released, [])
  dispatcher.release(1)
  while (released.length === 0) await passed(10)
  t.strictSame(released, [2])
})

t.test('a closed dispatcher refuses what waits and what comes', async (t) => {
  const { dispatcher, ask } = await start(t, { workers: 1 })
  const waiting = [ask(HANG), ask('word1'), ask('word2')]
  await passed(50)
  waiting.push(ask('word3'))
  await dispatcher.close()
  t.strictSame(await Promise.all(waiting), ['unavailable', 'unavailable', 'unavailable', 'unavailable'])
  t.equal(await ask('word1'), 'unavailable')
})

t.test('pages are rendered by workers, in English where the locale lacks them', async (t) => {
  const { dispatcher } = await start(t)
  const answer = await dispatcher.html(1, 'ko', 'guides/page-3')
  if (!answer.ok) return t.fail(answer.detail)
  const html = Buffer.from(answer.value).toString()
  t.match(html, /^<!doctype html>/i)
  t.match(html, '<h1>m1 page 3</h1>')
})

async function markersOf(asked: readonly Promise<Answered | string>[]): Promise<string[]> {
  const answers = await Promise.all(asked)
  const titles = answers.flatMap((answer) =>
    typeof answer === 'string' ? [answer] : answer.results.map(({ title }) => title),
  )
  return [...new Set(titles.map((title) => title.split(' ')[0] ?? ''))]
}
