import { copyFileSync, readdirSync } from 'node:fs'
import t from 'tap'
import { keyFileOf, loadKey } from '../../src/tokens/key-file.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { freePort } from '../support/free-port.ts'
import { runCommand } from '../support/run-command.ts'
import { startRedis } from '../support/start-redis.ts'

const run = (env: Readonly<Record<string, string>>, ...args: string[]) => runCommand('keys replace', env, ...args)

t.test('the command puts a new key in place and names it the one that signs', async (t) => {
  const redis = await startRedis(t)
  const env = { DATA_DIR: await temporaryFolder(t), REDIS_URL: redis.url }
  const file = keyFileOf('icons', env.DATA_DIR, null)
  const before = (await loadKey(file)).key
  t.match(await run(env, '--host', 'icons', '--publish'), { code: 0, out: new RegExp(before.kid) })
  copyFileSync(file.path, `${file.path}.old`)

  t.match(await run(env, '--host', 'icons'), { code: 0, error: '' })
  const after = (await loadKey(file)).key
  t.not(after.kid, before.kid)
  t.match(await redis.command(['GET', 'signpost:icons:{key}:current']), after.kid)

  copyFileSync(`${file.path}.old`, file.path)
  t.match(await run(env, '--host', 'icons', '--publish'), { code: 1, error: /was replaced before/ })
  t.match(await redis.command(['GET', 'signpost:icons:{key}:current']), after.kid, 'nothing has changed')
})

t.test('publishing without a key file makes no key and leaves that of the nodes', async (t) => {
  const redis = await startRedis(t)
  const current = 'signpost:icons:{key}:current'
  await redis.command(['SET', current, 'of-the-nodes'])
  const env = { DATA_DIR: await temporaryFolder(t), REDIS_URL: redis.url }
  t.match(await run(env, '--host', 'icons', '--publish'), { code: 1, out: '', error: /^there is no signing key at / })
  t.match(await redis.command(['GET', current]), 'of-the-nodes')
  t.strictSame(readdirSync(env.DATA_DIR), [])
})

t.test('what it prints and where it fails is said plainly', async (t) => {
  const env = { DATA_DIR: await temporaryFolder(t) }
  t.match(await run(env), { code: 2, error: /needs --host icons/ })
  t.match(await run(env, '--host', 'docs'), { code: 2, error: /--host icons/ })
  t.match(await run({ ...env, LOG_LEVEL: 'loud' }, '--host', 'icons'), { code: 1, error: /LOG_LEVEL/ })
  t.match(await run(env, '--host', 'icons'), { code: 0, out: /No Signpost runs/ })
  const unreachable = { ...env, REDIS_URL: `redis://127.0.0.1:${await freePort()}` }
  t.match(await run(unreachable, '--host', 'icons'), { code: 1, error: /--publish/ })
})
