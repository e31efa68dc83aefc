import t from 'tap'
import { takeAnswers } from '../../src/pool/lanes.ts'

/** A worker that has these numbers of answers at its first polls, and none after that. */
function answering(...counts: number[]) {
  return { link: { poll: () => counts.shift() ?? 0 } }
}

void t.test('answers are looked for until there are none, and each find is told of', async (t) => {
  let found = 0
  const lanes = [answering(3, 0, 1), answering(0, 2)]
  t.equal(
    takeAnswers(lanes, () => found++),
    true,
  )
  t.equal(found, 3, 'those of a look at all workers are one find')
  t.equal(
    takeAnswers(lanes, () => found++),
    false,
    'none were left',
  )
  t.equal(found, 3)
})

void t.test('other events have their turn while workers answer without end', async (t) => {
  let looks = 0
  const endless = { link: { poll: () => Math.sign(++looks) } }
  t.equal(
    takeAnswers([endless], () => undefined),
    true,
  )
  t.ok(looks > 1 && looks <= 8, `${looks} looks`)
})
