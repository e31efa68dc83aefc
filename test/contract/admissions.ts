import type { Test } from 'tap'
import { createRandom } from '../../bench/timing.ts'
import type { SessionRecord, SessionStore } from '../../src/mcp/session.ts'
import type { Admissions, Admitting } from '../../src/oauth/admissions.ts'
import { GRANT_SESSION_LIMIT } from '../../src/oauth/grant-sessions.ts'

export interface AdmissionsUnderTest {
  readonly admissions: Admissions
  readonly sessions: SessionStore
  readonly revoke: (grantId: string) => Promise<unknown>
  /** Advances the clock of the buckets. A negative value sets it back. */
  readonly pass: (ms: number) => void
}

interface Taken {
  readonly atMs: number
  readonly cost: number
}

const SESSION: SessionRecord = {
  protocolVersion: '2025-11-25',
  client: { name: 'a client', version: '1' },
  capabilities: {},
  logLevel: null,
}
/** Each grant belongs to a person of its own by default. */
export const of = (grantId: string, userId = `usr_of_${grantId}`): Admitting => ({ grantId, userId })
const ASKER = { subject: 'grt_a', found: undefined }

/** Patterns in which calls of a client may arrive that sends 100 a second for a minute. */
const STEADY: readonly (readonly [title: string, gapMs: (n: number, random: () => number) => number])[] = [
  ['evenly', () => 10],
  ['evenly, a little early or late', (_n, random) => 9 + random() * 2],
  ['ten at a time', (n) => (n % 10 === 9 ? 100 : 0)],
  ['fifty at a time', (n) => (n % 50 === 49 ? 500 : 0)],
  ['with a halt of 50 ms in each second', (n) => (n % 95 === 94 ? 60 : 10)],
  ['at random', (_n, random) => -Math.log(1 - random()) * 10],
]

/** Contract of every implementation of the admissions. `create` makes an empty one at each call. */
export function admissionsContract(t: Test, create: (t: Test) => Promise<AdmissionsUnderTest>): void {
  const outcome = async ({ admissions }: AdmissionsUnderTest, cost = 1, grantId = 'grt_a', userId?: string) =>
    (await admissions.admit(of(grantId, userId), cost, null)).outcome

  for (const burstMs of [0, 5, 300, 900]) {
    t.test(`60 calls pass and the 61st in the same second does not, in a burst of ${burstMs} ms`, async (t) => {
      const state = await create(t)
      for (let n = 1; n <= 60; n++) {
        t.equal(await outcome(state), 'admitted', `call ${n}`)
        state.pass(burstMs / 60)
      }
      t.equal(await outcome(state), 'limited')
      t.equal(await outcome(state, 1, 'grt_b'), 'admitted', 'another grant has a bucket of its own')
    })
  }

  t.test('what was refused passes a second later, whole', async (t) => {
    const state = await create(t)
    for (let n = 0; n < 60; n++) await outcome(state)
    state.pass(200)
    t.equal(await outcome(state, 60), 'limited')
    state.pass(1000)
    t.equal(await outcome(state, 60), 'admitted')
    t.equal(await outcome(state), 'limited')
  })

  t.test('after a pause a burst has its whole second again, whenever the last one was', async (t) => {
    const state = await create(t)
    for (const pauseMs of [1200, 1450, 1501, 1700, 1950, 2100, 5000]) {
      for (let n = 1; n <= 60; n++) {
        if ((await outcome(state)) !== 'admitted') return t.fail(`call ${n} after ${pauseMs} ms`)
        state.pass(5)
      }
      t.equal(await outcome(state), 'limited', `300 ms after a pause of ${pauseMs} ms`)
      state.pass(pauseMs - 300)
    }
  })

  for (const [title, gapMs] of STEADY) {
    t.test(`of 100 calls a second, ${title}, between 3,540 and 3,720 pass in a minute`, async (t) => {
      const state = await create(t)
      const random = createRandom(5)
      let admitted = 0
      for (let n = 0, atMs = 0; atMs < 60_000; n++) {
        if ((await outcome(state)) === 'admitted') admitted += 1
        const gap = gapMs(n, random)
        atMs += gap
        state.pass(gap)
      }
      t.ok(admitted >= 3540 && admitted <= 3720, `${admitted}`)
    })
  }

  t.test('no span lets in more than a full bucket and what flows in meanwhile', async (t) => {
    const state = await create(t)
    const random = createRandom(3)
    const taken: Taken[] = []
    let atMs = 0
    for (let n = 0; n < 4000; n++) {
      const cost = 1 + Math.floor(random() ** 4 * 30)
      if ((await outcome(state, cost)) === 'admitted') taken.push({ atMs, cost })
      const gap = random() < 0.02 ? random() * 1500 : random() * 12
      atMs += gap
      state.pass(gap)
    }
    let worst = Number.NEGATIVE_INFINITY
    for (const [first, { atMs: fromMs }] of taken.entries()) {
      let sum = 0
      for (const { atMs: untilMs, cost } of taken.slice(first, first + 400)) {
        sum += cost
        worst = Math.max(worst, sum - 60 - ((untilMs - fromMs) * 60) / 1000)
      }
    }
    t.ok(taken.length > 500, `${taken.length} were let in`)
    // The tolerance is a microsecond, to which times are rounded.
    t.ok(worst <= 0.001, `${worst} calls too many`)
  })

  t.test('each message of a batch counts, and a batch that is refused takes nothing', async (t) => {
    const state = await create(t)
    t.equal(await outcome(state, 50), 'admitted')
    t.equal(await outcome(state, 11), 'limited')
    t.equal(await outcome(state, 10), 'admitted')
    t.equal(await outcome(state), 'limited')
    t.equal(await outcome(state, 61, 'grt_b'), 'limited', 'more than a bucket holds')
    state.pass(10_000)
    t.equal(await outcome(state, 61, 'grt_b'), 'limited')
  })

  t.test('all grants of a person together have 120 a second, and other people their own', async (t) => {
    const state = await create(t)
    for (let n = 0; n < 120; n++) {
      if ((await outcome(state, 1, `grt_${n % 3}`, 'usr_a')) !== 'admitted') return t.fail(`call ${n}`)
      state.pass(5)
    }
    t.equal(await outcome(state, 1, 'grt_0', 'usr_a'), 'limited')
    t.equal(await outcome(state, 1, 'grt_new', 'usr_a'), 'limited', 'a further grant brings no more')
    t.equal(await outcome(state, 60, 'grt_other', 'usr_b'), 'admitted')
    state.pass(1000)
    for (const grantId of ['grt_0', 'grt_1']) t.equal(await outcome(state, 60, grantId, 'usr_a'), 'admitted', grantId)
    t.equal(await outcome(state, 1, 'grt_2', 'usr_a'), 'limited')
  })

  t.test('a grant that sends too much takes nothing of what the other grants of its person have', async (t) => {
    const state = await create(t)
    for (let n = 0; n < 300; n++) await outcome(state, 1, 'grt_a', 'usr_a')
    t.equal(await outcome(state, 60, 'grt_b', 'usr_a'), 'admitted')
  })

  t.test('a clock that is put back locks nobody out', async (t) => {
    const state = await create(t)
    for (let n = 0; n < 60; n++) await outcome(state)
    state.pass(-400)
    t.equal(await outcome(state), 'limited', 'a little: it stands still')
    state.pass(-3_600_000)
    t.equal(await outcome(state), 'admitted', 'an hour: it begins anew')
    state.pass(3_600_000)
    t.equal(await outcome(state, 60), 'admitted', 'and when it is put right again')
  })

  t.test('the request learns what is kept of the session that it names, for its own grant alone', async (t) => {
    const { admissions, sessions } = await create(t)
    await sessions.keep('a', SESSION, ASKER)
    t.same(await admissions.admit(of('grt_a'), 1, 'a'), { outcome: 'admitted', session: SESSION })
    t.same(await admissions.admit(of('grt_a'), 1, 'b'), { outcome: 'admitted', session: null })
    t.same(await admissions.admit(of('grt_a'), 1, null), { outcome: 'admitted', session: null })
    t.same(await admissions.admit(of('grt_b'), 1, 'a'), { outcome: 'admitted', session: null })
    await sessions.keep('a', { ...SESSION, logLevel: 'error' }, ASKER)
    t.match(await admissions.admit(of('grt_a'), 1, 'a'), { session: { logLevel: 'error' } })
    await sessions.keep('a', 'ended', ASKER)
    t.same(await admissions.admit(of('grt_a'), 1, 'a'), { outcome: 'admitted', session: 'ended' })
  })

  t.test('the store gives back what was found on the way in, and looks itself where nobody has', async (t) => {
    const { sessions } = await create(t)
    await sessions.keep('a', SESSION, ASKER)
    const other = { ...SESSION, logLevel: 'debug' as const }
    t.same(await sessions.get('a', { ...ASKER, found: { session: other } }), other)
    t.equal(await sessions.get('a', { ...ASKER, found: { session: null } }), null)
    t.same(await sessions.get('a', { ...ASKER, found: null }), SESSION)
    t.same(await sessions.get('a', ASKER), SESSION)
    t.equal(await sessions.get('a', { subject: 'grt_b', found: undefined }), null)
  })

  t.test('of a grant that begins too many sessions the oldest is dropped, and of no other grant any', async (t) => {
    const { sessions } = await create(t)
    const other = { subject: 'grt_b', found: undefined }
    await sessions.keep('other', SESSION, other)
    for (let n = 0; n <= GRANT_SESSION_LIMIT; n++) await sessions.keep(`session ${n}`, SESSION, ASKER)
    t.equal(await sessions.get('session 0', ASKER), null)
    t.same(await sessions.get('session 1', ASKER), SESSION)
    t.same(await sessions.get(`session ${GRANT_SESSION_LIMIT}`, ASKER), SESSION)
    t.same(await sessions.get('other', other), SESSION)
    await sessions.keep('session 1', 'ended', ASKER)
    await sessions.keep('one more', SESSION, ASKER)
    t.equal(await sessions.get('session 1', ASKER), 'ended', 'the end of a session is as young as a new one')
    t.equal(await sessions.get('session 2', ASKER), null)
  })

  t.test('a grant that is over is refused, and uses nothing', async (t) => {
    const state = await create(t)
    await state.revoke('grt_a')
    t.equal(await outcome(state), 'revoked')
    t.equal(await outcome(state, 61), 'revoked')
    t.equal(await outcome(state, 1, 'grt_b'), 'admitted')
  })
}
