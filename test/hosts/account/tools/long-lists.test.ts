// Long lists of an account cost as many messages as long documents: a batch of them must not fill a turn of the listener.
import t from 'tap'
import { loadConfig } from '../../../../src/config/config.ts'
import { accountMcp } from '../../../../src/hosts/account/account-mcp.ts'
import type { Gate } from '../../../../src/http/route/gate.ts'
import { createMemoryBus } from '../../../../src/mcp/bus.ts'
import { createLog } from '../../../../src/shared/log.ts'
import { embeddedDatabase } from '../../../contract/account-content-databases.ts'
import { startApp } from '../../../http/server/start-app.ts'
import { modernFields, modernMessage } from '../../../support/account-client.ts'
import { createMemorySessions } from '../../../support/memory-sessions.ts'
import { SQUARE_LOTTIE } from '../../../support/small-icons.ts'
import { startAccounts, type Json } from './fixture.ts'

const BATCH = 50
const ITEMS = 20
/** 8,000 bytes. */
const LONG = '𝄞'.repeat(2000)
/** Messages beyond the first that a list of all long items costs, at 64 KiB each. A tool writes its texts twice. */
const MORE = Math.ceil((2 * ITEMS * LONG.length * 2) / (64 * 1024)) - 1

const accounts = await startAccounts(t, { database: await embeddedDatabase(t) })

/** An account with lists of this many items of each kind, and an endpoint at which it may spend so many messages more. */
async function startFilled(description: string, messagesLeft: number) {
  const { addresses, content } = accounts
  const principal = await accounts.newAccount()
  const made = { workspace: '', project: '' }
  for (let n = 0; n < ITEMS; n++) {
    const workspace = await content.createWorkspace(principal, { name: `List ${n}`, description })
    made.workspace ||= workspace.ok ? workspace.value.id : ''
    const project = await content.createProject(principal, {
      workspaceId: made.workspace,
      name: `List ${n}`,
      description,
    })
    made.project ||= project.ok ? project.value.id : ''
    await content.createAnimation(principal, {
      projectId: made.project,
      name: `List ${n}`,
      description,
      document: SQUARE_LOTTIE,
    })
  }
  const gate: Gate = () => ({ ok: true, headers: [], subject: principal.grantId, principal })
  let left = messagesLeft
  const charged: number[] = []
  const { routes } = accountMcp({
    config: loadConfig({ HOSTS: 'account' }, 1),
    content,
    addresses,
    users: { find: () => Promise.resolve(null) } as never,
    icons: null,
    sessions: createMemorySessions(),
    bus: createMemoryBus(),
    gate,
    slashGate: gate,
    bodies: { run: () => Promise.reject(new Error('no body is long')) },
    admissions: {
      admit(_, cost) {
        charged.push(cost)
        if (cost > left) return { outcome: 'limited' }
        left -= cost
        return { outcome: 'admitted', session: null }
      },
    },
    stateKey: () => new Uint8Array(32),
    log: createLog({ level: 'fatal' }),
  })
  const { url } = await startApp(t, routes)
  const post = (body: unknown, fields: Readonly<Record<string, string>>) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...fields },
    })
  const call = (name: string, args: Json) => post(...messageOf('tools/call', { name, arguments: args }, name))
  const reads: Readonly<Record<string, () => Promise<Response>>> = {
    list_workspaces: () => call('list_workspaces', { limit: 100 }),
    list_projects: () => call('list_projects', { limit: 100 }),
    list_animations: () => call('list_animations', { limit: 100 }),
    search_account: () => call('search_account', { query: 'list', limit: ITEMS }),
    'resources/list': () => post(...messageOf('resources/list', {})),
    'workspace://': () => post(...readingOf(`workspace://${made.workspace}`)),
    'project://': () => post(...readingOf(`project://${made.project}`)),
  }
  return { charged, post, reads }
}

function messageOf(method: string, params: Json, name?: string) {
  return [modernMessage(method, params), modernFields(method, name)] as const
}

function readingOf(uri: string) {
  return messageOf('resources/read', { uri }, uri)
}

t.test('a list whose texts are long costs a message for each 64 KiB, however it is asked for', async (t) => {
  const { charged, reads } = await startFilled(LONG, 1000)
  for (const [name, read] of Object.entries(reads)) {
    charged.length = 0
    t.equal((await read()).status, 200, name)
    t.strictSame(charged, name === 'resources/list' ? [MORE, MORE, MORE] : [MORE], name)
  }
})

t.test('an ordinary list costs one message', async (t) => {
  const { charged, reads } = await startFilled('What this is for, in a sentence or two. '.repeat(10), 0)
  for (const [name, read] of Object.entries(reads)) t.equal((await read()).status, 200, name)
  t.strictSame(charged, [])
})

t.test('a long list that no messages are left for is refused with 429', async (t) => {
  const { post, reads } = await startFilled(LONG, MORE - 1)
  for (const [name, read] of Object.entries(reads)) {
    const answer = await read()
    t.equal(answer.status, 429, name)
    t.equal(answer.headers.get('retry-after'), '1', name)
    t.match(await answer.json(), { error: { code: -32_000, message: /long documents or lists/ } }, name)
  }
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  }
  const session = (await post(initialize, {})).headers.get('mcp-session-id') ?? ''
  const batch = Array.from({ length: BATCH }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: id % 2 === 0 ? 'tools/call' : 'resources/list',
    params: id % 2 === 0 ? { name: 'list_projects', arguments: { limit: 100 } } : {},
  }))
  const answer = await post(batch, { 'mcp-session-id': session, 'mcp-protocol-version': '2025-03-26' })
  const parts = (await answer.json()) as readonly { readonly error?: { readonly code: number } }[]
  t.strictSame([...new Set(parts.map(({ error }) => error?.code))], [-32_000])
  t.equal(parts.length, BATCH)
})
