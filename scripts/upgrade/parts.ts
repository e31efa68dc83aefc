// Ways in which an operator comes from an earlier version to this one, each under load.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { sql } from 'kysely'
import { connect, signUp, type Place } from '../../test/support/account-client.ts'
import { allNames, createWriter, startWrites, type Writer } from '../../test/support/account-load.ts'
import { freePort } from '../../test/support/free-port.ts'
import { BEHIND_PROXY, createIconsClient } from '../../test/support/icons-client.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { signingKeyFile } from '../../test/support/small-icons-service.ts'
import { startPostgres } from '../../test/support/start-postgres.ts'
import { startRedis } from '../../test/support/start-redis.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { MIGRATIONS, type Migration } from '../../src/store/postgres/migrations/all.ts'
import { openDatabase } from '../../src/store/postgres/open-database.ts'
import { createBalancer, type Ports } from './balancer.ts'
import { agents, person, readers, startLanes, type Seen } from './load.ts'
import { startInVain, startNode, type Env } from './node.ts'

export interface Programs {
  readonly older: string
  readonly newer: string
  readonly content: string
}

export interface Part {
  readonly name: string
  readonly seen: readonly Seen[]
  readonly acknowledged: number
  /** Writes that were refused with 503 and a time to retry. */
  readonly refused: number
  /** Writes with any other answer, or none. */
  readonly wrong: readonly string[]
  readonly lost: readonly string[]
  /** What else was seen, as sentences. */
  readonly notes: readonly string[]
}

/** Ends with what it registered, as a test does. */
type Scope = Test

/** Answers of each lane before, between and after the replacements. */
const ANSWERS = 20

/** One process with the embedded database, replaced as `pm2 reload` does. */
export async function forwardEmbedded(t: Scope, programs: Programs): Promise<Part> {
  const ports = await freePorts()
  const env = { ...(await common(t, programs, ports)), DATA_DIR: folder(t) }
  return replaceOne(t, 'data folder with the embedded database', programs, ports, env)
}

/** One process with PostgreSQL, replaced as `pm2 reload` does. */
export async function forwardPostgres(t: Scope, programs: Programs): Promise<Part> {
  const ports = await freePorts()
  const postgres = await startPostgres(t)
  const stores = { DATABASE_URL: await postgres.createDatabase(), DATA_DIR: folder(t) }
  const env = { ...(await common(t, programs, ports)), ...stores }
  return replaceOne(t, 'PostgreSQL', programs, ports, env)
}

/** Two nodes behind HAProxy with PostgreSQL and Redis, replaced one after the other. */
export async function rollTwo(t: Scope, programs: Programs): Promise<Part> {
  const [postgres, redis, balancer] = [await startPostgres(t), await startRedis(t), await createBalancer()]
  t.teardown(() => balancer.stop())
  const stores = { DATABASE_URL: await postgres.createDatabase(), REDIS_URL: redis.url }
  const shared = { ...(await common(t, programs, balancer.ports)), ...stores, LISTENERS: '1', SEARCH_THREADS: '1' }
  const places: [Ports, Ports] = [await freePorts(), await freePorts()]
  const envs: [Env, Env] = [
    { ...shared, ...(await portsOf(places[0])), DATA_DIR: folder(t) },
    { ...shared, ...(await portsOf(places[1])), DATA_DIR: folder(t) },
  ]
  const nodes = [await startNode(programs.older, envs[0]), await startNode(programs.older, envs[1])]
  await balancer.start(places)
  const load = await begin(t, balancer.ports, true)
  await load.answered()
  const statuses: (number | null)[] = []
  for (const position of [0, 1] as const) {
    statuses.push(await nodes[position]!.stop())
    nodes[position] = await startNode(programs.newer, envs[position])
    await balancer.bothUp()
    // Both versions answer together here, after the first of them.
    await load.answered()
  }
  const part = await load.end('two nodes behind HAProxy with PostgreSQL and Redis')
  const warnings = new Set(nodes.flatMap((node) => [...node.warnings]))
  return withNotes(part, [`The older nodes ended with ${statuses.join(' and ')}.`, ...warnings])
}

/** An older node goes on while the tables of a later version are made beside it. */
export async function moveSchema(t: Scope, programs: Programs): Promise<Part> {
  const ports = await freePorts()
  const postgres = await startPostgres(t)
  const DATABASE_URL = await postgres.createDatabase()
  const env = { ...(await common(t, programs, ports)), DATABASE_URL, DATA_DIR: folder(t) }
  const node = await startNode(programs.older, env)
  const load = await begin(t, ports, false)
  await load.answered()
  const dryRun = await runCommand('db migrate', { DATABASE_URL, DATA_DIR: env.DATA_DIR }, '--dry-run')
  const database = openDatabase({ url: DATABASE_URL, connections: 1, name: 'later' })
  const later: Migration = {
    name: '9999-later',
    does: 'adds a column.',
    olderNodes: 'they go on.',
    up: async (transaction) => void (await sql`alter table projects add column later text`.execute(transaction)),
  }
  const made = await migrate(database, { migrations: [...MIGRATIONS, later] })
  await database.close()
  await load.answered()
  const part = await load.end('an older node while tables of a later version are made')
  await node.stop()
  const again = [await startInVain(programs.older, env), await startInVain(programs.newer, env)] as const
  return withNotes(part, [
    `\`signpost db migrate --dry-run\` of this version said: ${dryRun.out.trim() || dryRun.error.trim()}`,
    `Made beside the running node: ${made.join(', ')}.`,
    ...again.map(
      ({ code, text }, position) =>
        `Started again, the ${position === 0 ? 'older' : 'present'} program ended with ${code}: ${text}`,
    ),
  ])
}

async function replaceOne(t: Scope, name: string, { newer, older }: Programs, ports: Ports, env: Env): Promise<Part> {
  const before = await startNode(older, env)
  const load = await begin(t, ports, false)
  await load.answered()
  const after = await startNode(newer, env)
  const status = await before.stop()
  await load.answered()
  const part = await load.end(name)
  await after.stop()
  return withNotes(part, [`The older process ended with ${status}.`, ...after.warnings])
}

/** Signs up, connects and registers, all before the upgrade, and begins the load. */
async function begin(t: Scope, ports: Ports, signedIn: boolean) {
  const place: Place = { nodeUrl: `http://127.0.0.1:${ports.account}`, accountUrl: `http://localhost:${ports.account}` }
  const who = await signUp(place)
  const refreshing = await connect(place, who)
  const talking = await connect(place, who)
  const session = await talking.initialize(place)
  const writers: Writer[] = []
  for (let n = 0; n < 2; n++) writers.push(await createWriter(place, await connect(place, await signUp(place))))
  const docs = `http://127.0.0.1:${ports.docs}`
  const icons = `http://127.0.0.1:${ports.icons}`
  const token = await createIconsClient(t, icons).newToken()
  const lanes = startLanes({
    ...readers(docs, icons, token),
    ...agents(place, [talking, session], refreshing),
    ...(signedIn ? person(place, who) : {}),
  })
  const writes = startWrites([place], writers)
  return {
    answered: () => lanes.answered(ANSWERS),
    async end(name: string): Promise<Part> {
      const [seen, { acknowledged, refused, wrong }] = [await lanes.stop(), await writes.stop()]
      const names = await allNames(place, writers)
      return {
        name,
        seen,
        acknowledged: acknowledged.length,
        refused,
        wrong,
        lost: acknowledged.filter((each) => !names.has(each)),
        notes: [],
      }
    },
  }
}

function withNotes(part: Part, notes: readonly string[]): Part {
  return { ...part, notes: [...part.notes, ...notes] }
}

async function common(t: Scope, { content }: Programs, ports: Ports): Promise<Record<string, string>> {
  return {
    ...BEHIND_PROXY,
    HOSTS: 'docs,account,icons',
    CONTENT_DIR: content,
    ICONS_SIGNING_KEY_FILE: await signingKeyFile(t),
    SIGNUP: 'open',
    LOG_LEVEL: 'warn',
    ...(await portsOf(ports)),
    DOCS_URL: `http://localhost:${ports.docs}`,
    ACCOUNT_URL: `http://localhost:${ports.account}`,
    ICONS_URL: `http://localhost:${ports.icons}`,
  }
}

async function portsOf(ports: Ports): Promise<Env> {
  const [DOCS_PORT, ACCOUNT_PORT, ICONS_PORT] = [ports.docs, ports.account, ports.icons].map(String) as [
    string,
    string,
    string,
  ]
  return { DOCS_PORT, ACCOUNT_PORT, ICONS_PORT, METRICS_PORT: String(await freePort()) }
}

async function freePorts(): Promise<Ports> {
  return { docs: await freePort(), account: await freePort(), icons: await freePort() }
}

function folder(t: Scope): string {
  const path = mkdtempSync(join(tmpdir(), 'signpost-upgrade-'))
  t.teardown(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }))
  return path
}
