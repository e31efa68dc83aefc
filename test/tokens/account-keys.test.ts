import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import type { Test } from 'tap'
import { signingKeyAt, type AccountKey } from '../../src/tokens/account-key.ts'
import { createAccountKeys } from '../../src/tokens/account-keys.ts'
import { ROTATION_NOTICE_MS, rotateAccountKey } from '../../src/tokens/rotate-account-key.ts'
import { createMemoryAccountKeys } from './memory-account-keys.ts'

const TOKEN_LIFE_MS = 700_000
/** Interval between polls that is never reached, because the tests request them. */
const NEVER_MS = 3_600_000

function startNode(
  t: Test,
  { store }: ReturnType<typeof createMemoryAccountKeys>,
  options: { readonly clock?: () => number; readonly checkIntervalMs?: number } = {},
) {
  const faults: string[] = []
  const sets: (readonly AccountKey[])[] = []
  const keys = createAccountKeys({
    store,
    tokenLifeMs: TOKEN_LIFE_MS,
    onKeys: (next) => sets.push(next),
    onFault: (message) => faults.push(message),
    checkIntervalMs: NEVER_MS,
    ...options,
  })
  t.teardown(() => keys.close())
  return { keys, faults, sets, kids: () => sets.at(-1)?.map(({ kid }) => kid) ?? [] }
}

t.test('the first start makes a key, and the next one finds it', async (t) => {
  const database = createMemoryAccountKeys()
  const first = startNode(t, database)
  await first.keys.start()
  t.equal(database.kids().length, 1)
  t.strictSame(first.kids(), database.kids())
  const second = startNode(t, database)
  await second.keys.start()
  t.strictSame(second.sets, first.sets)
})

t.test('nodes that start at once come to sign with the same key', async (t) => {
  const database = createMemoryAccountKeys()
  const nodes = Array.from({ length: 8 }, () => startNode(t, database))
  await Promise.all(nodes.map(({ keys }) => keys.start()))
  await Promise.all(nodes.map(({ keys }) => keys.refresh()))
  const signing = nodes.map(({ sets }) => signingKeyAt(sets.at(-1) ?? [], Date.now())?.kid)
  t.equal(new Set(signing).size, 1)
  for (const { kids } of nodes) t.strictSame(kids().toSorted(), database.kids().toSorted())
})

t.test(
  'a key that was added reaches every node before it signs, and the old one goes when its tokens have',
  async (t) => {
    const database = createMemoryAccountKeys()
    let nowMs = Date.now()
    const node = startNode(t, database, { clock: () => nowMs })
    await node.keys.start()
    const [before] = node.kids()
    const rotation = await rotateAccountKey(database.store, { now: false, nowMs })
    t.equal(rotation.activeFrom, new Date(nowMs + ROTATION_NOTICE_MS).toISOString())
    t.strictSame(rotation.dropped, [])
    t.equal(await node.keys.refresh(), true)
    t.strictSame(node.kids().toSorted(), [before ?? '', rotation.kid].toSorted())
    t.equal(signingKeyAt(node.sets.at(-1) ?? [], nowMs)?.kid, before)
    nowMs += ROTATION_NOTICE_MS
    t.equal(signingKeyAt(node.sets.at(-1) ?? [], nowMs)?.kid, rotation.kid)
    nowMs += TOKEN_LIFE_MS - 1
    await node.keys.refresh()
    t.equal(node.kids().length, 2)
    nowMs += 1
    await node.keys.refresh()
    t.strictSame(node.kids(), [rotation.kid])
    t.strictSame(database.kids(), [rotation.kid])
  },
)

t.test('rotating at once leaves the new key alone', async (t) => {
  const database = createMemoryAccountKeys()
  const node = startNode(t, database)
  await node.keys.start()
  await rotateAccountKey(database.store, { now: false, nowMs: Date.now() })
  const before = database.kids()
  const rotation = await rotateAccountKey(database.store, { now: true, nowMs: Date.now() })
  t.strictSame(rotation.dropped, before)
  await node.keys.refresh()
  t.strictSame(node.kids(), [rotation.kid])
})

t.test('while the store is away the keys that are known stay, and that is said once', async (t) => {
  const database = createMemoryAccountKeys()
  const node = startNode(t, database)
  await node.keys.start()
  database.goAway(true)
  t.equal(await node.keys.refresh(), false)
  t.equal(await node.keys.refresh(), false)
  t.equal(node.faults.length, 1)
  t.equal(node.sets.length, 1)
  database.goAway(false)
  t.equal(await node.keys.refresh(), true)
  t.equal(node.sets.length, 1, 'the same keys are no news')
})

t.test('a start without the store rejects, and the keys come when it does', async (t) => {
  const database = createMemoryAccountKeys()
  database.goAway(true)
  const node = startNode(t, database)
  await t.rejects(node.keys.start(), { name: 'Unavailable' })
  database.goAway(false)
  while (node.sets.length === 0) await sleep(20)
  t.equal(node.kids().length, 1)
})

t.test('however many ask for a look, few are taken', async (t) => {
  const database = createMemoryAccountKeys()
  const node = startNode(t, database)
  await node.keys.start()
  const before = database.reads()
  const { kid } = await rotateAccountKey(database.store, { now: true, nowMs: Date.now() })
  const asked = await Promise.all(Array.from({ length: 1000 }, () => node.keys.refresh()))
  t.ok(asked.every(Boolean))
  t.strictSame(node.kids(), [kid], 'those who waited see what was there when they asked')
  // The command has also read once.
  t.equal(database.reads() - before, 2)
})

t.test('keys of another node are found without being asked for', async (t) => {
  const database = createMemoryAccountKeys()
  const node = startNode(t, database, { checkIntervalMs: 10 })
  await node.keys.start()
  const { kid } = await rotateAccountKey(database.store, { now: true, nowMs: Date.now() })
  while (node.kids()[0] !== kid) await sleep(20)
  t.strictSame(node.kids(), [kid])
})

t.test('a key that cannot be used is named in the log and left out', async (t) => {
  const database = createMemoryAccountKeys()
  const node = startNode(t, database)
  await node.keys.start()
  const before = node.kids()
  await database.store.add({ kid: 'broken', privateJwk: { kty: 'EC', crv: 'P-256', d: 'x' }, activeFrom: new Date() })
  t.equal(await node.keys.refresh(), true)
  t.equal(await node.keys.refresh(), true)
  t.strictSame(node.kids(), before)
  t.equal(node.faults.length, 1)
})
