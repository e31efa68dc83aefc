// Rotation of the key that signs access tokens of the account host, on running services.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { importJWK, SignJWT, type JWK } from 'jose'
import t from 'tap'
import type { Test } from 'tap'
import { TEST_FLAGS } from '../../scripts/test-flags.ts'
import { markLeft, unmarkLeft } from '../../src/store/embedded/left-database.ts'
import { newObjectId } from '../../src/shared/object-id.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { freePort } from '../support/free-port.ts'
import { startPostgres, type TestPostgres } from '../support/start-postgres.ts'
import { startService, type RunningService } from '../support/start-service.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/commands/signpost.js', import.meta.url))
/** Issuer of every node, because clients see one service. */
const ACCOUNT_URL = 'https://account.example'

interface Node {
  readonly origin: string
  readonly service: RunningService
}

async function startNode(t: Test, env: Readonly<Record<string, string>> = {}): Promise<Node> {
  const port = await freePort()
  const service = await startService(t, { env: { HOSTS: 'account', ACCOUNT_PORT: `${port}`, ACCOUNT_URL, ...env } })
  return { origin: `http://127.0.0.1:${port}`, service }
}

async function rotate(env: Readonly<Record<string, string>>, ...args: string[]) {
  const child = spawn(process.execPath, [...TEST_FLAGS, PROGRAM, 'keys', 'rotate', ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, error] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, error, kid: /New key (\S+)/.exec(out)?.[1] ?? '' }
}

async function publishedKids({ origin }: Node): Promise<string[]> {
  const answer = await fetch(`${origin}/.well-known/jwks.json`)
  const { keys } = (await answer.json()) as { keys: readonly { kid: string }[] }
  return keys.map(({ kid }) => kid)
}

/** Waits for a condition. Other nodes may learn of a change a moment later. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(50)
}

/** Makes a token with the newest key in the database, as the token endpoint does. */
async function newToken(postgres: TestPostgres): Promise<string> {
  const [row] = await postgres.query('select private_jwk from signing_keys order by active_from desc')
  const jwk = row?.['private_jwk'] as JWK
  const nowSeconds = Math.floor(Date.now() / 1000)
  const claims = {
    iss: ACCOUNT_URL,
    sub: newObjectId('usr', Date.now()),
    aud: `${ACCOUNT_URL}/mcp`,
    client_id: newObjectId('cli', Date.now()),
    scope: 'mcp:full',
    grant_id: newObjectId('grt', Date.now()),
    jti: 'test',
    iat: nowSeconds,
    exp: nowSeconds + 600,
  }
  const header = { alg: 'ES256', typ: 'at+jwt', kid: jwk.kid ?? '' }
  return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(jwk, 'ES256'))
}

async function statusWith({ origin }: Node, token: string): Promise<number> {
  const clientInfo = { name: 'test', version: '1' }
  const answer = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    }),
  })
  await answer.text()
  return answer.status
}

const postgres = await startPostgres(t)

t.test('nodes that share a PostgreSQL follow a rotation, and one at once ends every token', async (t) => {
  const env = { DATABASE_URL: postgres.url }
  const nodes = await Promise.all([startNode(t, env), startNode(t, env)])
  const [first] = nodes
  const all = async (holds: (node: Node) => Promise<boolean>): Promise<boolean> =>
    (await Promise.all(nodes.map(holds))).every(Boolean)
  await until(() => all(async (node) => (await publishedKids(node)).length > 0))
  const old = await newToken(postgres)
  for (const node of nodes) t.equal(await statusWith(node, old), 200)

  const next = await rotate({ ...env, DATA_DIR: first.service.dataDir }, '--host', 'account')
  t.match(next, { code: 0, error: '', out: new RegExp(`Process ${first.service.pid} .*was signalled`) })
  await until(() => all(async (node) => (await publishedKids(node)).includes(next.kid)))
  for (const node of nodes) t.equal(await statusWith(node, old), 200, 'what the old key has signed is good')
  const young = await newToken(postgres)
  for (const node of nodes) t.equal(await statusWith(node, young), 200)

  const last = await rotate({ ...env, DATA_DIR: first.service.dataDir }, '--host', 'account', '--now')
  t.match(last, { code: 0, error: '' })
  await until(() => all(async (node) => (await publishedKids(node)).join(' ') === last.kid))
  for (const node of nodes) {
    for (const token of [old, young]) t.equal(await statusWith(node, token), 401)
    t.equal(await statusWith(node, await newToken(postgres)), 200)
  }
})

t.test('the process with the embedded database rotates the key when it is asked', async (t) => {
  const node = await startNode(t)
  const { dataDir } = node.service
  await until(async () => (await publishedKids(node)).length > 0)
  const [before] = await publishedKids(node)
  const next = await rotate({ DATA_DIR: dataDir }, '--host', 'account')
  t.match(next, { code: 0, error: '', out: new RegExp(`Process ${node.service.pid} .*was signalled`) })
  await until(async () => (await publishedKids(node)).toSorted().join() === [before ?? '', next.kid].toSorted().join())
  const last = await rotate({ DATA_DIR: dataDir }, '--host', 'account', '--now')
  t.match(last, { code: 0, error: '' })
  await until(async () => (await publishedKids(node)).join() === last.kid)

  await node.service.stop()
  const alone = await rotate({ DATA_DIR: dataDir }, '--host', 'account', '--now')
  t.match(alone, { code: 0, error: '', out: new RegExp(`Dropped ${last.kid}`) })
  markLeft(dataDir, new Date())
  t.match(await rotate({ DATA_DIR: dataDir }, '--host', 'account'), {
    code: 1,
    out: '',
    error: /was copied to another one/,
  })
  unmarkLeft(dataDir)
  const again = await startNode(t, { DATA_DIR: dataDir })
  await until(async () => (await publishedKids(again)).length > 0)
  t.strictSame(await publishedKids(again), [alone.kid])
})

t.test('where it fails is said plainly, and nothing has changed', async (t) => {
  const env = { DATA_DIR: await temporaryFolder(t) }
  t.match(await rotate(env), { code: 2, error: /needs --host account/ })
  t.match(await rotate(env, '--host', 'icons'), { code: 2, error: /--host account/ })
  t.match(await rotate({ ...env, LOG_LEVEL: 'loud' }, '--host', 'account'), { code: 1, error: /LOG_LEVEL/ })
  t.match(await rotate(env, '--host', 'account'), { code: 1, error: /no database under/ })
  const away = { ...env, DATABASE_URL: `postgres://postgres@127.0.0.1:${await freePort()}/postgres` }
  t.match(await rotate(away, '--host', 'account'), { code: 1, error: /does not answer/ })
  const empty = await postgres.createDatabase()
  t.match(await rotate({ ...env, DATABASE_URL: empty }, '--host', 'account'), {
    code: 1,
    error: /no tables yet/,
  })
})
