import t from 'tap'
import { Unavailable } from '../../../../src/shared/unavailable.ts'
import { createTurns } from '../../../../src/store/postgres/content/sql-content-turns.ts'

/** Work that lasts until the test ends it. */
class OpenWork {
  begun = false
  end = (): void => {}
  fail = (error: Error): void => void error
  readonly #done = new Promise<void>((resolve, reject) => {
    this.end = resolve
    this.fail = reject
  })

  readonly work = (): Promise<void> => {
    this.begun = true
    return this.#done
  }
}

t.test('works of one key go one after another, also after one that failed, and other keys do not wait', async (t) => {
  const inTurn = createTurns()
  const [first, second, other] = [new OpenWork(), new OpenWork(), new OpenWork()]
  const results = [inTurn('a', first.work), inTurn('a', second.work)]
  const ofOther = inTurn('b', other.work)
  other.end()
  await ofOther
  t.same([first.begun, second.begun], [true, false])
  first.fail(new Error('no'))
  await t.rejects(results[0] ?? Promise.resolve(), { message: 'no' })
  second.end()
  await results[1]
  t.equal(await inTurn('a', () => Promise.resolve('again')), 'again')
})

t.test('only so many wait', async (t) => {
  const inTurn = createTurns({ waitingLimit: 2 })
  const first = new OpenWork()
  const results = [first, new OpenWork(), new OpenWork()].map((each, n) => {
    if (n > 0) each.end()
    return inTurn('a', each.work)
  })
  await t.rejects(
    inTurn('a', () => Promise.resolve()),
    Unavailable,
  )
  await inTurn('b', () => Promise.resolve())
  first.end()
  await Promise.all(results)
  await inTurn('a', () => Promise.resolve())
})

t.test('what has waited for too long is not begun', async (t) => {
  let nowMs = 0
  const inTurn = createTurns({ waitLimitMs: 5, now: () => nowMs })
  const [first, second] = [new OpenWork(), new OpenWork()]
  const begun = inTurn('a', first.work)
  const late = inTurn('a', second.work)
  await inTurn('b', () => Promise.resolve())
  t.equal(first.begun, true)
  nowMs = 6
  first.end()
  await begun
  await t.rejects(late, Unavailable)
  t.equal(second.begun, false)
  await inTurn('a', () => Promise.resolve())
})
