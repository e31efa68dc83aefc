import t from 'tap'
import { createPasswordHasher } from '../../src/account/users/password-hasher.ts'
import { openEmbedded, startEmbeddedDatabase } from '../../src/store/embedded/embedded-database.ts'
import { createSqlUsers } from '../../src/store/postgres/sql-users.ts'
import { runUserCommand } from '../support/run-user-command.ts'
import { EMBEDDED_WORKER, embeddedFolder } from '../support/start-embedded.ts'

const TURN = { lane: 'known', share: '' } as const

const PASSWORD = 'a heron over wet fields'

t.test('an operator sets passwords and deletes accounts while the service is not running', async (t) => {
  const folder = await embeddedFolder(t, { tables: true })
  const ann = ['--email', 'Ann@Example.org']
  t.match(await runUserCommand('user-password', folder, ann, `${PASSWORD}\n`), { code: 1, output: /has no account/ })
  await runUserCommand('user-add', folder, ann, `${PASSWORD}\n`)
  const changed = await runUserCommand(
    'user-password',
    folder,
    ['--email', 'ann@example.org'],
    'an otter in the reeds\n',
  )
  t.match(changed, { code: 0, output: /^Account usr_\w{26} of Ann@Example\.org has the new password\./ })

  const read = async () => {
    const embedded = await startEmbeddedDatabase({
      dataDir: folder,
      workerFile: EMBEDDED_WORKER,
      onDeath: (reason) => t.fail(reason),
    })
    const database = openEmbedded(embedded.connect())
    const user = await createSqlUsers(database).findByEmail('ann@example.org')
    await database.close()
    await embedded.close()
    return user
  }
  const hash = (await read())?.passwordHash ?? null
  t.equal(await createPasswordHasher().verify(hash, 'an otter in the reeds', TURN), true)
  t.equal(await createPasswordHasher().verify(hash, PASSWORD, TURN), false)

  for (const answer of ['', 'yes\n']) {
    t.match(await runUserCommand('user-delete', folder, ann, answer), {
      code: 1,
      output: /0 workspaces[^]*Nothing was done/,
    })
  }
  t.ok(await read())
  t.match(await runUserCommand('user-delete', folder, ann, 'Ann@Example.org\n'), {
    code: 0,
    output: /Account usr_\w{26} deleted/,
  })
  t.equal(await read(), null)
})
