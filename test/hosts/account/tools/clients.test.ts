// The account's tools in the hands of the SDK's clients, which hold every result against its schema.
import t, { type Test } from 'tap'
import type { Gate } from '../../../../src/http/route/gate.ts'
import { createMemorySessions } from '../../../support/memory-sessions.ts'
import { ACCOUNT_BODY_LIMIT_BYTES } from '../../../../src/hosts/account/account-mcp.ts'
import { accountResources } from '../../../../src/hosts/account/tools/account-resources.ts'
import { connectClient1, connectClient2 } from '../../../conformance/clients.ts'
import { startTwinHost } from '../../../conformance/twin-host.ts'
import { embeddedDatabase } from '../../../contract/account-content-databases.ts'
import { SQUARE_LOTTIE } from '../../../support/small-icons.ts'
import { startAccounts, type Json } from './fixture.ts'

const SQUARE = JSON.parse(SQUARE_LOTTIE) as Json
const accounts = await startAccounts(t, { database: await embeddedDatabase(t) })

/** What both generations of the client have in common, as far as it is used here. */
interface Client {
  listTools(): Promise<{ readonly tools: readonly object[] }>
  callTool(params: { name: string; arguments?: Json }): Promise<object>
  readResource(params: { uri: string }): Promise<object>
  listResources(): Promise<{ readonly resources: readonly object[] }>
}

/** The endpoint for one person. */
async function startEndpoint(t: Test): Promise<string> {
  const principal = await accounts.newAccount()
  const gate: Gate = () => ({ ok: true, headers: [], subject: principal.grantId, principal })
  const { url } = await startTwinHost(t, {
    gate,
    tools: accounts.tools,
    resources: accountResources(accounts.content),
    sessions: createMemorySessions(),
    bodyLimitBytes: ACCOUNT_BODY_LIMIT_BYTES,
    cacheScope: 'private',
  })
  return url
}

/** Uses every tool but those that delete; answers ids of what is there then. */
async function useAll(t: Test, client: Client) {
  t.equal((await client.listTools()).tools.length, 21)
  const get = async (name: string, args: Json = {}): Promise<Json> => {
    const result = (await client.callTool({ name, arguments: args })) as { structuredContent?: Json; isError?: boolean }
    if (result.structuredContent === undefined) throw new Error(`${name}: ${JSON.stringify(result)}`)
    return result.structuredContent
  }
  t.match(await get('whoami'), { user_id: /^usr_/ })
  const { id: workspace } = await get('create_workspace', { name: 'One' })
  const { id: other } = await get('create_workspace', { name: 'Other' })
  await get('update_workspace', { id: workspace, expected_version: 1, name: 'Two' })
  t.match(await get('get_workspace', { id: workspace }), { name: 'Two' })
  t.match(await get('list_workspaces'), { workspaces: [{}, {}] })
  const { id: project } = await get('create_project', { workspace_id: workspace, name: 'One' })
  await get('update_project', { id: project, expected_version: 1, name: 'Two' })
  await get('move_project', { id: project, to_workspace_id: other, expected_version: 2 })
  t.match(await get('get_project', { id: project }), { workspace_id: other, version: 3 })
  t.match(await get('list_projects'), { projects: [{ id: project }] })
  const big = { ...SQUARE, nm: 'x'.repeat(2 * 1024 * 1024 - SQUARE_LOTTIE.length - 10) }
  const { id: animation } = await get('create_animation', { project_id: project, name: 'One', document: big })
  t.match(await get('get_animation', { id: animation, include_document: true }), { document_url: /\/documents\// })
  t.match(await get('upload_animation', { id: animation, expected_version: 1 }), { upload_url: /\/documents\// })
  await get('update_animation', { id: animation, expected_version: 1, document: SQUARE })
  t.same((await get('get_animation', { id: animation, include_document: true }))['document'], SQUARE)
  const { id: copy } = await get('duplicate_animation', { id: animation })
  await get('move_animation', { id: copy, to_project_id: project, expected_version: 1 })
  t.match(await get('list_animations', { project_id: project }), { animations: [{}, {}] })
  t.match(await get('search_account', { query: 'two' }), { results: [{}, {}] })
  t.equal((await client.listResources()).resources.length, 5)
  t.match(await client.readResource({ uri: `animation://${String(animation)}` }), {
    contents: [{ text: SQUARE_LOTTIE }],
  })
  const stale = await client.callTool({
    name: 'update_project',
    arguments: { id: project, expected_version: 1, name: 'x' },
  })
  t.match(stale, { isError: true, content: [{ text: /current_version: 3/ }] })
  t.match(await get('delete_animation', { id: copy }), { id: copy })
  return { workspace: other, project }
}

t.test('the client of SDK 1.x uses everything, and deletes with recursive', async (t) => {
  const client = await connectClient1(t, await startEndpoint(t))
  const { project } = await useAll(t, client)
  const refused = await client.callTool({ name: 'delete_project', arguments: { id: project } })
  t.match(refused, { isError: true, content: [{ text: /1 animation.*recursive: true/ }] })
  const deleted = await client.callTool({ name: 'delete_project', arguments: { id: project, recursive: true } })
  t.match(deleted, { structuredContent: { id: project, animations: 1 } })
})

t.test('the client of SDK 2.x uses everything, and asks its person before it deletes', async (t) => {
  const client = await connectClient2(t, await startEndpoint(t), { pin: '2026-07-28' })
  const { workspace } = await useAll(t, client)
  const shown: string[] = []
  let agrees = false
  client.setRequestHandler('elicitation/create', ({ params }) => {
    shown.push(params.message)
    return { action: 'accept', content: { confirm: agrees } }
  })
  const kept = await client.callTool({ name: 'delete_workspace', arguments: { id: workspace } })
  t.match(kept, { isError: true, content: [{ text: /Nothing was deleted/ }] })
  agrees = true
  const deleted = await client.callTool({ name: 'delete_workspace', arguments: { id: workspace } })
  t.match(deleted, { structuredContent: { id: workspace, projects: 1, animations: 1 } })
  t.match(shown, [/1 project and 1 animation/, /1 project and 1 animation/])
})

t.test('clients of both SDKs see and call only the toolsets that the address chooses', async (t) => {
  const url = `${await startEndpoint(t)}?toolsets=projects,search`
  const clients: readonly Client[] = [
    await connectClient1(t, url),
    await connectClient2(t, url, 'legacy'),
    await connectClient2(t, url, { pin: '2026-07-28' }),
  ]
  for (const client of clients) {
    const names = (await client.listTools()).tools.map((tool) => (tool as { name: string }).name)
    t.same(names.length, 8)
    t.same([names[0], names.at(-1)], ['whoami', 'search_account'])
    t.match(await client.callTool({ name: 'search_account', arguments: { query: 7 } }), { content: [{ type: 'text' }] })
    await t.rejects(
      client.callTool({ name: 'create_workspace', arguments: { name: 'x' } }),
      /create_workspace not found/,
    )
  }
})
