// `npm run ts scripts/record-release.ts`: records what this version leaves behind, as files that later versions have to read
// (test/system/recorded-release.test.ts). It runs `dist`. Run it once for each release, before its tag. All keys, passwords and
// tokens are made for it, and are worth nothing elsewhere.
//
//   test/fixtures/<version>/data.tar.br      DATA_DIR and content of one process with the embedded database
//   test/fixtures/<version>/accounts.backup  `signpost db backup` of it
//   test/fixtures/<version>/postgres.sql.br  dump of a PostgreSQL
//   test/fixtures/<version>/redis.json       keys of the Redis beside it
//   test/fixtures/<version>/known.json       what people and programs know
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Test } from 'tap'
import { connect, contentOf, signUp, type Application, type Place } from '../test/support/account-client.ts'
import { startAccount } from '../test/support/account-service.ts'
import { connectTestRedis } from '../test/support/connect-redis.ts'
import { markedPages, temporaryFolder } from '../test/support/content-tree.ts'
import { runCommand } from '../test/support/run-command.ts'
import { SMALL_ICONS } from '../test/support/small-icons-service.ts'
import { postgresProgram, startPostgres } from '../test/support/start-postgres.ts'
import { startRedis } from '../test/support/start-redis.ts'

const ROOT = resolve(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string }
const out = join(ROOT, 'test/fixtures', version)
/** What only one process needs while it runs. */
const LEFT_OUT = ['data/run', 'data/database.lock']

const teardowns: (() => unknown)[] = []
const t = { teardown: (work: () => unknown) => void teardowns.unshift(work) } as unknown as Test
try {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const known = { embedded: await recordEmbedded(), postgres: await recordPostgres() }
  write('known.json', `${JSON.stringify(known, null, 2)}\n`)
  for (const name of readdirSync(out)) process.stdout.write(`${name}: ${statSync(join(out, name)).size} bytes\n`)
} finally {
  for (const teardown of teardowns) await teardown()
}

/** Documentation, icons and accounts of one process that ended as it should. */
async function recordEmbedded() {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-record-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const DATA_DIR = join(folder, 'data')
  const content = { ...markedPages('recorded', 3), ...SMALL_ICONS }
  const node = await startAccount(t, { HOSTS: 'docs,account,icons', DATA_DIR }, content)
  const account = await fill(node, 'embedded@example.org')
  const { keys } = (await (await fetch(`${node.iconsUrl}/.well-known/jwks.json`)).json()) as {
    readonly keys: readonly { readonly kid: string }[]
  }
  const backup = await runCommand('db backup', { DATA_DIR }, join(out, 'accounts.backup'))
  if (backup.code !== 0) throw new Error(backup.error)
  await node.stop()
  cpSync(node.contentDir, join(folder, 'content'), { recursive: true })
  for (const name of LEFT_OUT) rmSync(join(folder, name), { recursive: true, force: true })
  const archive = execFileSync('tar', ['-C', folder, '-c', 'data', 'content'], { maxBuffer: 2 ** 28 })
  write('data.tar.br', compress(archive))
  return { ...account, icons: keys.map(({ kid }) => kid) }
}

/** Accounts in PostgreSQL with Redis, with a session, tokens and a sign-in. */
async function recordPostgres() {
  const [postgres, redis] = [await startPostgres(t), await startRedis(t)]
  const url = await postgres.createDatabase()
  const env = { DATABASE_URL: url, REDIS_URL: redis.url, DATA_DIR: await temporaryFolder(t) }
  const node = await startAccount(t, env)
  const account = await fill(node, 'postgres@example.org')
  await node.stop()
  const dump = execFileSync(postgresProgram('pg_dump'), ['--no-owner', '--no-privileges', url], { maxBuffer: 2 ** 26 })
  write('postgres.sql.br', compress(dump))
  const { client } = await connectTestRedis(t, redis.url)
  if (client.isCluster) throw new Error('this Redis is one server')
  const names = (await client.keys('signpost:account:*')).toSorted()
  const keys: Record<string, { value: string; ttlMs: number }> = {}
  for (const name of names) {
    const value = await client.dumpBuffer(name)
    if (value !== null) keys[name] = { value: value.toString('base64'), ttlMs: await client.pttl(name) }
  }
  write('redis.json', `${JSON.stringify(keys, null, 2)}\n`)
  return account
}

/** A person with a workspace, whose application has a session and tokens. */
async function fill(place: Place, email: string) {
  const person = await signUp(place, email)
  const application = await connect(place, person, 'Recorded application')
  const workspace = await make(application, place, 'create_workspace', { name: 'Recorded workspace' })
  const projects = ['First', 'Zweites', '第三', '넷째']
  for (const name of projects) await make(application, place, 'create_project', { workspace_id: workspace, name })
  const session = await application.initialize(place)
  const { clientId, tokens } = application
  const cookies = Object.fromEntries(person.at(place).cookies)
  const { accountUrl } = place
  return { accountUrl, email, workspace, projects, clientId, refreshToken: tokens.refresh, session, cookies }
}

async function make(application: Application, place: Place, tool: string, args: Readonly<Record<string, string>>) {
  return String(contentOf(await application.call(place, tool, args))['id'])
}

/** A window of all of the archive finds the same pages of a database again. */
function compress(bytes: Buffer): Buffer {
  const { BROTLI_PARAM_LARGE_WINDOW, BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY } = constants
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LARGE_WINDOW]: 1, [BROTLI_PARAM_LGWIN]: 27 }
  return brotliCompressSync(bytes, { params })
}

function write(name: string, bytes: Buffer | string): void {
  writeFileSync(join(out, name), bytes)
}
