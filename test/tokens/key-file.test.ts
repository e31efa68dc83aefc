import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { keyFileOf, loadKey, replaceKey } from '../../src/tokens/key-file.ts'
import { temporaryFolder } from '../support/content-tree.ts'

const CHILD = fileURLToPath(new URL('../support/load-key-child.ts', import.meta.url))

t.test('a missing key is made below DATA_DIR, for its owner alone, and found again', async (t) => {
  const folder = await temporaryFolder(t)
  const file = keyFileOf('icons', folder, null)
  const { key, warning } = await loadKey(file)
  t.equal(warning, null)
  t.equal(statSync(join(folder, 'keys', 'icons.jwk')).mode & 0o777, 0o600)
  t.equal(statSync(join(folder, 'keys')).mode & 0o777, 0o700)
  t.strictSame(await loadKey(file), { key, kept: true, warning: null })
  t.strictSame(readdirSync(join(folder, 'keys')), ['icons.jwk'], 'nothing else is left')
})

t.test('processes that make the key at the same time all get the same one', async (t) => {
  const folder = await temporaryFolder(t)
  const kids = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, ['--import=./scripts/register-typescript.mjs', CHILD, folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let out = ''
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
      await once(child, 'close')
      return out
    }),
  )
  t.match(kids[0], /^[\w-]{43}$/)
  t.equal(new Set(kids).size, 1)
  t.strictSame(readdirSync(join(folder, 'keys')), ['icons.jwk'])
})

t.test('so do those of one process', async (t) => {
  const file = keyFileOf('icons', await temporaryFolder(t), null)
  const loaded = await Promise.all(Array.from({ length: 20 }, () => loadKey(file)))
  t.equal(new Set(loaded.map(({ key }) => key.kid)).size, 1)
})

t.test('a key file that the operator named is never made', async (t) => {
  const path = join(await temporaryFolder(t), 'missing.pem')
  await t.rejects(loadKey(keyFileOf('icons', '/nowhere', path)), { name: 'KeyError', message: /no signing key at/ })
})

t.test('what is no key says so with its path', async (t) => {
  const path = join(await temporaryFolder(t), 'key.pem')
  for (const text of ['', 'secret text', 'x'.repeat(20_000)]) {
    writeFileSync(path, text, { mode: 0o600 })
    await t.rejects(loadKey(keyFileOf('icons', '/nowhere', path)), { name: 'KeyError', message: new RegExp(path) })
  }
})

t.test('a key that others may read is used with a warning', async (t) => {
  const file = keyFileOf('icons', await temporaryFolder(t), null)
  await loadKey(file)
  chmodSync(file.path, 0o644)
  t.match((await loadKey(file)).warning, /others than its owner/)
})

t.test('where no key can be kept one is made that ends with the process', async (t) => {
  const folder = await temporaryFolder(t)
  // The folder is a file here, because the superuser can write to any folder.
  writeFileSync(join(folder, 'keys'), '')
  const file = { path: join(folder, 'keys', 'deeper', 'icons.jwk'), generated: true }
  const loaded = await loadKey(file).catch((error: unknown) => error as Error)
  if (loaded instanceof Error) return t.fail(loaded.message)
  t.match(loaded.warning, /end with this process/)
  t.equal(loaded.kept, false)
  t.ok(loaded.key.kid)
})

t.test('replacing puts another key in place, for its owner alone', async (t) => {
  const folder = await temporaryFolder(t)
  const file = keyFileOf('icons', folder, null)
  mkdirSync(join(folder, 'keys'))
  const before = (await loadKey(file)).key
  const key = await replaceKey(file)
  t.not(key.kid, before.kid)
  t.strictSame((await loadKey(file)).key, key)
  t.equal(statSync(file.path).mode & 0o777, 0o600)
  t.notOk(readFileSync(file.path, 'utf8').includes(before.kid))
  t.strictSame(readdirSync(join(folder, 'keys')), ['icons.jwk'])
})

t.test(
  'a key that the superuser replaces stays the file of the user of the service',
  { skip: process.getuid?.() === 0 ? false : 'only the superuser may give files away' },
  async (t) => {
    const file = keyFileOf('icons', await temporaryFolder(t), null)
    await loadKey(file)
    chownSync(file.path, 1234, 1235)
    await replaceKey(file)
    t.match(statSync(file.path), { uid: 1234, gid: 1235 })
    t.equal(statSync(file.path).mode & 0o777, 0o600)
  },
)
