import t from 'tap'
import { hash, parseOptions } from '@node-rs/argon2'
import { createPasswordHasher, type HashTurn } from '../../../src/account/users/password-hasher.ts'
import { Unavailable } from '../../../src/shared/unavailable.ts'

const TURN: HashTurn = { lane: 'stranger', share: '192.0.0.0/16' }

void t.test('passwords are hashed with Argon2id at the cost that is promised, each with its own salt', async (t) => {
  const hasher = createPasswordHasher()
  const [first, second] = await Promise.all([hasher.hash('a heron', TURN), hasher.hash('a heron', TURN)])
  t.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  t.not(first, second)
  t.match(parseOptions(first), { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32, saltLen: 16 })
  t.equal(await hasher.verify(first, 'a heron', TURN), true)
  t.equal(await hasher.verify(first, 'a heroN', TURN), false)
  t.equal(hasher.isOutdated(first), false)
})

void t.test('one password typed in two ways of Unicode is one', async (t) => {
  const hasher = createPasswordHasher()
  t.equal(await hasher.verify(await hasher.hash('cafe\u0301 noir', TURN), 'caf\u00e9 noir', TURN), true)
})

void t.test('where there is no account nothing is right, not even the password of the decoy', async (t) => {
  const hasher = createPasswordHasher()
  t.equal(await hasher.verify(null, '', TURN), false)
  t.equal(await hasher.verify(null, 'a heron', TURN), false)
})

void t.test('hashes of other parameters are outdated', async (t) => {
  const hasher = createPasswordHasher()
  t.equal(hasher.isOutdated(await hash('a heron', { memoryCost: 8192, timeCost: 1 })), true)
  t.equal(hasher.isOutdated(await hash('a heron', { memoryCost: 19_456, timeCost: 3 })), true)
})

void t.test('more than can wait are refused at once, and those that wait are served', async (t) => {
  const hasher = createPasswordHasher({ hashesAtOnce: 2, queueLimit: 3 })
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => hasher.hash('a heron', TURN)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  t.equal(refused.length, 3)
  for (const { reason } of refused) t.ok(reason instanceof Unavailable)
  t.match(await hasher.hash('a heron', TURN), /^\$argon2id/, 'and there is room again')
})

void t.test(
  'strangers who try together crowd out neither known browsers nor strangers of another network',
  async (t) => {
    const hasher = createPasswordHasher({ hashesAtOnce: 1, queueLimit: 6 })
    const done: string[] = []
    const ask = (lane: HashTurn['lane'], share: string): Promise<void> =>
      hasher.verify(null, 'a heron', { lane, share }).then(
        () => void done.push(share),
        () => void done.push(`${share} refused`),
      )
    const crowd = Array.from({ length: 12 }, () => ask('stranger', 'crowd'))
    const owners = [ask('stranger', 'elsewhere'), ask('known', 'owner')]
    await Promise.all([...crowd, ...owners])
    t.notMatch(done, ['elsewhere refused'])
    const served = done.filter((share) => !share.endsWith('refused'))
    t.strictSame(served.slice(0, 4), ['crowd', 'owner', 'crowd', 'elsewhere'], 'known browsers first, then in turns')
    t.equal(served.filter((share) => share === 'crowd').length, 6)
  },
)
