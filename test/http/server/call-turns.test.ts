import { setImmediate as nextTurn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createCallTurns } from '../../../src/http/server/call-turns.ts'

/** Makes calls that take so long, on a clock of their own, and records them. */
function start(t: Test) {
  let nowMs = 1000
  const made: number[] = []
  const callInTurn = createCallTurns(() => nowMs)
  t.teardown(nextTurn)
  return {
    made,
    wait: (ms: number) => (nowMs += ms),
    call: (name: number, ms: number) =>
      callInTurn(() => {
        made.push(name)
        nowMs += ms
      }),
  }
}

t.test('calls beyond the share of a turn are made in later turns, in their order', async (t) => {
  const { call, made } = start(t)
  t.strictSame(
    [1, 2, 3, 4, 5, 6].map((name) => call(name, 2)),
    [true, true, false, false, false, false],
  )
  t.strictSame(made, [1, 2], 'this turn has had its 4 ms')
  await nextTurn()
  t.strictSame(made, [1, 2, 3, 4], 'the next has its own')
  t.equal(call(7, 2), false, 'nobody overtakes those who wait')
  await nextTurn()
  t.strictSame(made, [1, 2, 3, 4, 5, 6])
  await nextTurn()
  t.strictSame(made, [1, 2, 3, 4, 5, 6, 7])
})

t.test('short calls, and those after a pause, are made at once', async (t) => {
  const { call, made, wait } = start(t)
  for (let name = 0; name < 39; name++) t.equal(call(name, 0.1), true)
  t.equal(call(39, 100), true, 'one call may take long')
  t.equal(call(40, 0.1), false)
  await nextTurn()
  wait(2)
  t.equal(call(41, 0.9), true)
  wait(2)
  t.equal(call(42, 5), true, 'others have had their turn in the pause')
  t.equal(made.length, 43)
})

t.test('other work between calls does not give a turn more of them', async (t) => {
  const { call, made, wait } = start(t)
  const atOnce = Array.from({ length: 30 }, (_, name) => {
    wait(2)
    return call(name, 1.5)
  })
  t.equal(atOnce.filter(Boolean).length, 3)
  await nextTurn()
  t.equal(made.length, 6)
  for (let turn = 0; turn < 8; turn++) await nextTurn()
  t.equal(made.length, 30)
})
