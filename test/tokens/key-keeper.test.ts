import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createRedisKeyRegister } from '../../src/store/redis/redis-key-register.ts'
import { keyFileOf, keyFileSource, loadKey, replaceKey } from '../../src/tokens/key-file.ts'
import { createKeyKeeper, type KeyState } from '../../src/tokens/key-keeper.ts'
import type { KeySource } from '../../src/tokens/key-source.ts'
import { generateSigningKey, type SigningKey } from '../../src/tokens/signing-key.ts'
import { Unavailable } from '../../src/shared/unavailable.ts'
import { connectTestRedis } from '../support/connect-redis.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { startRedis, type TestRedis } from '../support/start-redis.ts'

async function startNode(t: Test, redis: TestRedis | null, place?: string | KeySource, checkIntervalMs = 50) {
  const file = keyFileOf('icons', typeof place === 'string' ? place : await temporaryFolder(t), null)
  const states: KeyState[] = []
  const faults: string[] = []
  const link = redis && (await connectTestRedis(t, redis.url))
  const subscriber = redis && (await connectTestRedis(t, redis.url))
  const keeper = createKeyKeeper({
    source: typeof place === 'object' ? place : keyFileSource(file),
    register: link && createRedisKeyRegister(link, subscriber),
    onState: (state) => states.push(state),
    onFault: (message) => faults.push(message),
    checkIntervalMs,
  })
  t.teardown(() => keeper.close())
  const until = async (kid: string | null): Promise<void> => {
    while ((states.at(-1)?.key?.kid ?? null) !== kid) await sleep(5)
  }
  return { file, keeper, states, faults, until }
}

/** Starts two nodes with separate files that hold the same key. */
async function startPair(t: Test, redis: TestRedis) {
  const a = await startNode(t, redis)
  const kid = (await loadKey(a.file)).key.kid
  const folder = await temporaryFolder(t)
  const b = await startNode(t, redis, folder)
  await replaceKey(b.file)
  copyFileSync(a.file.path, b.file.path)
  await Promise.all([a.keeper.start(), b.keeper.start()])
  return { a, b, kid }
}

t.test('alone, a changed file is taken when it is told to be, and not before', async (t) => {
  const { file, keeper, states } = await startNode(t, null)
  const first = await keeper.start()
  const next = await replaceKey(file)
  t.equal(states.length, 1)
  await keeper.reread()
  t.strictSame(
    states.map(({ key }) => key?.kid),
    [first.key?.kid, next.kid],
  )
  await keeper.reread()
  t.equal(states.length, 2, 'the same key again is no news')
})

t.test('a key that can be kept in no file outlasts being read again', async (t) => {
  const folder = await temporaryFolder(t)
  // The folder is a file here, because the superuser can write to any folder.
  writeFileSync(join(folder, 'keys'), '')
  const { keeper, states } = await startNode(t, null, join(folder, 'keys', 'deeper'))
  await keeper.start()
  await keeper.reread()
  t.equal(states.length, 1)
})

t.test('a file that cannot be read any more leaves the key as it was', async (t) => {
  const { faults, file, keeper, states } = await startNode(t, null)
  await keeper.start()
  writeFileSync(file.path, '{"kty":')
  await keeper.reread()
  t.equal(states.length, 1)
  t.match(faults, [/the one before stays/])
})

t.test('a key that is replaced at one node is gone at all, and back where its successor is in the file', async (t) => {
  const redis = await startRedis(t)
  const { a, b, kid } = await startPair(t, redis)
  t.equal(b.states.at(-1)?.key?.kid, kid)
  const next = await replaceKey(a.file)
  await a.keeper.reread()
  t.equal(a.states.at(-1)?.key?.kid, next.kid)
  await b.until(null)
  t.match(b.faults, [/was replaced and may not sign any more/])
  copyFileSync(a.file.path, b.file.path)
  await b.until(next.kid)
})

t.test('nodes that share the file take its new key without a gap', async (t) => {
  const redis = await startRedis(t)
  const folder = await temporaryFolder(t)
  const [a, b] = [await startNode(t, redis, folder, 60_000), await startNode(t, redis, folder, 60_000)]
  await Promise.all([a.keeper.start(), b.keeper.start()])
  const next = await replaceKey(a.file)
  await a.keeper.reread()
  await b.until(next.kid)
  t.ok(b.states.length <= 3, 'told by a message alone')
})

t.test('a node with a key of its own makes nobody change, and has none itself', async (t) => {
  const redis = await startRedis(t)
  const [a, stranger] = [await startNode(t, redis), await startNode(t, redis)]
  const { key } = await a.keeper.start()
  t.match(await stranger.keeper.start(), { key: null, reason: /not the one that the other nodes have/ })
  await stranger.keeper.reread()
  t.equal(stranger.states.at(-1)?.key, null, 'a signal alone changes nothing')
  await sleep(150)
  t.equal(a.states.at(-1)?.key?.kid, key?.kid)
  t.equal(stranger.faults.length, 1, 'said once')
})

t.test('a key that was replaced cannot come back', async (t) => {
  const redis = await startRedis(t)
  const { a, kid } = await startPair(t, redis)
  const folder = await temporaryFolder(t)
  copyFileSync(a.file.path, `${folder}/old`)
  const next = await replaceKey(a.file)
  copyFileSync(a.file.path, `${folder}/present`)
  await a.keeper.reread()
  copyFileSync(`${folder}/old`, a.file.path)
  await a.keeper.reread()
  t.equal(a.states.at(-1)?.key, null)
  t.not(a.states.at(-2)?.key?.kid, kid)
  copyFileSync(`${folder}/present`, a.file.path)
  await a.keeper.reread()
  t.equal(a.states.at(-1)?.key?.kid, next.kid, 'the present one, which it did not replace, can')
})

t.test('with Redis away a key can be replaced here, and the others follow when it is back', async (t) => {
  const redis = await startRedis(t)
  const { a, b, kid } = await startPair(t, redis)
  await redis.kill()
  const next = await replaceKey(a.file)
  await a.keeper.reread()
  t.equal(a.states.at(-1)?.key?.kid, next.kid)
  t.equal(b.states.at(-1)?.key?.kid, kid)
  copyFileSync(a.file.path, b.file.path)
  await redis.restart()
  await a.until(next.kid)
  await b.until(next.kid)
})

t.test('without Redis at the start a node uses its key, and learns later that it is not the right one', async (t) => {
  const redis = await startRedis(t)
  const a = await startNode(t, redis)
  await a.keeper.start()
  const stranger = await startNode(t, redis)
  redis.hang()
  const starting = stranger.keeper.start()
  t.ok((await starting).key)
  redis.resume()
  await stranger.until(null)
})

t.test('a Redis that has lost everything brings no old key back', async (t) => {
  const redis = await startRedis(t)
  const { a, b } = await startPair(t, redis)
  const next = await replaceKey(a.file)
  await a.keeper.reread()
  await b.until(null)
  a.keeper.close()
  await redis.command(['FLUSHALL'])
  // Now only the node with the old key asks Redis.
  await sleep(200)
  t.equal(b.states.at(-1)?.key, null)
  copyFileSync(a.file.path, b.file.path)
  await b.keeper.reread()
  t.equal(b.states.at(-1)?.key?.kid, next.kid)
})

t.test('a key in the database is the same on all nodes, follows a replacement, and outlasts an outage', async (t) => {
  const key = await generateSigningKey()
  const next = await generateSigningKey()
  let stored: SigningKey | null = null
  const source: KeySource = {
    place: 'in the database',
    isShared: true,
    read: async () => {
      if (stored === null) throw new Unavailable('the database does not answer')
      return { key: stored, kept: true, warning: null }
    },
  }
  for (const redis of [null, await startRedis(t)]) {
    stored = null
    const node = await startNode(t, redis, source)
    t.strictSame((await node.keeper.start()).key, null, 'a start does not wait for the database')
    t.match(node.faults, [/cannot be read yet/])
    stored = key
    await node.until(key.kid)
    stored = null
    await node.keeper.reread()
    await node.keeper.reread()
    t.equal(node.states.at(-1)?.key?.kid, key.kid, 'the key stays while the database is away')
    stored = next
    await node.until(next.kid)
    t.strictSame(
      node.states.map((state) => state.key?.kid),
      [key.kid, next.kid],
      'there is no time without a key',
    )
    t.equal(node.faults.length, 1)
    // A database that was restored from a backup has a key that may not sign any more.
    stored = key
    await (redis === null ? node.until(key.kid) : node.until(null))
    stored = next
    await node.until(next.kid)
    node.keeper.close()
  }
})
