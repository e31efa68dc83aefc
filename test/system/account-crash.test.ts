// The embedded database when its process is killed, and when a second process opens it.
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { connect, contentOf, createPerson, signIn, signUp } from '../support/account-client.ts'
import { allNames, createWriter, startWrites } from '../support/account-load.ts'
import { startAccount } from '../support/account-service.ts'
import { freePort } from '../support/free-port.ts'
import { embeddedFolder } from '../support/start-embedded.ts'
import { failToStart } from '../support/start-service.ts'

t.test('a process that is killed under load loses nothing that it acknowledged', async (t) => {
  const env = { DATA_DIR: await embeddedFolder(t, { tables: true }), ACCOUNT_PORT: String(await freePort()) }
  let node = await startAccount(t, env)
  const person = await signUp(node)
  const writers = await Promise.all(
    [await connect(node, person), await connect(node, person)].map((application) => createWriter(node, application)),
  )
  const writes = startWrites([node], writers, { mayBreak: true })
  while (writes.acknowledged.length < 30) await sleep(20)
  node.signal('SIGKILL')
  await node.ended
  const { acknowledged, wrong } = await writes.stop()
  t.strictSame([...new Set(wrong)], [])

  node = await startAccount(t, env)
  const there = await allNames(node, writers)
  const lost = acknowledged.filter((each) => !there.has(each))
  t.strictSame(lost, [], `of ${acknowledged.length} writes`)

  await t.test('and neither do credentials end with it', async (t) => {
    const [{ application }] = writers as [(typeof writers)[number]]
    t.match(contentOf(await application.call(node, 'whoami')), { email: person.email })
    await application.renew(node)
    t.equal((await application.call(node, 'whoami')).status, 200)
    await signIn(node, createPerson(person.email))
  })

  await t.test('a second process on the same folder says who has it, and ends', async (t) => {
    const { code, stderr } = await failToStart(t, {
      env: { HOSTS: 'account', DATA_DIR: env.DATA_DIR, ACCOUNT_PORT: String(await freePort()) },
    })
    t.equal(code, 1)
    t.match(stderr, `process ${node.pid}`)
    t.match(stderr, 'DATABASE_URL')
    const [{ application }] = writers as [(typeof writers)[number]]
    t.equal((await application.call(node, 'whoami')).status, 200, 'the first goes on')
  })
})
