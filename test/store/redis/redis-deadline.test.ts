import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import type { CodeStore } from '../../../src/oauth/code/code-store.ts'
import { Unavailable } from '../../../src/shared/unavailable.ts'
import { createRedisAccountState } from '../../../src/store/redis/redis-account-state.ts'
import { createRedisCodes } from '../../../src/store/redis/redis-codes.ts'
import { createDeadline } from '../../../src/store/redis/redis-deadline.ts'
import { connectRedis, type RedisOptions } from '../../../src/store/redis/redis.ts'
import { of } from '../../contract/admissions.ts'
import { CODE_RECORD } from '../../contract/codes.ts'
import { until } from '../../contract/revocations.ts'
import { startRedis } from '../../support/start-redis.ts'
import { Timing } from '../../../src/shared/answer-timer.ts'
import { standStill } from '../../support/stand-still.ts'
import type { Test } from 'tap'

/** Limit for tests that are not about it. A pause of the machine is shorter. */
const PATIENT = { answerLimitMs: 700 }

async function startNode(t: Test, options: Pick<RedisOptions, 'answerLimitMs'> = {}) {
  const redis = await startRedis(t)
  const link = connectRedis({ url: redis.url, name: 'test', onFault: () => {}, ...options })
  t.teardown(() => link.close())
  if (!(await link.ready(10_000))) throw new Error('no connection')
  const { admissions } = createRedisAccountState(link)
  const admit = (): Promise<string> =>
    Promise.resolve(admissions.admit(of('grt_a'), 1, null)).then(
      ({ outcome }) => outcome,
      (error: unknown) => (error instanceof Unavailable ? 'unavailable' : 'failed otherwise'),
    )
  return { redis, link, admit }
}

t.test('while Redis is away requests are told so, and admitted when it is back', async (t) => {
  const { redis, admit } = await startNode(t, PATIENT)
  t.equal(await admit(), 'admitted')
  const waiting = Array.from({ length: 20 }, admit)
  await redis.kill()
  const answers = new Set(await Promise.all([...waiting, admit(), admit()]))
  answers.delete('admitted')
  t.same([...answers], ['unavailable'])
  await redis.restart()
  await until(async () => (await admit()) === 'admitted')
})

t.test('while Redis hangs requests are told so before its commands time out, and later ones at once', async (t) => {
  const { redis, link, admit } = await startNode(t)
  t.equal(await admit(), 'admitted')
  redis.hang()
  let timedOut = false
  // The limit of any command, 1 s, is longer than a request waits.
  const command = link.client.get('a').catch(() => (timedOut = true))
  t.equal(await admit(), 'unavailable')
  t.notOk(timedOut)
  // Nothing is sent to a Redis that does not answer.
  let sent = 0
  const ask = () => link.ask(async () => void (sent += 1))
  await t.rejects(ask(), Unavailable)
  t.equal(sent, 0)
  redis.resume()
  await command
  await until(async () => (await admit()) === 'admitted')
})

t.test('a Redis that hangs for long is left, and found again when it goes on', async (t) => {
  const { redis, link, admit } = await startNode(t)
  redis.hang()
  t.equal(await admit(), 'unavailable')
  if (link.up) await new Promise<void>((resolve) => link.onDown(resolve))
  await sleep(1500)
  t.equal(await admit(), 'unavailable')
  redis.resume()
  await until(async () => (await admit()) === 'admitted')
})

/** Has Redis keep the script that takes a code. A script that it does not know would do nothing when it goes on. */
async function knowScript(codes: CodeStore): Promise<void> {
  await codes.put('known', CODE_RECORD)
  await codes.take('known')
}

t.test('a code that was presented while Redis hung for long can be used when Redis goes on, once', async (t) => {
  const { redis, link, admit } = await startNode(t)
  const codes = createRedisCodes(link)
  await knowScript(codes)
  await codes.put('a', CODE_RECORD)
  redis.hang()
  await t.rejects(codes.take('a'), Unavailable)
  if (link.up) await new Promise<void>((resolve) => link.onDown(resolve))
  redis.resume()
  await until(async () => (await admit()) === 'admitted')
  t.same(await codes.take('a'), { use: 'fresh', record: CODE_RECORD })
  t.same(await codes.take('a'), { use: 'again', grantId: 'grt_1' })
})

t.test('a code whose use was given up can be used when Redis goes on, once', async (t) => {
  const { redis, link } = await startNode(t, PATIENT)
  const codes = createRedisCodes(link)
  await knowScript(codes)
  await codes.put('a', CODE_RECORD)
  // Redis answers that there is the code, and hangs when it is to be taken.
  const client = new Proxy(link.client, {
    get(target, name) {
      if (name === 'evalsha') redis.hang()
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  await t.rejects(createRedisCodes({ client, ask: link.ask }).take('a'), Unavailable)
  redis.resume()
  await until(
    async () => (await link.client.get('signpost:account:code:{a}').catch(() => null))?.startsWith('{') === true,
  )
  t.same(await codes.take('a'), { use: 'fresh', record: CODE_RECORD })
  t.same(await codes.take('a'), { use: 'again', grantId: 'grt_1' })
})

t.test('a Redis that refuses what it is asked is not available', async (t) => {
  const { redis, admit } = await startNode(t, PATIENT)
  await redis.command(['CONFIG', 'SET', 'maxmemory', '1'])
  t.equal(await admit(), 'unavailable')
  await redis.command(['CONFIG', 'SET', 'maxmemory', '0'])
  t.equal(await admit(), 'admitted')
})

t.test('an answer that is there when this thread gets to it is not late', async (t) => {
  const { link } = await startNode(t)
  const answer = link.ask(() => link.client.echo('here'))
  await new Promise(setImmediate)
  // ioredis gives a command up after 5 s, with whatever has arrived unread.
  standStill(1500)
  t.equal(await answer, 'here')
})

t.test('where some commands are answered, as in a cluster, one that is not stops no others', async (t) => {
  let reconnects = 0
  const timing = new Timing('redis')
  const ask = createDeadline({ up: true, reconnect: () => void (reconnects += 1) }, timing, 50)
  const lost = t.rejects(
    ask(() => new Promise(() => {})),
    Unavailable,
  )
  t.equal(await ask(async () => 'answered'), 'answered')
  await lost
  t.equal(await ask(async () => 'answered again'), 'answered again')
  t.equal(timing.count, 2, 'what was answered is counted')
  t.ok(timing.seconds >= 0)
  await sleep(1000)
  t.equal(reconnects, 0)
})
