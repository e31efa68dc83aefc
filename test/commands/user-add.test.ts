import t from 'tap'
import { createPasswordHasher } from '../../src/account/users/password-hasher.ts'
import { openEmbedded, startEmbeddedDatabase } from '../../src/store/embedded/embedded-database.ts'
import { createSqlUsers } from '../../src/store/postgres/sql-users.ts'
import { runUserCommand } from '../support/run-user-command.ts'
import { EMBEDDED_WORKER, embeddedFolder } from '../support/start-embedded.ts'

const PASSWORD = 'a heron over wet fields'

const addUser = (folder: string, words: readonly string[], input: string) =>
  runUserCommand('user-add', folder, words, input)

t.test('an operator makes accounts while the service is not running', async (t) => {
  const folder = await embeddedFolder(t)
  const made = await addUser(folder, ['--email', 'Ann@Example.org'], `${PASSWORD}\nmore\n`)
  t.match(made, { code: 0, output: /^Account usr_\w{26} made for Ann@Example\.org\n$/ })
  t.match(await addUser(folder, ['--email', 'ann@example.ORG'], `${PASSWORD}\n`), { code: 1, output: /has an account/ })
  t.match(await addUser(folder, ['--email', 'bob@example.org'], 'password1234\n'), { code: 1, output: /guessed first/ })
  t.match(await addUser(folder, ['--password', PASSWORD], ''), { code: 2, output: /^usage:/ })

  const embedded = await startEmbeddedDatabase({
    dataDir: folder,
    workerFile: EMBEDDED_WORKER,
    onDeath: (reason) => t.fail(reason),
  })
  t.teardown(() => embedded.close())
  const database = openEmbedded(embedded.connect())
  t.teardown(() => database.close())
  const user = await createSqlUsers(database).findByEmail('ann@example.org')
  t.equal(await createPasswordHasher().verify(user?.passwordHash ?? null, PASSWORD, { lane: 'known', share: '' }), true)
  const refused = await addUser(folder, ['--email', 'bob@example.org'], `${PASSWORD}\n`)
  t.equal(refused.code, 1)
  t.match(refused.output, 'The embedded database serves one process: stop Signpost')
})
