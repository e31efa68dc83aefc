import t from 'tap'
import { hash, parseOptions } from '@node-rs/argon2'
import { createPasswordHasher } from '../../../src/account/users/password-hasher.ts'
import { Unavailable } from '../../../src/shared/unavailable.ts'

void t.test('passwords are hashed with Argon2id at the cost that is promised, each with its own salt', async (t) => {
  const hasher = createPasswordHasher()
  const [first, second] = await Promise.all([hasher.hash('a heron'), hasher.hash('a heron')])
  t.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  t.not(first, second)
  t.match(parseOptions(first), { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32, saltLen: 16 })
  t.equal(await hasher.verify(first, 'a heron'), true)
  t.equal(await hasher.verify(first, 'a heroN'), false)
  t.equal(hasher.isOutdated(first), false)
})

void t.test('one password typed in two ways of Unicode is one', async (t) => {
  const hasher = createPasswordHasher()
  t.equal(await hasher.verify(await hasher.hash('cafe\u0301 noir'), 'caf\u00e9 noir'), true)
})

void t.test('where there is no account nothing is right, not even the password of the decoy', async (t) => {
  const hasher = createPasswordHasher()
  t.equal(await hasher.verify(null, ''), false)
  t.equal(await hasher.verify(null, 'a heron'), false)
})

void t.test('hashes of other parameters are outdated', async (t) => {
  const hasher = createPasswordHasher()
  t.equal(hasher.isOutdated(await hash('a heron', { memoryCost: 8192, timeCost: 1 })), true)
  t.equal(hasher.isOutdated(await hash('a heron', { memoryCost: 19_456, timeCost: 3 })), true)
})

void t.test('more than can wait are refused at once, and those that wait are served', async (t) => {
  const hasher = createPasswordHasher({ hashesAtOnce: 2, queueLimit: 3 })
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => hasher.hash('a heron')))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  t.equal(refused.length, 3)
  for (const { reason } of refused) t.ok(reason instanceof Unavailable)
  t.match(await hasher.hash('a heron'), /^\$argon2id/, 'and there is room again')
})
