// What releases have left behind, recorded by scripts/record-release.ts, is read back by this version: data folders, backups,
// PostgreSQL and Redis, and what people and programs have kept.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, constants } from 'node:zlib'
import t, { type Test } from 'tap'
import { hashOf } from '../../src/account/users/session-token.ts'
import { readManifest } from '../../src/generation/disk/manifest.ts'
import { readLines } from '../../src/store/postgres/backup/backup-file.ts'
import { loadDatabase } from '../../src/store/postgres/backup/load.ts'
import { openDatabase } from '../../src/store/postgres/open-database.ts'
import { createRedisSignInSessions } from '../../src/store/redis/redis-sign-in-sessions.ts'
import { connect, contentOf, createApplication, createPerson, signIn } from '../support/account-client.ts'
import type { Application, Place } from '../support/account-client.ts'
import { startAccount } from '../support/account-service.ts'
import { connectTestRedis } from '../support/connect-redis.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { postgresProgram, startPostgres } from '../support/start-postgres.ts'
import { startRedis } from '../support/start-redis.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures')

interface Known {
  readonly accountUrl: string
  readonly email: string
  readonly workspace: string
  readonly projects: readonly string[]
  readonly clientId: string
  readonly refreshToken: string
  readonly session: string
  readonly cookies: Readonly<Record<string, string>>
  /** Ids of the keys of the icons host. */
  readonly icons?: readonly string[]
}

function expand(file: string): Buffer {
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 }
  return brotliDecompressSync(readFileSync(file), { params })
}

async function projectsOf(application: Application, place: Place, workspace: string): Promise<readonly string[]> {
  const found = contentOf(await application.call(place, 'list_projects', { workspace_id: workspace }))
  return (found['projects'] as readonly { readonly name: string }[]).map(({ name }) => name)
}

async function restoreRedis(t: Test, url: string, file: string) {
  const link = await connectTestRedis(t, url)
  const keys = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, { value: string; ttlMs: number }>>
  for (const [name, { ttlMs, value }] of Object.entries(keys))
    await link.client.restore(name, Math.max(0, ttlMs), Buffer.from(value, 'base64'))
  return link
}

for (const version of readdirSync(FIXTURES).filter((name) => /^\d+\.\d+\.\d+$/.test(name))) {
  const recorded = join(FIXTURES, version)
  const known = JSON.parse(readFileSync(join(recorded, 'known.json'), 'utf8')) as Record<'embedded' | 'postgres', Known>

  await t.test(`the data folder of ${version}`, async (t) => {
    const { accountUrl, email, icons, projects, workspace } = known.embedded
    const folder = await temporaryFolder(t)
    execFileSync('tar', ['-C', folder, '-x'], { input: expand(join(recorded, 'data.tar.br')) })
    const DATA_DIR = join(folder, 'data')
    for (const name of readdirSync(join(DATA_DIR, 'generations')).filter((each) => /^\d+$/.test(each))) {
      // A generation is read, or refused for its format; then one is built.
      const read = (): unknown => readManifest(join(DATA_DIR, 'generations', name))
      t.match(attempt(read), /^(?:read|its format is \S+, not \S+)$/)
    }
    const env = { HOSTS: 'docs,account,icons', DATA_DIR, ACCOUNT_URL: accountUrl }
    const node = await startAccount(t, env, join(folder, 'content'))
    const found = (await (await fetch(`${node.url}/api/search?q=word1`)).json()) as { readonly results: unknown[] }
    t.ok(found.results.length > 0, 'documentation')
    const { keys } = (await (await fetch(`${node.iconsUrl}/.well-known/jwks.json`)).json()) as {
      readonly keys: readonly { readonly kid: string }[]
    }
    t.strictSame(
      keys.map(({ kid }) => kid),
      icons,
      'the key of the icons host',
    )
    t.equal((await fetch(`${node.iconsUrl}/assets/own-circle.svg`)).status, 200, 'icons')
    const person = createPerson(email)
    await signIn(node, person)
    t.match((await person.at(node).get('/account/applications')).html, 'Recorded application')
    const application = await connect(node, person)
    t.strictSame((await projectsOf(application, node, workspace)).toSorted(), projects.toSorted())
    t.strictSame(
      node.logs.filter(({ level }) => level >= 50),
      [],
      'no fault',
    )
    await node.stop()
  })

  await t.test(`PostgreSQL, Redis and the backup of ${version}`, async (t) => {
    const { accountUrl, clientId, cookies, email, projects, refreshToken, session, workspace } = known.postgres
    const [postgres, redis] = [await startPostgres(t), await startRedis(t)]
    const DATABASE_URL = await postgres.createDatabase()
    const input = expand(join(recorded, 'postgres.sql.br'))
    execFileSync(postgresProgram('psql'), ['-q', '-v', 'ON_ERROR_STOP=1', DATABASE_URL], { input, stdio: 'pipe' })
    // Tokens end thirty days after they were recorded.
    await postgres.query(`update refresh_tokens set expires_at = now() + interval '1 day'`, DATABASE_URL)
    const link = await restoreRedis(t, redis.url, join(recorded, 'redis.json'))
    const signedIn = createRedisSignInSessions(link, { now: () => 0 })
    t.match(await signedIn.get(hashOf(cookies['signpost'] ?? '')), { userId: /^usr_/ }, 'a sign-in')

    const node = await startAccount(t, { DATABASE_URL, REDIS_URL: redis.url, ACCOUNT_URL: accountUrl })
    const application = createApplication(clientId, { access: '', refresh: refreshToken })
    await application.renew(node)
    t.strictSame((await projectsOf(application, node, workspace)).toSorted(), projects.toSorted(), 'a refresh token')
    t.equal((await application.ask(node, session, 'tools/list')).status, 200, 'a session of MCP')
    await node.stop()

    const url = await postgres.createDatabase()
    const database = openDatabase({ url, connections: 1, name: 'recorded' })
    t.teardown(() => database.close())
    await loadDatabase(database, readLines(join(recorded, 'accounts.backup')))
    t.strictSame(await postgres.query(`select email from users where email <> ''`, url), [
      { email: known.embedded.email },
    ])
    t.not(email, known.embedded.email)
  })
}

function attempt(work: () => unknown): string {
  try {
    work()
    return 'read'
  } catch (error) {
    return (error as Error).message
  }
}
