import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { connectRedis } from '../../../src/store/redis/redis.ts'
import { startRedis } from '../../support/start-redis.ts'

function connect(t: Test, url: string) {
  const told: string[] = []
  const link = connectRedis({
    url,
    name: 'test',
    onFault: (message) => told.push(message),
    onRecovered: (message) => told.push(message),
  })
  t.teardown(() => link.close())
  const when = (up: boolean): Promise<void> =>
    new Promise((resolve) => {
      if (link.up === up) return resolve()
      if (up) link.onUp(resolve)
      else link.onDown(resolve)
    })
  return { link, told, when }
}

t.test('commands fail at once while Redis is away, and work when it is back', async (t) => {
  const redis = await startRedis(t)
  const { link, told, when } = connect(t, redis.url)
  await when(true)
  await link.client.set('a', '1')
  await redis.kill()
  await when(false)
  await t.rejects(link.client.get('a'))
  await redis.restart()
  await when(true)
  t.equal(await link.client.get('a'), null, 'it is the new one')
  t.strictSame(told, ['Redis does not answer', 'Redis answers again'])
})

t.test('a command in flight when Redis dies is not left waiting and not sent again', async (t) => {
  const redis = await startRedis(t)
  const { link, when } = connect(t, redis.url)
  await when(true)
  redis.hang()
  const answer = link.client.set('a', '1').then(
    () => 'answered',
    () => 'failed',
  )
  await redis.kill()
  t.equal(await answer, 'failed')
  await redis.restart()
  await when(true)
  t.equal(await link.client.get('a'), null)
})

t.test('an outage is told once, however often connecting fails', async (t) => {
  const redis = await startRedis(t)
  await redis.kill()
  const { link, told, when } = connect(t, redis.url)
  for (let failed = 0; failed < 4; failed++) await new Promise((resolve) => link.client.once('reconnecting', resolve))
  t.strictSame(told, ['Redis does not answer'])
  t.notOk(link.up)
  await redis.restart()
  await when(true)
})

t.test('a connection to a Redis that hangs can be given up', async (t) => {
  const redis = await startRedis(t)
  const { link, told, when } = connect(t, redis.url)
  await when(true)
  redis.hang()
  const answer = t.rejects(link.client.get('a'))
  link.reconnect()
  await answer
  await when(false)
  while (told.length === 0) await sleep(50)
  t.strictSame(told, ['Redis does not answer'])
  redis.resume()
  await when(true)
  t.equal(await link.client.get('a'), null)
})

t.test('a connection that is made anew is no outage where the next one is good', async (t) => {
  const redis = await startRedis(t)
  const { link, told, when } = connect(t, redis.url)
  await when(true)
  link.reconnect()
  await when(false)
  await when(true)
  t.equal(await link.client.get('a'), null)
  t.strictSame(told, [])
})

t.test('waiting for the connection ends with it, or when the time is over', async (t) => {
  const redis = await startRedis(t)
  const { link } = connect(t, redis.url)
  t.equal(await link.ready(10_000), true)
  t.equal(await link.ready(0), true, 'it is there already')
  await redis.kill()
  const { link: other } = connect(t, redis.url)
  t.equal(await other.ready(50), false)
})
