// An orderly stop: calls under way are answered, streams end with their results, and no acknowledged write is lost.
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { connectNew, contentOf } from '../support/account-client.ts'
import { allNames, createWriter, startWrites } from '../support/account-load.ts'
import { startAccount } from '../support/account-service.ts'
import { listen } from '../support/account-stream.ts'
import { freePort } from '../support/free-port.ts'
import { RawConnection } from '../support/raw-http.ts'
import { metricBecomes } from '../support/small-icons-service.ts'
import { embeddedFolder } from '../support/start-embedded.ts'
import { startPostgres } from '../support/start-postgres.ts'
import { startRedis } from '../support/start-redis.ts'

const CALLS = 6

t.test('on PostgreSQL and Redis: calls that wait for the database are answered, and streams end', async (t) => {
  const [postgres, redis] = await Promise.all([startPostgres(t), startRedis(t)])
  const node = await startAccount(t, { DATABASE_URL: await postgres.createDatabase(), REDIS_URL: redis.url })
  const application = await connectNew(node)
  const session = await application.initialize(node)
  const streams = [await listen(node, application), await listen(node, application)]
  // After this, each call has a connection to the database.
  await Promise.all(Array.from({ length: CALLS }, () => application.call(node, 'whoami')))
  postgres.hang()
  const calls = Array.from({ length: CALLS }, (_, n) =>
    n % 2 === 0
      ? application.call(node, 'create_workspace', { name: `Under way ${n}` })
      : application.ask(node, session, 'tools/call', {
          name: 'create_workspace',
          arguments: { name: `Under way ${n}` },
        }),
  )
  await metricBecomes(node, 'signpost_http_in_flight', CALLS + streams.length)
  node.signal('SIGTERM')
  for (const stream of streams) t.equal(await stream.ended, 'with its result')
  await t.rejects(RawConnection.open(Number(node.env['ACCOUNT_PORT'])), 'nobody new comes in')
  postgres.resume()
  const made = (await Promise.all(calls)).map((answer) => contentOf(answer)['name'])
  t.equal(new Set(made).size, CALLS, 'each was answered')
  t.strictSame(await node.ended, { code: 0, signal: null })
  const rows = await postgres.query('select name from workspaces', node.env['DATABASE_URL'])
  t.strictSame(new Set(rows.map(({ name }) => name)), new Set(made))
})

t.test('on the embedded database: a stop under load loses nothing', async (t) => {
  const env = { DATA_DIR: await embeddedFolder(t, { tables: true }), ACCOUNT_PORT: String(await freePort()) }
  const node = await startAccount(t, env)
  const applications = [await connectNew(node), await connectNew(node)]
  const writers = await Promise.all(applications.map((application) => createWriter(node, application)))
  const stream = await listen(node, applications[0]!)
  const writes = startWrites([node], writers, { mayBreak: true })
  while (writes.acknowledged.length < 30) await sleep(20)
  t.strictSame(await node.stop(), { code: 0, signal: null })
  const { acknowledged, wrong } = await writes.stop()
  t.strictSame([...new Set(wrong)], [])
  t.equal(await stream.ended, 'with its result')

  const again = await startAccount(t, env)
  const there = await allNames(again, writers)
  t.strictSame(
    acknowledged.filter((each) => !there.has(each)),
    [],
    `of ${acknowledged.length} writes`,
  )
})
