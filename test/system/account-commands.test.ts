// The compiled commands of the account host, as an operator runs them.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import t from 'tap'
import { TEST_FLAGS } from '../../scripts/test-flags.ts'
import { ask, connect, createPerson, jsonOf, signIn } from '../support/account-client.ts'
import { PASSWORD } from '../support/account-pages-visitor.ts'
import { startAccount, type AccountNode } from '../support/account-service.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { embeddedFolder } from '../support/start-embedded.ts'
import { startPostgres } from '../support/start-postgres.ts'

const ROOT = join(import.meta.dirname, '../..')
const execute = promisify(execFile)
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs what `npm run <command>` runs, with one line of input. Npm itself takes half as long again as a command. */
async function run(command: string, args: readonly string[], env: Record<string, string>, input = ''): Promise<Ended> {
  const [program = '', ...words] = scripts[command]?.split(' ') ?? []
  const running = execute(program, [...TEST_FLAGS, ...words, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
  })
  // A command that refuses its arguments does not read its input.
  running.child.stdin?.on('error', () => {}).end(`${input}\n`)
  try {
    return { code: 0, ...(await running) }
  } catch (error) {
    return error as Ended
  }
}

async function keysOf({ nodeUrl }: AccountNode): Promise<readonly string[]> {
  const { keys } = jsonOf(await ask(`${nodeUrl}/.well-known/jwks.json`)) as { keys: readonly { kid: string }[] }
  return keys.map(({ kid }) => kid)
}

t.test('user:add makes an account on PostgreSQL beside a service whose sign-up is closed', async (t) => {
  const postgres = await startPostgres(t)
  const stores = { DATABASE_URL: await postgres.createDatabase() }
  const node = await startAccount(t, { ...stores, SIGNUP: 'closed' })
  const added = await run('user:add', ['--email', 'ada@example.org'], { ...stores, DATA_DIR: node.dataDir }, PASSWORD)
  t.strictSame([added.code, added.stderr], [0, ''])
  const person = createPerson('ada@example.org')
  await signIn(node, person)
  t.equal((await createPerson().at(node).get('/sign-up')).status, 403)

  const twice = await run('user:add', ['--email', 'ADA@example.org'], stores, PASSWORD)
  t.strictSame([twice.code, twice.stdout], [1, ''])
  t.match(twice.stderr, /has an account already/)

  const application = await connect(node, person)
  await t.test('keys:rotate gives it another key, and what the one before has signed stays good', async (t) => {
    const before = await keysOf(node)
    const rotated = await run('keys:rotate', ['--host', 'account'], { ...stores, DATA_DIR: node.dataDir })
    t.strictSame([rotated.code, rotated.stderr], [0, ''])
    const [, kid = ''] = /New key (\S+)/.exec(rotated.stdout) ?? []
    const deadline = Date.now() + 15_000
    while (!(await keysOf(node)).includes(kid) && Date.now() < deadline);
    const after = await keysOf(node)
    t.ok(after.includes(kid), 'the new key is published')
    t.ok(
      before.every((each) => after.includes(each)),
      'beside the one before',
    )
    t.equal((await application.call(node, 'whoami')).status, 200)
    await application.renew(node)
    t.equal((await application.call(node, 'whoami')).status, 200)
  })

  await t.test('user:password and user:delete act beside it, and it knows within a second', async (t) => {
    const env = { ...stores, DATA_DIR: node.dataDir }
    t.equal((await application.call(node, 'whoami')).status, 200)
    const untilRefused = async (): Promise<number> => {
      const deadline = Date.now() + 15_000
      for (;;) {
        const { status } = await application.call(node, 'whoami')
        if (status !== 200 || Date.now() > deadline) return status
        // The pause keeps the calls below the limit of a grant, whose refusal has another status.
        await sleep(50)
      }
    }

    const reset = await run('user:password', ['--email', 'ada@example.org'], env, 'an otter in the reeds')
    t.match(reset, { code: 0, stderr: '', stdout: /access of 1 applications/ })
    t.equal(await untilRefused(), 401, 'the application has no access')
    t.equal((await person.at(node).get('/account')).status, 303, 'the browser is signed out')
    t.match(await run('user:delete', ['--email', 'ada@example.org'], env, 'yes'), {
      code: 1,
      stderr: /Nothing was done/,
    })
    t.match(await run('user:delete', ['--email', 'ada@example.org'], env, 'ada@example.org'), {
      code: 0,
      stdout: /deleted/,
    })
    t.match(await run('user:delete', ['--email', 'ada@example.org'], env, 'ada@example.org'), {
      code: 1,
      stderr: /has no account/,
    })
  })
})

t.test('user:add makes an account in the embedded database before the service starts', async (t) => {
  const env = { DATA_DIR: await embeddedFolder(t) }
  const added = await run('user:add', ['--email', 'ada@example.org'], env, PASSWORD)
  t.strictSame([added.code, added.stderr], [0, ''])
  const node = await startAccount(t, env)
  await signIn(node, createPerson('ada@example.org'))
  const meanwhile = await run('user:add', ['--email', 'bea@example.org'], env, PASSWORD)
  t.strictSame([meanwhile.code, meanwhile.stderr], [0, ''], 'while it runs, it does what the command asks for')
})

t.test('user:add refuses what sign-up would refuse', async (t) => {
  const env = { DATA_DIR: await temporaryFolder(t) }
  t.match(await run('user:add', ['--email', 'ada@example.org'], env, 'short'), { code: 1, stderr: /characters/ })
  t.match(await run('user:add', ['--email', 'ada'], env, PASSWORD), { code: 1, stderr: /e-mail/ })
  t.match(await run('user:add', [], env, PASSWORD), { code: 2, stderr: /needs --email <address>/ })
})
