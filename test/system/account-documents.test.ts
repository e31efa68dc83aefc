// Documents that are too large for a conversation, by programs as people run them.
import { createHash } from 'node:crypto'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { largeLottie, lottieText } from '../account/content/lottie-sample.ts'
import { connect, contentOf, signUp, type Application, type Json, type Place } from '../support/account-client.ts'
import { startAccount, startAccountNodes } from '../support/account-service.ts'
import { connectTestRedis } from '../support/connect-redis.ts'
import { freePort } from '../support/free-port.ts'
import { embeddedFolder } from '../support/start-embedded.ts'
import { startPostgres } from '../support/start-postgres.ts'
import { startRedis } from '../support/start-redis.ts'

/** A client refuses results of more than 25,000 tokens. */
const ANSWER_LIMIT_TOKENS = 10_000
const LARGE = largeLottie()

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

async function connectClient(t: Test, { nodeUrl }: Place, { tokens }: Application): Promise<Client> {
  const requestInit = { headers: { authorization: `Bearer ${tokens.access}` } }
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${nodeUrl}/mcp`), { requestInit }))
  t.teardown(() => client.close())
  // From here on results are checked against the schemas of the tools.
  await client.listTools()
  return client
}

interface Result {
  readonly content: readonly { readonly type: string; readonly text?: string; readonly uri?: string }[]
  readonly structuredContent: Json
}

/** A connection may read and send two such documents a second, and is told to wait. */
async function patiently<T>(ask: () => Promise<T>, isLimited: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (!isLimited(answer)) return answer
    await sleep(1000)
  }
}

async function toolOf(application: Application, place: Place, name: string, args: Json): Promise<Json> {
  return contentOf(
    await patiently(
      () => application.call(place, name, args),
      ({ status }) => status === 429,
    ),
  )
}

/** Calls a tool. Each answer, with both of its halves, must find room in a conversation, and its text must be its record. */
async function callOf(t: Test, client: Client, name: string, args: Json): Promise<Result> {
  const limited = (error: unknown): null => {
    if ((error as { readonly code?: unknown }).code === 429) return null
    throw error
  }
  const result = (await patiently(
    () => client.callTool({ name, arguments: args }).catch(limited),
    (answer) => answer === null,
  )) as unknown as Result
  const tokens = countTokens(JSON.stringify(result))
  t.ok(tokens < ANSWER_LIMIT_TOKENS, `${name}: ${tokens} tokens`)
  return result
}

async function makeProject(application: Application, place: Place): Promise<string> {
  const { id } = await toolOf(application, place, 'create_workspace', { name: 'One' })
  return String((await toolOf(application, place, 'create_project', { workspace_id: id, name: 'One' }))['id'])
}

/** At the node, whatever the public address is. */
function at({ accountUrl, nodeUrl }: Place, url: unknown): string {
  return String(url).replace(accountUrl, nodeUrl)
}

const send = (url: string, init: RequestInit = {}): Promise<Response> =>
  patiently(
    () => fetch(url, init),
    ({ status }) => status === 429,
  )

const put = (url: string, body: string): Promise<Response> => send(url, { method: 'PUT', body })

t.test('a document of 1.5 MiB goes in and out beside the conversation', async (t) => {
  const node = await startAccount(t)
  const application = await connect(node, await signUp(node))
  const client = await connectClient(t, node, application)
  const project = await makeProject(application, node)

  const upload = await callOf(t, client, 'upload_animation', { project_id: project, name: '大' })
  t.match(upload.structuredContent['note'], `curl -T animation.json ${String(upload.structuredContent['upload_url'])}`)
  t.same(JSON.parse(upload.content[0]?.text ?? ''), upload.structuredContent)
  const made = await put(at(node, upload.structuredContent['upload_url']), LARGE)
  t.equal(made.status, 201)
  const record = (await made.json()) as Json
  t.match(record, { sha256: sha256(LARGE), size_bytes: Buffer.byteLength(LARGE), version: 1 })

  const id = record['id']
  for (const asked of [{ include_document: true }, { download: true }]) {
    const { content, structuredContent: got } = await callOf(t, client, 'get_animation', { id, ...asked })
    t.same(JSON.parse(content[0]?.text ?? ''), got, 'the text is the record')
    t.match(got, { ...record, document_expires_at: /^\d{4}-.*Z$/ })
    t.match(got['document_note'], `curl -o ${String(id)}.json ${String(got['document_url'])}`)
    t.notOk('document' in got)
    t.match(content[1], {
      type: 'resource_link',
      uri: got['document_url'],
      name: '大.json',
      size: record['size_bytes'],
    })
    const file = await (await send(at(node, got['document_url']))).text()
    t.equal(sha256(file), record['sha256'])
  }

  const changed = LARGE.replace('"w":512', '"w":500')
  const again = await callOf(t, client, 'upload_animation', { id, expected_version: 1 })
  const replaced = await put(at(node, again.structuredContent['upload_url']), changed)
  t.match(await replaced.json(), { id, version: 2, width: 500, sha256: sha256(changed) })
  const stale = await callOf(t, client, 'upload_animation', { id, expected_version: 1 })
  t.match(stale, { isError: true, content: [{ text: /current_version: 2\./ }] })

  for (const [name, args] of [
    ['whoami', {}],
    ['list_workspaces', {}],
    ['list_projects', {}],
    ['list_animations', { project_id: project }],
    ['get_project', { id: project }],
    ['search_account', { query: '大' }],
    ['duplicate_animation', { id }],
    ['update_animation', { id, expected_version: 2, description: 'Large' }],
    ['get_animation', { id }],
  ] as const) {
    await callOf(t, client, name, args)
  }

  await t.test('up to 8 KiB it stands in the answer', async (t) => {
    const short = lottieText({ nm: 'x'.repeat(7_000) })
    const args = { project_id: project, name: 'Short', document: JSON.parse(short) as Json }
    const { id: shortId } = (await callOf(t, client, 'create_animation', args)).structuredContent
    const { content, structuredContent } = await callOf(t, client, 'get_animation', {
      id: shortId,
      include_document: true,
    })
    t.equal(JSON.stringify(structuredContent['document']), short)
    t.same(JSON.parse(content[0]?.text ?? ''), structuredContent)
  })

  await t.test(
    'clients of the oldest revisions get the address as text, and no content that they do not know',
    async (t) => {
      const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
      const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
      const begun = await patiently(
        () => application.post(node, message),
        ({ status }) => status === 429,
      )
      const session = begun.headers.get('mcp-session-id') ?? ''
      const asked = { name: 'get_animation', arguments: { id, download: true } }
      const { text } = await patiently(
        () => application.ask(node, session, 'tools/call', asked),
        ({ status }) => status === 429,
      )
      t.match(text, /"text":"[^}]*document_url/)
      t.notMatch(text, /resource_link/)
    },
  )

  await t.test('no line of the log has a token', async (t) => {
    const lines = JSON.stringify(node.logs)
    t.match(lines, '"route":"/documents/{token}"')
    t.notMatch(lines, String(upload.structuredContent['upload_url']).slice(-43))
  })
})

t.test('addresses outlive the process that gave them', async (t) => {
  const env = { DATA_DIR: await embeddedFolder(t, { tables: true }), ACCOUNT_PORT: String(await freePort()) }
  const node = await startAccount(t, env)
  const application = await connect(node, await signUp(node))
  const project = await makeProject(application, node)
  const upload = await toolOf(application, node, 'upload_animation', { project_id: project, name: 'One' })
  await node.stop()
  const next = await startAccount(t, env)
  const made = await put(at(next, upload['upload_url']), LARGE)
  t.equal(made.status, 201)
  const { id } = (await made.json()) as Json
  const got = await toolOf(application, next, 'get_animation', { id, include_document: true })
  t.equal(sha256(await (await send(at(next, got['document_url']))).text()), sha256(LARGE))
})

t.test('two nodes with PostgreSQL and Redis', async (t) => {
  const [postgres, redis] = await Promise.all([startPostgres(t), startRedis(t)])
  const env = { DATABASE_URL: await postgres.createDatabase(), REDIS_URL: redis.url }
  const nodes = await startAccountNodes(t, 2, env)
  const [a, b] = [nodes[0]!, nodes[1]!]
  const application = await connect(a, await signUp(a))
  const project = await makeProject(application, a)
  const uploadOf = async (place: Place, args: Json): Promise<unknown> =>
    (await toolOf(application, place, 'upload_animation', args))['upload_url']

  await t.test('what one gives the other takes, once, even if Redis loses everything', async (t) => {
    const url = await uploadOf(a, { project_id: project, name: 'One' })
    await (await connectTestRedis(t, redis.url)).client.flushall()
    const answers = await Promise.all([put(at(a, url), LARGE), put(at(b, url), LARGE)])
    t.same(new Set(answers.map(({ status }) => status)), new Set([201, 404]))
    const { animations } = await toolOf(application, b, 'list_animations', { project_id: project })
    t.match(animations, [{ name: 'One', sha256: sha256(LARGE) }])
    t.equal((animations as readonly unknown[]).length, 1)
  })

  await t.test('a grant that ends at one ends its addresses at the other', async (t) => {
    const { animations } = (await toolOf(application, b, 'list_animations', { project_id: project })) as {
      readonly animations: readonly Json[]
    }
    const { id } = animations[0]!
    const reading = (await toolOf(application, a, 'get_animation', { id, download: true }))['document_url']
    const writing = await uploadOf(a, { id, expected_version: 1 })
    t.equal((await send(at(b, reading), { method: 'HEAD' })).status, 200)
    await application.revoke(a)
    t.equal((await send(at(b, reading))).status, 404)
    t.equal((await put(at(b, writing), LARGE)).status, 404)
  })
})
