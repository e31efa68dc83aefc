import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { decodeJwt } from 'jose'
import t from 'tap'
import type { Claims } from '../../src/tokens/claims.ts'
import { generateSigningKey } from '../../src/tokens/signing-key.ts'
import type { SignJob } from '../../src/tokens/token-workers.ts'
import { standStill } from '../support/stand-still.ts'
import { ISSUER, startDispatcher } from '../support/token-fixture.ts'

/** A worker that dies or hangs for certain token ids. */
const FAULTY = { workerFile: fileURLToPath(new URL('../support/faulty-token-worker.ts', import.meta.url)) }

const key = await generateSigningKey()

function job(tokenId: string): SignJob {
  const claims: Claims = { iss: ISSUER, aud: ISSUER, sub: 'reg_a', jti: tokenId, iat: 1, exp: 2 }
  return { key: key.privateJwk, kind: 'assertion', claims }
}

t.test('every job of a turn gets its own result, with more jobs than fit a task', async (t) => {
  const { dispatcher } = startDispatcher(t, { threads: 2 })
  const names = Array.from({ length: 150 }, (_, n) => `job ${n}`)
  const results = await Promise.all(names.map((name) => dispatcher.sign(job(name))))
  t.strictSame(
    results.map((result) => result.ok && decodeJwt(result.token).jti),
    names,
  )
})

t.test('a full queue refuses the next job and does those that wait', async (t) => {
  const { dispatcher } = startDispatcher(t, { queueLimit: 10 })
  const results = await Promise.all(Array.from({ length: 12 }, (_, n) => dispatcher.sign(job(`job ${n}`))))
  t.strictSame(
    results.map(({ ok }) => ok),
    [...Array<boolean>(10).fill(true), false, false],
  )
  t.match(results.at(-1), { code: 'unavailable', retryAfterSeconds: 1 })
})

t.test('a thread that dies takes no other job with it, and is replaced', async (t) => {
  const { dispatcher, faults } = startDispatcher(t, FAULTY)
  const [before, deadly, after] = await Promise.all(
    ['before', 'die', 'after'].map((name) => dispatcher.sign(job(name))),
  )
  t.match(deadly, { ok: false, code: 'unavailable' })
  t.match([before, after], [{ ok: true }, { ok: true }])
  t.match(await dispatcher.sign(job('later')), { ok: true })
  t.equal(dispatcher.stats.restarts, 2, 'the job had two chances')
  t.strictSame(faults, ['a token thread died', 'a token thread died'])
})

t.test('a job that hangs is refused in time, and its thread replaced', async (t) => {
  const { dispatcher, faults } = startDispatcher(t, { ...FAULTY, timeoutMs: 6000 })
  t.match(await dispatcher.sign(job('first')), { ok: true })
  t.match(await dispatcher.sign(job('hang')), { ok: false, code: 'unavailable' })
  t.match(await dispatcher.sign(job('later')), { ok: true })
  t.strictSame(faults, ['a token thread was stuck'])
})

t.test(
  'a listener that stands still past a deadline takes the result that came meanwhile, and replaces no thread',
  async (t) => {
    const { dispatcher, faults } = startDispatcher(t, { timeoutMs: 300 })
    await dispatcher.ready()
    for (let n = 0; n < 3; n++) {
      const result = dispatcher.sign(job(`job ${n}`))
      // The task is handed over at the end of the turn.
      await nextTurn()
      await nextTurn()
      standStill(1500)
      t.match(await result, { ok: true })
    }
    await sleep(200)
    t.strictSame(faults, [])
  },
)

t.test('a thread that cannot start refuses jobs when their time is over', async (t) => {
  const { dispatcher, faults } = startDispatcher(t, { workerFile: '/nowhere/worker.js', timeoutMs: 500 })
  t.match(await dispatcher.sign(job('a')), { ok: false, code: 'unavailable' })
  while (faults.length < 2) await sleep(20)
  t.equal(faults[0], 'a token thread died', 'and it is tried again')
})

t.test('what waits when it is closed is refused, and so is what comes later', async (t) => {
  const { dispatcher } = startDispatcher(t)
  const waiting = dispatcher.sign(job('a'))
  await dispatcher.close()
  t.match(await waiting, { ok: false, code: 'unavailable' })
  t.match(await dispatcher.sign(job('b')), { ok: false, code: 'unavailable' })
})
