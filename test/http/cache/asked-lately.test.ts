import t from 'tap'
import { createAskedLately } from '../../../src/http/cache/answer-cache.ts'
import { hashKey } from '../../../src/shared/hashes.ts'

t.test('a key is new once', async (t) => {
  const asked = createAskedLately()
  t.equal(asked.again(hashKey('search en sort')), false)
  t.equal(asked.again(hashKey('search en sort')), true)
  t.equal(asked.again(hashKey('search zh sort')), false)
})

t.test('nearly all of the last thousands of keys are known, and hardly one that was never asked for', async (t) => {
  const asked = createAskedLately()
  const hashes = Array.from({ length: 3000 }, (_, n) => hashKey(`search en 10 false query ${n}`))
  t.ok(hashes.filter((hash) => asked.again(hash)).length <= 2)
  const known = hashes.filter((hash) => asked.again(hash)).length
  t.ok(known > 2500, `${known} of 3000 are known`)
})

t.test('what was asked for long ago is forgotten', async (t) => {
  const asked = createAskedLately()
  asked.again(hashKey('old'))
  for (let n = 0; n < 1_000_000; n++) asked.again(hashKey(`later ${n}`))
  t.equal(asked.again(hashKey('old')), false)
})
