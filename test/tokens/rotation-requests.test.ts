import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Rotation } from '../../src/tokens/rotate-account-key.ts'
import { answerRotationRequests, requestRotation } from '../../src/tokens/rotation-requests.ts'
import { temporaryFolder } from '../support/content-tree.ts'

const ROTATION: Rotation = { kid: 'new', activeFrom: '2026-01-01T00:00:00.000Z', dropped: ['old'] }

t.test('a request is done once, however many look, and its answer reaches who asked', async (t) => {
  const dataDir = await temporaryFolder(t)
  const done: boolean[] = []
  const rotate = async (now: boolean): Promise<Rotation> => {
    done.push(now)
    return ROTATION
  }
  const answer = requestRotation(dataDir, { now: true, askedAtMs: 1000 })
  const answered = await Promise.all([1, 2, 3].map(() => answerRotationRequests(dataDir, 2000, rotate)))
  t.strictSame(
    answered.reduce((sum, count) => sum + count),
    1,
  )
  t.strictSame(done, [true])
  t.strictSame(await answer(5000), { ok: true, rotation: ROTATION })
  t.strictSame(readdirSync(join(dataDir, 'run')), [], 'nothing is left')
})

t.test('what goes wrong is the answer', async (t) => {
  const dataDir = await temporaryFolder(t)
  const answer = requestRotation(dataDir, { now: false, askedAtMs: 1000 })
  await answerRotationRequests(dataDir, 2000, () => Promise.reject(new Error('the database is away')))
  t.strictSame(await answer(5000), { ok: false, reason: 'the database is away' })
})

t.test('a request that nobody has answered in time is never done', async (t) => {
  const dataDir = await temporaryFolder(t)
  const fail = (): never => t.fail('it was done') as never
  t.equal(await requestRotation(dataDir, { now: false, askedAtMs: 1000 })(60), null)
  t.equal(await answerRotationRequests(dataDir, 1100, fail), 0, 'who asked has taken it back')
  const answer = requestRotation(dataDir, { now: false, askedAtMs: 1000 })
  t.equal(await answerRotationRequests(dataDir, 31_001, fail), 0, 'it is too old')
  t.equal(await answer(60), null)
})

t.test('other files of the folder are left alone', async (t) => {
  const dataDir = await temporaryFolder(t)
  t.equal(await answerRotationRequests(dataDir, 0, () => Promise.resolve(ROTATION)), 0, 'nor is a folder needed')
  await requestRotation(dataDir, { now: false, askedAtMs: 0 })(0)
  const others = ['1234.json', 'rotation-x.request', 'rotation-0123456789abcdef.request.tmp'].map((name) =>
    join(dataDir, 'run', name),
  )
  for (const path of others) writeFileSync(path, '{"now":true,"askedAtMs":0}')
  const broken = join(dataDir, 'run', 'rotation-0123456789abcdef.request')
  writeFileSync(broken, 'no JSON')
  t.equal(await answerRotationRequests(dataDir, 0, () => Promise.resolve(ROTATION)), 0)
  t.ok(others.every((path) => existsSync(path)))
  t.notOk(existsSync(broken))
})
