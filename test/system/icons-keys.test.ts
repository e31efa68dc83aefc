// Replacement of the signing key on running services (docs/spec/interface.md §5.3, docs/spec/choices.md §3).
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import t from 'tap'
import { createIconsClient, jsonOf, JWT_BEARER, refusalOf, type IconsClient } from '../support/icons-client.ts'
import { limitsAreShared, signingKeyFile, startNodes, startSmallIcons } from '../support/small-icons-service.ts'
import { startPostgres } from '../support/start-postgres.ts'
import { startRedis } from '../support/start-redis.ts'
import type { RunningService } from '../support/start-service.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/commands/signpost.js', import.meta.url))
/** Limit for a replacement to take effect everywhere. The promise is one second; the rest is for a busy machine. */
const REPLACED_LIMIT_MS = 5000

/** Runs `npm run keys:replace -- --host icons` for this service. */
async function replaceKey({ env }: RunningService, ...more: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, [PROGRAM, 'keys', 'replace', '--host', 'icons', ...more], {
    env: { PATH: process.env['PATH'], ...env },
  })
  return (await run).stdout
}

interface Credentials {
  readonly token: string
  readonly assertion: string
  readonly kid: unknown
}

async function kidsOf({ ask }: IconsClient): Promise<unknown[]> {
  const { keys } = jsonOf(await ask('/.well-known/jwks.json')) as { keys: readonly { kid: string }[] }
  return keys.map(({ kid }) => kid)
}

/** Obtains every kind of credential that the current key signs. */
async function newCredentials(client: IconsClient): Promise<Credentials> {
  const assertion = await client.newAssertion()
  const exchanged = jsonOf(await client.exchange({ grant_type: JWT_BEARER, assertion }))
  const token = exchanged['access_token'] as string
  const { kid } = JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string }
  return { assertion, token, kid }
}

async function isGood(client: IconsClient, { assertion, kid, token }: Credentials): Promise<boolean> {
  const used = await client.ask('/api/v1/sets', { token })
  const exchanged = await client.exchange({ grant_type: JWT_BEARER, assertion })
  const kids = await kidsOf(client)
  return used.status === 200 && exchanged.status === 200 && kids.length === 1 && kids[0] === kid
}

async function isEnded(client: IconsClient, { assertion, kid, token }: Credentials): Promise<boolean> {
  const used = await client.ask('/api/v1/sets', { token })
  const exchanged = await client.exchange({ grant_type: JWT_BEARER, assertion })
  return (
    used.status === 401 &&
    used.headers.get('www-authenticate')?.startsWith('Bearer error="invalid_token"') === true &&
    refusalOf(exchanged).join(' ') === '400 invalid_grant' &&
    !(await kidsOf(client)).includes(kid)
  )
}

/** Waits until the condition holds. @returns milliseconds. Rejects after the limit */
async function waitFor(holds: () => Promise<boolean>, limitMs = REPLACED_LIMIT_MS): Promise<number> {
  const since = performance.now()
  while (!(await holds())) {
    if (performance.now() - since > limitMs) throw new Error(`not after ${limitMs} ms`)
    await sleep(10)
  }
  return Math.round(performance.now() - since)
}

t.test('replacing the key of one process ends what it has signed, and holds nobody up', async (t) => {
  const service = await startSmallIcons(t)
  const client = createIconsClient(t, service.iconsUrl)
  const old = await newCredentials(client)
  t.ok(await isGood(client, old))
  const file = join(service.dataDir, 'keys', 'icons.jwk')
  t.equal(statSync(file).mode & 0o777, 0o600)

  const visitor = createIconsClient(t, service.iconsUrl)
  const statuses = new Map<number, number>()
  let visiting = true
  const visits = (async () => {
    while (visiting) {
      const { status } = await visitor.ask('/api/v1/icons?q=circle')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await sleep(10)
    }
  })()
  t.match(await replaceKey(service), `Process ${service.pid} at `)
  const tookMs = await waitFor(() => isEnded(client, old))
  visiting = false
  await visits
  t.comment(`ended ${tookMs} ms after the command`)
  t.strictSame([...statuses.keys()], [200], 'requests without a token go on')
  t.equal(statSync(file).mode & 0o777, 0o600)

  const next = await newCredentials(client)
  t.not(next.kid, old.kid)
  t.ok(await isGood(client, next))
  t.equal(
    (
      await client.ask('/mcp', {
        method: 'POST',
        token: old.token,
        body: '{}',
        fields: ['Content-Type: application/json'],
      })
    ).status,
    401,
  )
})

t.test('a key that an operator puts into the file is in force from SIGHUP on, and a broken one is not', async (t) => {
  const service = await startSmallIcons(t, { ICONS_SIGNING_KEY_FILE: await signingKeyFile(t) })
  const file = service.env['ICONS_SIGNING_KEY_FILE']!
  const client = createIconsClient(t, service.iconsUrl)
  const old = await newCredentials(client)

  service.signal('SIGHUP')
  await service.logged('the content has not changed')
  t.ok(await isGood(client, old), 'the same key in the file changes nothing')

  const faults = service.logs.length
  writeFileSync(file, 'none')
  service.signal('SIGHUP')
  await waitFor(async () => service.logs.slice(faults).some(({ level, msg }) => level >= 50 && /key/.test(msg)))
  t.ok(await isGood(client, old), 'a file without a key changes nothing but the log')

  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  service.signal('SIGHUP')
  t.comment(`ended after ${await waitFor(() => isEnded(client, old))} ms`)
  t.ok(await isGood(client, await newCredentials(client)))
})

t.test('two processes on one Redis and one key file replace it together', async (t) => {
  const redis = await startRedis(t)
  const nodes = await startNodes(t, 2, { REDIS_URL: redis.url, ICONS_SIGNING_KEY_FILE: await signingKeyFile(t) })
  await Promise.all(nodes.map((node) => limitsAreShared(node, redis)))
  const [here, there] = nodes.map(({ nodeUrl }) => createIconsClient(t, nodeUrl))
  const old = await newCredentials(here!)
  t.ok(await isGood(there!, old), 'what one has signed the other takes')

  await replaceKey(nodes[0]!)
  const took = await Promise.all([here!, there!].map((client) => waitFor(() => isEnded(client, old))))
  t.comment(`ended ${took.join(' and ')} ms after the command`)
  for (const [by, at] of [
    [here!, there!],
    [there!, here!],
  ] as const) {
    const next = await newCredentials(by)
    t.not(next.kid, old.kid)
    t.ok(await isGood(at, next))
  }
})

t.test('a process whose file still has the old key uses none, until the new one is there', async (t) => {
  const redis = await startRedis(t)
  const files = [await signingKeyFile(t), await signingKeyFile(t)] as const
  copyFileSync(files[0], files[1])
  const startWith = (file: string) => startNodes(t, 1, { REDIS_URL: redis.url, ICONS_SIGNING_KEY_FILE: file })
  const [[first], [second]] = await Promise.all([startWith(files[0]), startWith(files[1])])
  await Promise.all([first!, second!].map((node) => limitsAreShared(node, redis)))
  const [here, there] = [first!, second!].map(({ nodeUrl }) => createIconsClient(t, nodeUrl))
  const old = await newCredentials(there!)
  copyFileSync(files[0], `${files[0]}.old`)

  await replaceKey(first!)
  await waitFor(() => isEnded(here!, old))
  await waitFor(async () => (await there!.ask('/api/v1/sets', { token: old.token })).status === 401)
  t.strictSame(await kidsOf(there!), [])
  const registration = await there!.register()
  t.strictSame(refusalOf(registration), [503, 'temporarily_unavailable'])
  t.ok(Number(registration.headers.get('retry-after')) >= 1)
  t.equal((await there!.ask('/api/v1/sets')).status, 200, 'requests without a token go on')
  t.equal((await there!.ask('/readyz')).status, 200)

  copyFileSync(files[0], files[1])
  second!.signal('SIGHUP')
  const next = await newCredentials(here!)
  await waitFor(() => isGood(there!, next))

  // A node that finds the old key must not restore it.
  copyFileSync(`${files[0]}.old`, files[1])
  second!.signal('SIGHUP')
  await waitFor(async () => (await there!.register()).status === 503)
  t.equal((await there!.ask('/api/v1/sets', { token: old.token })).status, 401)
  t.ok(await isGood(here!, next), 'and elsewhere nothing has changed')
})

t.test('nodes with one PostgreSQL need no key file, and count together what is searched', async (t) => {
  const postgres = await startPostgres(t)
  const env = { DATABASE_URL: postgres.url, SEARCH_ANALYTICS: 'on' }
  const nodes = await startNodes(t, 2, env)
  const clients = nodes.map(({ nodeUrl }) => createIconsClient(t, nodeUrl))
  const [here, there] = [clients[0]!, clients[1]!]
  for (const client of clients) await waitFor(async () => (await kidsOf(client)).length === 1)
  const old = await newCredentials(here)
  t.ok(await isGood(there, old), 'both have taken one key from an empty database')
  t.notOk(existsSync(join(nodes[0]!.dataDir, 'keys')), 'there is no file to copy')

  await postgres.stop()
  for (const client of clients) t.ok(await isGood(client, old), 'the key stays while the database is away')
  // A node that starts now has no key, and serves what needs none.
  const [late] = await startNodes(t, 1, env)
  const latecomer = createIconsClient(t, late!.nodeUrl)
  t.equal((await latecomer.register()).status, 503)
  t.equal((await latecomer.ask('/api/v1/sets')).status, 200)
  for (const client of clients) for (let n = 0; n < 3; n++) await client.ask('/api/v1/icons?q=circle')
  t.match((await reportOf(nodes[0]!)).page, 'this machine alone')
  await postgres.restart()
  await waitFor(() => isGood(latecomer, old))

  t.match(await replaceKey(nodes[0]!), /New key in the database/)
  for (const client of [here, there, latecomer]) await waitFor(() => isEnded(client, old))
  const next = await newCredentials(there)
  for (const client of [here, latecomer]) t.ok(await isGood(client, next))

  await waitFor(async () => (await reportOf(nodes[1]!)).page.includes('all nodes'))
  await waitFor(async () => /"icons","en","circle",6,/.test((await reportOf(nodes[0]!)).queries))

  // A key file wins. What it has is put into the database, so that nodes can go on without it.
  const file = { ...nodes[0]!, env: { ...nodes[0]!.env, ICONS_SIGNING_KEY_FILE: await signingKeyFile(t) } }
  t.match(await replaceKey(file, '--to-database'), /remove .*icons\.jwk on each node, and unset ICONS_SIGNING_KEY_FILE/)
  for (const client of [here, there, latecomer]) await waitFor(() => isEnded(client, next))
})

/** The report of what is searched, as a page and as a table of queries. */
async function reportOf({ metricsUrl }: RunningService): Promise<{ page: string; queries: string }> {
  const get = async (path: string): Promise<string> => (await fetch(metricsUrl.replace('/metrics', path))).text()
  return { page: await get('/report'), queries: await get('/report.csv') }
}
