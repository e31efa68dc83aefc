// A process whose DATA_DIR is full: accounts can be read but not changed, and the documentation is not affected.
import { cpSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { ask, connect, createPerson, signIn, signUp } from '../support/account-client.ts'
import { startAccount } from '../support/account-service.ts'
import { markedPages, writeFiles } from '../support/content-tree.ts'
import { findMountFault, smallDisk } from '../support/small-disk.ts'
import { failToStart } from '../support/start-service.ts'
import { embeddedFolder } from '../support/start-embedded.ts'

/** Waits until a metric is so: listeners write theirs once a second. */
async function seen({ metricsUrl }: { readonly metricsUrl: string }, line: RegExp): Promise<void> {
  while (!line.test(await (await fetch(metricsUrl)).text())) await sleep(50)
}

t.test(
  'a full disk stops changes of accounts until there is room, and nothing else',
  { skip: findMountFault() },
  async (t) => {
    const disk = await smallDisk(t, 320)
    cpSync(await embeddedFolder(t, { tables: true }), disk.folder, { recursive: true })
    const env = { HOSTS: 'docs,account', DATA_DIR: disk.folder }
    const node = await startAccount(t, env)
    const person = await signUp(node)
    const clerk = await connect(node, person)
    disk.fill()

    const refused = await createPerson().at(node).signUp('late@example.org')
    t.equal(refused.status, 503)
    t.ok(refused.headers.has('retry-after'))
    t.equal((await person.at(node).get('/account')).status, 200, 'who is signed in reads on')
    t.equal((await clerk.call(node, 'whoami')).status, 200, 'so does their application')
    await writeFiles(node.contentDir, markedPages('second', 5))
    const logged = node.logs.length
    node.signal('SIGHUP')
    await node.logged('index built', logged)
    t.match((await ask(`${node.url}/api/search?q=word1`)).text, '"title":"second page 1"', 'content is published')
    const told = await node.logged('the embedded database is read-only: changes are refused with status 503')
    t.match(told['err'], { type: 'Error', message: /MiB free/ })
    t.match(await (await fetch(`${node.nodeUrl}/readyz`)).json(), { status: 'ready', database: 'read-only' })
    await seen(node, /^signpost_database_read_only\{host="account",listener="0"\} 1$/m)
    await seen(node, /^signpost_http_refusals_total\{host="account",listener="0",reason="store"\} [1-9]/m)
    const misleading = node.logs.filter(({ msg }) => msg === 'the database does not answer')
    t.strictSame(misleading, [], 'it answers')

    disk.free()
    await signUp(node)
    await node.logged('the embedded database is written to again')
    while (!/"reachable"/.test((await ask(`${node.nodeUrl}/readyz`)).text)) await sleep(50)
    await seen(node, /^signpost_database_read_only\{host="account",listener="0"\} 0$/m)
    await seen(node, /^signpost_database_statements_total\{host="account",listener="0"\} [1-9]/m)

    disk.fill()
    t.strictSame(await node.stop(), { code: 0, signal: null })
    disk.free()
    const again = await startAccount(t, env)
    await signIn(again, createPerson(person.email))
    await again.stop()

    await t.test('a start without room serves what it has, and accounts once there is room', async (t) => {
      disk.fill()
      const { code, stderr } = await failToStart(t, {
        env: { ...env, ACCOUNT_PORT: '0', ACCOUNT_URL: 'http://localhost:1' },
      })
      t.equal(code, 1)
      t.match(stderr, /could not start: DATA_DIR cannot be written: ENOSPC/, 'not even a lock can be made')
      disk.free()
      disk.fill(10)
      const node = await startAccount(t, env)
      t.equal((await ask(`${node.url}/api/search?q=word1`)).status, 200)
      t.equal((await ask(`${node.nodeUrl}/readyz`)).status, 503)
      disk.free()
      while ((await ask(`${node.nodeUrl}/readyz`)).status !== 200) await sleep(50)
      const late = await signUp(node)
      t.equal((await late.at(node).get('/account')).status, 200, 'accounts')
    })
  },
)
