// MCP sessions of the account host end when their client or their grant ends them, and not with a process or a store.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import t, { type Test } from 'tap'
import { connect, connectNew, signIn, signUp, type Application, type Place } from '../support/account-client.ts'
import { startAccount, startAccountNodes, type AccountNode } from '../support/account-service.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { freePort } from '../support/free-port.ts'
import { embeddedFolder } from '../support/start-embedded.ts'
import { startPostgres } from '../support/start-postgres.ts'
import { startRedis } from '../support/start-redis.ts'

const INFO = { name: 'test', version: '1' }

/** Calls `whoami` as a program does, and gives back all that it learned. */
type Whoami = () => Promise<unknown>

/** Connects the clients that programs are built on, each with a session, at an address of the endpoint. */
async function connectClients(t: Test, url: string, access: string): Promise<ReadonlyMap<string, Whoami>> {
  const headers = { Authorization: `Bearer ${access}` }
  const first = new Client1(INFO)
  await first.connect(new Transport1(new URL(url), { requestInit: { headers } }))
  const second = new Client2(INFO, { versionNegotiation: { mode: 'legacy' } })
  await second.connect(new Transport2(new URL(url), { requestInit: { headers } }))
  const proxy = join(dirname(createRequire(import.meta.url).resolve('mcp-remote/package.json')), 'dist/proxy.js')
  const remote = new Client1(INFO)
  await remote.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [proxy, url, '--allow-http', '--header', `Authorization: Bearer ${access}`],
      env: { PATH: process.env['PATH'] ?? '', MCP_REMOTE_CONFIG_DIR: await temporaryFolder(t) },
      stderr: 'ignore',
    }),
  )
  t.teardown(() => Promise.all([first.close(), second.close(), remote.close()]))
  return new Map<string, Whoami>([
    ['SDK 1.x', () => first.callTool({ name: 'whoami' })],
    ['SDK 2.x', () => second.callTool({ name: 'whoami' })],
    ['mcp-remote', () => remote.callTool({ name: 'whoami' })],
  ])
}

async function statusOf(application: Application, place: Place, session: string): Promise<number> {
  return (await application.ask(place, session, 'tools/list')).status
}

function end({ tokens }: Application, { nodeUrl }: Place, session: string): Promise<Response> {
  const headers = { authorization: `Bearer ${tokens.access}`, 'mcp-session-id': session }
  return fetch(`${nodeUrl}/mcp`, { method: 'DELETE', headers })
}

t.test('with nothing but the embedded database', async (t) => {
  const env = { DATA_DIR: await embeddedFolder(t, { tables: true }), ACCOUNT_PORT: String(await freePort()) }
  let node = await startAccount(t, env)
  const person = await signUp(node)
  const application = await connect(node, person)
  const [session, ended] = [await application.initialize(node), await application.initialize(node)]
  t.equal((await end(application, node, ended)).status, 204)
  t.equal(await statusOf(application, node, ended), 404)
  t.equal((await end(application, node, ended)).status, 404)
  const clients = await connectClients(t, `${node.accountUrl}/mcp/`, application.tokens.access)
  for (const [name, whoami] of clients) t.match(JSON.stringify(await whoami()), person.email, name)

  await node.stop()
  node = await startAccount(t, env)

  await t.test('clients go on after a restart, without a new initialize', async (t) => {
    for (const round of ['at once', 'and again']) {
      for (const [name, whoami] of clients) t.match(JSON.stringify(await whoami()), person.email, `${name} ${round}`)
    }
    t.equal(await statusOf(application, node, session), 200)
    t.equal((await end(application, node, session)).status, 204)
    t.equal(await statusOf(application, node, session), 404)
  })

  await t.test('that a session was ended is known as long as the process runs', async (t) => {
    t.equal(await statusOf(application, node, ended), 200)
  })

  await t.test('a session is of no use to others, nor when its grant is revoked', async (t) => {
    await signIn(node, person)
    const other = await connect(node, person)
    const own = await other.initialize(node)
    t.equal(await statusOf(application, node, own), 404, 'another grant of the person')
    t.equal(await statusOf(await connectNew(node), node, own), 404, 'another person')
    t.equal(await statusOf(other, node, own), 200)
    t.equal((await other.revoke(node)).status, 200)
    t.equal(await statusOf(other, node, own), 401)
  })
  await node.stop()
})

t.test('with two nodes', async (t) => {
  const [postgres, redis] = await Promise.all([startPostgres(t), startRedis(t)])
  const env = { DATABASE_URL: await postgres.createDatabase(), REDIS_URL: redis.url }
  const [a, b] = (await startAccountNodes(t, 2, env)) as readonly [AccountNode, AccountNode]
  const application = await connectNew(a)
  const [session, ended] = [await application.initialize(a), await application.initialize(a)]

  await t.test('a session that was ended at one is ended at the other', async (t) => {
    t.equal(await statusOf(application, b, session), 200)
    t.equal((await end(application, a, ended)).status, 204)
    for (const place of [a, b]) t.equal(await statusOf(application, place, ended), 404)
    const keys = await redis.command(['KEYS', 'signpost:account:session:*'])
    t.match(keys, session.split('.')[0])
    t.match(keys, ended.split('.')[0])
  })

  await t.test('a Redis that has lost everything ends none', async (t) => {
    await redis.command(['FLUSHALL'])
    for (const place of [b, a]) t.equal(await statusOf(application, place, session), 200)
    t.equal((await end(application, b, session)).status, 204)
    for (const place of [a, b]) t.equal(await statusOf(application, place, session), 404)
    t.equal(await statusOf(application, a, ended), 200, 'its end was known to that Redis alone')
  })
})
