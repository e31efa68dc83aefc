import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import { createCallTurns } from '../../../src/http/server/call-turns.ts'

/** Less than any call takes. */
const LEAST_MS = 1e-9

t.test('calls beyond the share of a turn are made in later turns, in their order', async (t) => {
  const callInTurn = createCallTurns(LEAST_MS)
  const made: (number | string)[] = []
  const call = (n: number) => callInTurn(() => made.push(n))
  t.equal(call(1), true, 'the first is made at once')
  t.strictSame([call(2), call(3), call(4)], [false, false, false])
  t.strictSame(made, [1])
  for (const turn of ['a', 'b', 'c', 'd']) {
    await nextTurn()
    made.push(turn)
  }
  t.strictSame(
    made.filter((each) => typeof each === 'number'),
    [1, 2, 3, 4],
  )
  t.strictSame(
    made.map((each, at) => typeof each === 'number' && typeof made[at + 1] === 'number' && each > 1),
    made.map(() => false),
    'others are served between any two',
  )
})

t.test('calls within the share of a turn are made at once', async (t) => {
  const callInTurn = createCallTurns(60_000)
  const made: number[] = []
  for (let n = 0; n < 100; n++)
    t.equal(
      callInTurn(() => made.push(n)),
      true,
    )
  t.equal(made.length, 100)
})
