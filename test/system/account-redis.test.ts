// The account host when Redis fails: it reports the outage, loses no acknowledged write, and recovers on its own.
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { connectNew, contentOf, jsonOf, signUp, connect, type Application } from '../support/account-client.ts'
import { createWriter, recovered } from '../support/account-load.ts'
import { ALL_CONTENT, ALL_HOSTS } from '../support/account-neighbours.ts'
import { assertNothingLost, RECOVERY_LIMIT_MS } from '../support/account-outage.ts'
import { startAccount, type AccountNode } from '../support/account-service.ts'
import { startPostgres } from '../support/start-postgres.ts'
import { startRedis, type TestRedis } from '../support/start-redis.ts'

const OUTAGE_MS = 1200

const OUTAGES: readonly {
  readonly name: string
  readonly begin: (redis: TestRedis) => unknown
  readonly end: (redis: TestRedis) => unknown
}[] = [
  { name: 'is killed and started again, empty', begin: (redis) => redis.kill(), end: (redis) => redis.restart() },
  { name: 'hangs and goes on', begin: (redis) => redis.hang(), end: (redis) => redis.resume() },
]

const [postgres, redis] = await Promise.all([startPostgres(t), startRedis(t)])
const stores = { DATABASE_URL: await postgres.createDatabase(), REDIS_URL: redis.url }
await redis.kill()
const node = await startAccount(t, { ...ALL_HOSTS, ...stores }, ALL_CONTENT)

t.test('without Redis at the start the host says so, and comes up by itself', async (t) => {
  const ready = await fetch(`${node.nodeUrl}/readyz`)
  t.equal(ready.status, 503)
  t.equal((await fetch(`${node.nodeUrl}/healthz`)).status, 200)
  await redis.restart()
  const deadline = Date.now() + RECOVERY_LIMIT_MS
  while ((await fetch(`${node.nodeUrl}/readyz`)).status !== 200) {
    if (Date.now() > deadline) throw new Error('it does not become ready')
    await sleep(50)
  }
  const application = await connect(node, await signUp(node))
  t.match(contentOf(await application.call(node, 'whoami')), { email: /@example.org$/ })
})

t.test('under load', async (t) => {
  const applications = [await connectNew(node), await connectNew(node), await connectNew(node)]
  const writers = await Promise.all(applications.map((application) => createWriter(node, application)))

  for (const { begin, end, name } of OUTAGES) {
    await t.test(`while Redis ${name}, the answer is 503, and nothing acknowledged is lost`, async (t) => {
      await assertNothingLost(t, node, writers, {
        forMs: OUTAGE_MS,
        begin: () => begin(redis),
        meanwhile: () => assertUnavailable(t, node, applications[0]!),
        end: () => end(redis),
      })
    })
  }

  await t.test('a revoked token stays refused when Redis has lost everything', async (t) => {
    const revoked = applications[2]!
    t.equal((await revoked.revoke(node)).status, 200)
    t.equal((await revoked.call(node, 'whoami')).status, 401)
    await redis.kill()
    t.equal((await revoked.call(node, 'whoami')).status, 401, 'while Redis is away')
    await redis.restart()
    const answers = new Set<number>()
    const writer = writers.slice(0, 2)
    const watching = recovered([node], writer, RECOVERY_LIMIT_MS)
    let over = false
    watching.finally(() => (over = true)).catch(() => undefined)
    while (!over) {
      answers.add((await revoked.call(node, 'whoami')).status)
      // An address may send 300 bad tokens a minute.
      await sleep(50)
    }
    await watching
    await redis.command(['FLUSHALL'])
    for (let n = 0; n < 20; n++) answers.add((await revoked.call(node, 'whoami')).status)
    t.strictSame([...answers], [401])
  })

  await t.test('an application refreshes again after an outage with the token that it had', async (t) => {
    const [application] = applications
    await redis.kill()
    const during = await application!.refresh(node)
    await redis.restart()
    await recovered([node], writers.slice(0, 2), RECOVERY_LIMIT_MS)
    t.ok([200, 503].includes(during.status), `${during.status}: the database alone keeps grants`)
    await application!.renew(node)
    t.equal((await application!.call(node, 'whoami')).status, 200)
  })
})

/** Asserts that everything that needs Redis answers in time with a time to retry, in the form of its interface. */
async function assertUnavailable(t: Test, node: AccountNode, application: Application): Promise<void> {
  const { nodeUrl } = node
  const ready = await fetch(`${nodeUrl}/readyz`)
  t.equal(ready.status, 503)
  t.match(await ready.text(), /Redis/)
  const call = await application.call(node, 'whoami')
  t.equal(call.status, 503)
  t.match(jsonOf(call), { jsonrpc: '2.0', id: 1, error: { code: Number, message: String } })
  const page = await fetch(`${nodeUrl}/account`, { headers: { cookie: `signpost=${'a'.repeat(43)}` } })
  t.equal(page.status, 503)
  t.ok(page.headers.has('retry-after'))
  t.equal((await fetch(`${nodeUrl}/healthz`)).status, 200)
  t.equal((await fetch(`${nodeUrl}/.well-known/oauth-authorization-server`)).status, 200)
}
