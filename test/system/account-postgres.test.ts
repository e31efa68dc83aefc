// The account host when PostgreSQL fails: it reports the outage, loses no acknowledged write, and recovers on its own.
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { ask, connect, connectNew, contentOf, createPerson, jsonOf, signUp } from '../support/account-client.ts'
import type { Application } from '../support/account-client.ts'
import { createWriter } from '../support/account-load.ts'
import { ALL_CONTENT, ALL_HOSTS } from '../support/account-neighbours.ts'
import { assertNothingLost, RECOVERY_LIMIT_MS } from '../support/account-outage.ts'
import { startAccount, type AccountNode } from '../support/account-service.ts'
import { linkTo } from '../support/link-to.ts'
import { startPostgres, type TestPostgres } from '../support/start-postgres.ts'
import { startRedis } from '../support/start-redis.ts'

const OUTAGES: readonly {
  readonly name: string
  readonly forMs: number
  readonly begin: (postgres: TestPostgres) => unknown
  readonly end: (postgres: TestPostgres) => unknown
}[] = [
  { name: 'is killed and started again', forMs: 1200, begin: (it) => it.kill(), end: (it) => it.restart() },
  { name: 'hangs and goes on', forMs: 8000, begin: (it) => it.hang(), end: (it) => it.resume() },
]

const [postgres, redis] = await Promise.all([startPostgres(t), startRedis(t)])
const stores = { DATABASE_URL: await postgres.createDatabase(), REDIS_URL: redis.url }
await postgres.kill()
const node = await startAccount(t, { ...ALL_HOSTS, ...stores }, ALL_CONTENT)

t.test('without PostgreSQL at the start the other hosts serve, and this one comes up by itself', async (t) => {
  t.equal((await fetch(`${node.url}/api/search?q=things`)).status, 200)
  t.equal((await fetch(`${node.iconsUrl}/api/v1/icons?q=circle`)).status, 200)
  t.equal((await ask(`${node.nodeUrl}/readyz`)).status, 503)
  t.equal((await ask(`${node.nodeUrl}/healthz`)).status, 200)
  const early = await createPerson().at(node).signUp('early@example.org')
  t.equal(early.status, 503)
  t.ok(early.headers.has('retry-after'))
  await postgres.restart()
  const since = performance.now()
  while ((await ask(`${node.nodeUrl}/readyz`)).status !== 200) {
    if (performance.now() - since > RECOVERY_LIMIT_MS) throw new Error('it does not become ready')
    await sleep(50)
  }
  t.comment(`ready after ${Math.round(performance.now() - since)} ms`)
  const application = await connectNew(node)
  t.match(contentOf(await application.call(node, 'whoami')), { email: /@example.org$/ })
})

t.test('under load', async (t) => {
  const applications = [await connectNew(node), await connectNew(node), await connectNew(node)]
  const writers = await Promise.all(applications.map((application) => createWriter(node, application)))
  const person = await signUp(node)
  const clerk = await connect(node, person)

  for (const { begin, end, forMs, name } of OUTAGES) {
    await t.test(`while PostgreSQL ${name}, the answer is 503, and nothing acknowledged is lost`, async (t) => {
      await assertNothingLost(t, node, writers, {
        forMs,
        begin: () => begin(postgres),
        meanwhile: () => assertUnavailable(t, node, clerk),
        end: () => end(postgres),
      })
      await clerk.renew(node)
      t.equal((await clerk.call(node, 'whoami')).status, 200, 'a refresh that was refused can be repeated')
      t.equal((await person.at(node).get('/account')).status, 200, 'people are still signed in')
    })
  }
})

/** Asserts that everything that needs the database answers in time with a time to retry, in the form of its interface. */
async function assertUnavailable(t: Test, node: AccountNode, application: Application): Promise<void> {
  const { nodeUrl } = node
  const [ready, call, refresh, register, page] = await Promise.all([
    ask(`${nodeUrl}/readyz`),
    application.call(node, 'whoami'),
    application.refresh(node),
    ask(`${nodeUrl}/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"redirect_uris":["http://localhost:9/callback"]}',
    }),
    createPerson().at(node).signIn('somebody@example.org'),
  ])
  t.equal(ready.status, 503)
  t.match(ready.text, /database/)
  t.match(jsonOf(call), { jsonrpc: '2.0', id: 1, error: { code: Number, message: String } })
  t.match(jsonOf(refresh), { error: 'temporarily_unavailable' })
  t.match(jsonOf(register), { error: 'temporarily_unavailable' })
  for (const [what, { headers, status }] of Object.entries({ ready, call, refresh, register, page })) {
    t.equal(status, 503, what)
    t.ok(headers.has('retry-after'), what)
  }
  t.equal((await ask(`${nodeUrl}/healthz`)).status, 200)
  t.equal((await ask(`${nodeUrl}/.well-known/jwks.json`)).status, 200)
}

t.test('a process that says that it is ready has read what it needs of a database that answers late', async (t) => {
  const { port } = await linkTo(t, postgres.port, 30)
  const late = await startAccount(t, { DATABASE_URL: stores.DATABASE_URL.replace(`:${postgres.port}/`, `:${port}/`) })
  t.equal((await ask(`${late.nodeUrl}/readyz`)).status, 200)
})
