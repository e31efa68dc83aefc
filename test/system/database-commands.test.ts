// The compiled commands about people and the database, beside a service that has the embedded one.
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect as connectTo } from 'node:net'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { connect, createPerson, signIn, signUp } from '../support/account-client.ts'
import { allNames, createWriter, startWrites } from '../support/account-load.ts'
import { PASSWORD } from '../support/account-pages-visitor.ts'
import { startAccount, type AccountNode } from '../support/account-service.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { runCommand } from '../support/run-command.ts'
import { runUserCommand } from '../support/run-user-command.ts'
import { startPostgres } from '../support/start-postgres.ts'

const ADA = ['--email', 'ada@example.org']

function socketOf({ dataDir, pid }: AccountNode): string {
  const name = readdirSync(join(dataDir, 'run')).find((each) => each.endsWith(`-${pid}.sock`))
  return join(dataDir, 'run', name ?? 'none')
}

t.test('people are added, changed and deleted while the service has the embedded database', async (t) => {
  const node = await startAccount(t, { SIGNUP: 'closed' })
  t.match(await runUserCommand('add', node.dataDir, ADA, `${PASSWORD}\n`), { code: 0, output: /^Account usr_/ })
  t.match(await runUserCommand('add', node.dataDir, ADA, `${PASSWORD}\n`), {
    code: 1,
    output: /has an account already/,
  })
  const person = createPerson('ada@example.org')
  await signIn(node, person)
  const application = await connect(node, person)
  t.equal((await application.call(node, 'whoami')).status, 200)
  t.match(await runUserCommand('password', node.dataDir, ADA, 'an otter in the reeds\n'), {
    code: 0,
    output: /access of 1 applications/,
  })
  const deadline = Date.now() + 15_000
  let status = 200
  while (status !== 401 && Date.now() < deadline) ({ status } = await application.call(node, 'whoami'))
  t.equal(status, 401, 'the application has no access')
  await signIn(node, createPerson('ada@example.org'), 'an otter in the reeds')
  t.match(await runUserCommand('delete', node.dataDir, ADA, 'ada@example.org\n'), { code: 0, output: /deleted/ })
  t.match(await runUserCommand('delete', node.dataDir, ADA, 'ada@example.org\n'), { code: 1, output: /no account/ })
  const log = JSON.stringify(node.logs)
  t.match(log, 'a command of the operator was answered')
  t.notMatch(log, /ada@|argon2id|otter/, 'the log has neither the address nor the hash')

  await t.test('only the user of the service reaches its socket, and only with requests that it knows', async (t) => {
    const path = socketOf(node)
    t.equal(statSync(path).mode & 0o777, 0o600)
    const send = (text: string): Promise<string> =>
      new Promise((resolve, reject) => {
        let answer = ''
        const socket = connectTo(path, () => socket.write(text))
        socket.on('data', (chunk) => (answer += chunk.toString())).on('error', reject)
        socket.on('close', () => resolve(answer))
      })
    const request = (more: object): string =>
      `${JSON.stringify({ version: 1, operation: 'user-find', input: { email: 'a@b.org' }, ...more })}\n`
    t.match(await send(request({})), '{"outcome":"done","result":null}')
    t.match(await send(request({ version: 2 })), /"refused".*version 1 of requests/)
    t.match(await send(request({ operation: 'constructor' })), /does not know the operation/)
    t.match(await send(request({ input: { email: 'a@b.org', more: 1 } })), '"outcome":"failed"')
    t.match(await send('no JSON\n'), '"outcome":"refused"')
    t.equal(await send(`${'x'.repeat(70_000)}\n`), '', 'too long a request gets no answer')
    chmodSync(join(node.dataDir, 'run'), 0o777)
    const open = await runUserCommand('add', node.dataDir, ADA, `${PASSWORD}\n`)
    chmodSync(join(node.dataDir, 'run'), 0o700)
    t.equal(open.code, 0, 'a folder that is open to others is closed first')
  })
  await node.stop()
  t.notOk(existsSync(socketOf(node)), 'the socket is gone')
})

t.test(
  'backups are made under writes, restored and copied there and back, and nothing acknowledged is lost',
  async (t) => {
    const folder = await temporaryFolder(t)
    const postgres = await startPostgres(t)
    const node = await startAccount(t)
    const { dataDir } = node
    const person = await signUp(node)
    const writers = [await createWriter(node, await connect(node, person))]
    const writes = startWrites([node], writers)
    t.teardown(() => void writes.stop())
    const backups: { readonly file: string; readonly before: readonly string[] }[] = []
    for (const name of ['one', 'two']) {
      const before = [...writes.acknowledged]
      const file = join(folder, `${name}.backup`)
      const made = await runCommand('db backup', { DATA_DIR: dataDir }, file)
      t.match(made, { code: 0, error: '', out: /rows of 15 tables, and was restored once/ })
      t.equal(statSync(file).mode & 0o777, 0o600)
      backups.push({ file, before })
    }
    t.strictSame(readdirSync(folder).toSorted(), ['one.backup', 'two.backup'], 'nothing else is left')
    t.notMatch(readdirSync(join(dataDir, 'run')).join(' '), 'copy-')
    const first = backups[0]!.file
    t.match(await runCommand('db backup', { DATA_DIR: dataDir }, first), { code: 1, error: /is not overwritten/ })
    t.match(await runCommand('db restore', { DATA_DIR: dataDir }, first), { code: 1, error: /stop Signpost/ })
    t.match(await runCommand('db copy', { DATA_DIR: dataDir }, '--from', 'embedded', '--to', postgres.url), {
      code: 1,
      error: /stop Signpost/,
    })
    const { acknowledged, refused, wrong } = await writes.stop()
    t.strictSame([refused, wrong], [0, []])
    t.ok(acknowledged.length > 0)
    await node.stop()

    const { ACCOUNT_PORT = '', ACCOUNT_URL = '' } = node.env
    const same = { ACCOUNT_PORT, ACCOUNT_URL }
    for (const { before, file } of backups) {
      const stores = { DATABASE_URL: await postgres.createDatabase() }
      t.match(await runCommand('db restore', { DATA_DIR: folder, ...stores }, file), { code: 0, error: '' })
      const restored = await startAccount(t, { ...same, ...stores })
      const names = await allNames(restored, writers)
      t.same(
        before.filter((name) => !names.has(name)),
        [],
        'the backup has all that was acknowledged before it',
      )
      t.match(await runCommand('db restore', { DATA_DIR: folder, ...stores }, file, '--replace'), {
        code: 1,
        error: /Nodes of Signpost have \d+ connections/,
      })
      await restored.stop()
    }

    const DATABASE_URL = await postgres.createDatabase()
    const env = { DATA_DIR: dataDir, DATABASE_URL }
    t.match(await runCommand('db copy', env, '--from', 'embedded', '--to', 'postgres'), {
      code: 0,
      out: /the same in both/,
    })
    t.match(await runUserCommand('add', dataDir, ['--email', 'late@example.org'], `${PASSWORD}\n`), {
      code: 1,
      output: /was copied to another one on .*set DATABASE_URL/,
    })
    const moved = await startAccount(t, { ...same, DATABASE_URL })
    const more = startWrites([moved], writers)
    t.teardown(() => void more.stop())
    const file = join(folder, 'three.backup')
    t.match(await runCommand('db backup', env, file), { code: 0, error: '' })
    const later = await more.stop()
    t.match(await runCommand('db copy', env, '--from', 'postgres', '--to', 'embedded', '--replace'), {
      code: 1,
      error: /Nodes of Signpost/,
    })
    await moved.stop()
    t.match(await runCommand('db copy', env, '--from', 'postgres', '--to', 'embedded'), { code: 1, error: /not empty/ })
    t.match(await runCommand('db copy', env, '--from', 'postgres', '--to', 'embedded', '--replace'), { code: 0 })
    const back = await startAccount(t, { ...same, DATA_DIR: dataDir })
    const names = await allNames(back, writers)
    t.same(
      [...acknowledged, ...later.acknowledged].filter((name) => !names.has(name)),
      [],
    )
    await back.stop()

    await t.test('a cut or changed file is refused with its place', async (t) => {
      const bytes = readFileSync(first)
      const refused = async (name: string, content: Buffer | string): Promise<string> => {
        const path = join(folder, name)
        writeFileSync(path, content)
        const { code, error } = await runCommand('db restore', { DATA_DIR: join(folder, 'new') }, path)
        t.equal(code, 1)
        return error
      }
      t.match(await refused('cut', bytes.subarray(0, bytes.length - 9)), /cut off behind line \d+/)
      const changed = Buffer.from(bytes)
      changed[bytes.length >> 1]! ^= 1
      // What a changed byte makes of the compressed rows is a row of another kind, or one that the database refuses.
      t.match(await refused('changed', changed), /cannot be used.*line \d+|refuses rows between line \d+ and \d+/)
      t.match(await refused('text', gunzipSync(bytes)), /changed behind line 0 \(incorrect header check\)/)
      t.match(await runCommand('db restore', { DATA_DIR: join(folder, 'new') }, 'none'), { code: 1, error: /no file/ })
    })

    await t.test('a dry run says what would be done and changes nothing', async (t) => {
      const fresh = { DATA_DIR: dataDir, DATABASE_URL: await postgres.createDatabase() }
      for (let run = 0; run < 2; run++) {
        t.match(await runCommand('db migrate', fresh, '--dry-run'), {
          code: 0,
          out: /0001-account: creates[^]*Running nodes of older versions: stop them before[^]*6 migrations would be made/,
        })
      }
      t.match(await runCommand('db migrate', fresh), { code: 0, out: /6 migrations were made/ })
      t.match(await runCommand('db migrate', fresh, '--dry-run'), { code: 0, out: /nothing is to be done/ })
    })
  },
)
