import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { createPasswordHasher } from '../../src/account/users/password-hasher.ts'
import { openEmbedded, startEmbeddedDatabase } from '../../src/store/embedded/embedded-database.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { openDatabase as openConnections } from '../../src/store/postgres/open-database.ts'
import { createSqlUsers } from '../../src/store/postgres/sql-users.ts'
import { event, newUser } from '../contract/stores.ts'
import { freePort } from '../support/free-port.ts'
import { runUserCommand } from '../support/run-user-command.ts'
import { EMBEDDED_WORKER, embeddedFolder } from '../support/start-embedded.ts'
import { startPostgres } from '../support/start-postgres.ts'

const TURN = { lane: 'known', share: '' } as const

const PASSWORD = 'a heron over wet fields'
const folder = await embeddedFolder(t)

const addUser = (words: readonly string[], input: string) => runUserCommand('add', folder, words, input)

/** Opens the database as the service does. */
async function openDatabase(t: Test) {
  const embedded = await startEmbeddedDatabase({
    dataDir: folder,
    workerFile: EMBEDDED_WORKER,
    onDeath: (reason) => t.fail(reason),
  })
  const database = openEmbedded(embedded.connect())
  return {
    find: () => createSqlUsers(database).findByEmail('ann@example.org'),
    async close() {
      await database.close()
      await embedded.close()
    },
  }
}

t.test('an operator makes accounts while the service is not running', async (t) => {
  const made = await addUser(['--email', 'Ann@Example.org'], `${PASSWORD}\nmore\n`)
  t.match(made, { code: 0, output: /^Account usr_\w{26} made for Ann@Example\.org\n$/ })
  t.match(await addUser(['--email', 'ann@example.ORG'], `${PASSWORD}\n`), { code: 1, output: /has an account/ })
  t.match(await addUser(['--email', 'bob@example.org'], 'password1234\n'), { code: 1, output: /guessed first/ })
  t.match(await addUser(['--password', PASSWORD], ''), { code: 2, output: /has no option --password/ })

  const database = await openDatabase(t)
  const user = await database.find()
  t.equal(await createPasswordHasher().verify(user?.passwordHash ?? null, PASSWORD, TURN), true)
  const refused = await addUser(['--email', 'bob@example.org'], `${PASSWORD}\n`)
  t.equal(refused.code, 1)
  t.match(refused.output, 'The embedded database serves one process: stop Signpost')
  await database.close()
})

t.test('an operator sets passwords and deletes accounts while the service is not running', async (t) => {
  const ann = ['--email', 'Ann@Example.org']
  const bob = ['--email', 'bob@example.org']
  t.match(await runUserCommand('password', folder, bob, `${PASSWORD}\n`), { code: 1, output: /has no account/ })
  const changed = await runUserCommand(
    'password',
    folder,
    ['--email', 'ann@example.org'],
    'an otter in the reeds\n',
  )
  t.match(changed, { code: 0, output: /^Account usr_\w{26} of Ann@Example\.org has the new password\./ })

  const read = async () => {
    const database = await openDatabase(t)
    const user = await database.find()
    await database.close()
    return user
  }
  for (const answer of ['', 'yes\n']) {
    t.match(await runUserCommand('delete', folder, ann, answer), {
      code: 1,
      output: /0 workspaces[^]*Nothing was done/,
    })
  }
  const kept = await read()
  t.ok(kept)
  const hash = kept?.passwordHash ?? null
  t.equal(await createPasswordHasher().verify(hash, 'an otter in the reeds', TURN), true)
  t.equal(await createPasswordHasher().verify(hash, PASSWORD, TURN), false)
  t.match(await runUserCommand('delete', folder, ann, 'Ann@Example.org\n'), {
    code: 0,
    output: /Account usr_\w{26} deleted/,
  })
  t.equal(await read(), null)
})

t.test('an account that was made anew while its password was asked for keeps its own', async (t) => {
  const postgres = await startPostgres(t)
  const database = openConnections({ url: postgres.url, connections: 2, name: 'test' })
  t.teardown(() => database.close())
  await migrate(database)
  const users = createSqlUsers(database)
  const make = async (): Promise<string> => {
    const user = newUser()
    await users.create(user, 'ann@example.org', event(user.id))
    return user.id
  }
  const before = await make()
  const waiting = async (): Promise<boolean[]> => {
    const rows = await postgres.query(
      `select wait_event_type is not distinct from 'Lock' as waits from pg_stat_activity
       where application_name = 'signpost-user-password'`,
    )
    return rows.map((row) => (row as { waits: boolean }).waits)
  }

  const typed = new PassThrough()
  const command = await database.transact(async (transaction) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
    await sql`lock table users in access exclusive mode`.execute(transaction)
    const done = runUserCommand('password', folder, ['--email', 'ann@example.org'], typed, {
      DATABASE_URL: postgres.url,
    })
    while (!(await waiting()).includes(true)) await setImmediate()
    return { done }
  })
  // It has found the account, and waits for the password.
  while ((await waiting()).length > 0) await setImmediate()
  await users.delete(before, () => new Date())
  const made = await make()
  typed.end(`${PASSWORD}\n`)
  t.match(await command.done, { code: 1, output: /created again meanwhile/ })
  t.equal((await users.find(made))?.passwordHash, newUser().passwordHash)
})

t.test('who gets no answer of the database is not told that nothing was done', async (t) => {
  const env = { DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/none` }
  const { code, output } = await runUserCommand('password', folder, ['--email', 'ann@example.org'], '', env)
  t.equal(code, 1)
  t.match(output, 'It is not known whether anything was done')
})
