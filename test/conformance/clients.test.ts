import { once } from 'node:events'
import t, { type Test } from 'tap'
import { z } from 'zod'
import { createMemorySessions } from '../support/memory-sessions.ts'
import { defineTool } from '../../src/mcp/features/tool.ts'
import { iconResources } from '../../src/hosts/icons/tools/icon-resources.ts'
import { iconTools } from '../../src/hosts/icons/tools/icon-tools.ts'
import { startSampleIcons } from '../support/sample-icons.ts'
import { ELICITED, SAMPLED, connectClient1, connectClient2, connectMcpRemote, runInspector } from './clients.ts'
import type { Mode } from './clients.ts'
import { startFixture } from './start-fixture.ts'
import { startTwinHost } from './twin-host.ts'

const MODES: readonly Mode[] = ['legacy', 'auto', { pin: '2026-07-28' }]

/** Common interface of both versions of the SDK's client, as far as the tests use it. */
interface Caller {
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>
  readResource(params: { uri: string }): Promise<unknown>
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<unknown>
  listTools(): Promise<{ tools: readonly { name: string }[] }>
}

/** Uses everything that a model's program uses, and checks the results. */
async function useAll(t: Test, client: Caller): Promise<void> {
  const { tools } = await client.listTools()
  t.ok(tools.some(({ name }) => name === 'test_simple_text'))
  t.match(await client.callTool({ name: 'test_simple_text' }), { content: [{ type: 'text', text: /simple text/ }] })
  t.match(await client.callTool({ name: 'test_error_handling' }), { isError: true })
  t.match(await client.callTool({ name: 'test_elicitation', arguments: { message: 'Who?' } }), {
    content: [{ text: new RegExp(ELICITED.content.email) }],
  })
  t.match(await client.callTool({ name: 'test_sampling', arguments: { prompt: 'Say' } }), {
    content: [{ text: new RegExp(SAMPLED.content.text) }],
  })
  t.match(await client.callTool({ name: 'test_tool_with_progress' }), { content: [{ type: 'text' }] })
  t.match(await client.readResource({ uri: 'test://template/7/data' }), { contents: [{ text: /"id":"7"/ }] })
  t.match(await client.getPrompt({ name: 'test_prompt_with_arguments', arguments: { arg1: 'a', arg2: 'b' } }), {
    messages: [{ content: { text: /arg1='a'/ } }],
  })
  await t.rejects(client.readResource({ uri: 'test://nothing' }), 'an unknown resource is an error')
  await t.rejects(client.callTool({ name: 'no_such_tool' }), 'an unknown tool is an error')
}
t.test('the client of SDK 1.x uses everything, asked for input and sampling on the way', async (t) => {
  const { origin } = await startFixture(t)
  const client = await connectClient1(t, `${origin}/mcp`)
  await useAll(t, client)
  const seen: number[] = []
  await client.callTool({ name: 'test_tool_with_progress' }, undefined, {
    onprogress: ({ progress }) => seen.push(progress),
  })
  t.same(seen, [0, 50, 100])
})

for (const mode of MODES) {
  t.test(`the client of SDK 2.x uses everything in the mode ${JSON.stringify(mode)}`, async (t) => {
    const { origin } = await startFixture(t)
    const client = await connectClient2(t, `${origin}/mcp`, mode)
    t.equal(client.getNegotiatedProtocolVersion(), mode === 'legacy' ? '2025-11-25' : '2026-07-28')
    await useAll(t, client)
    const seen: number[] = []
    await client.callTool({ name: 'test_tool_with_progress' }, { onprogress: ({ progress }) => seen.push(progress) })
    t.same(seen, [0, 50, 100])
  })
}

t.test('mcp-remote carries everything to a local program', async (t) => {
  const { origin } = await startFixture(t)
  await useAll(t, await connectMcpRemote(t, `${origin}/mcp`))
})

t.test('the inspector on the command line lists and calls tools', async (t) => {
  const { origin } = await startFixture(t)
  const inspect = (...args: string[]): Promise<unknown> => runInspector(`${origin}/mcp`, ...args)
  const { tools } = (await inspect('--method', 'tools/list')) as { tools: readonly unknown[] }
  t.ok(tools.length > 20)
  t.match(await inspect('--method', 'tools/call', '--tool-name', 'test_simple_text'), {
    content: [{ type: 'text', text: /simple text/ }],
  })
  t.match(await inspect('--method', 'resources/read', '--uri', 'test://static-text'), {
    contents: [{ text: /static/ }],
  })
})

t.test('a client is told of changes, and of the end of its subscription', async (t) => {
  const { endpoint, url } = await startTwinHost(t)
  const client = await connectClient2(t, url, { pin: '2026-07-28' })
  const changed = new Promise((resolve) => client.setNotificationHandler('notifications/tools/list_changed', resolve))
  const subscription = await client.listen({ toolsListChanged: true })
  endpoint.hub.announce({ kind: 'prompts' })
  endpoint.hub.announce({ kind: 'tools' })
  await changed
  endpoint.close()
  t.equal(await subscription.closed, 'graceful')
})

t.test('a call that its client gives up is cancelled here', async (t) => {
  const signals: AbortSignal[] = []
  const wait = defineTool({
    name: 'wait',
    description: 'Waits until it is cancelled',
    annotations: { readOnlyHint: true },
    input: z.object({}),
    async run(_args, { signal }) {
      signals.push(signal)
      await once(signal, 'abort')
      return { content: [] }
    },
  })
  for (const mode of MODES) {
    const { url } = await startTwinHost(t, { tools: [wait], sessions: createMemorySessions() })
    const client = await connectClient2(t, url, mode)
    const controller = new AbortController()
    const call = client.callTool({ name: 'wait' }, { signal: controller.signal })
    while (signals.length === 0) await new Promise((resolve) => setImmediate(resolve))
    controller.abort()
    await t.rejects(call)
    const signal = signals.pop()!
    if (!signal.aborted) await once(signal, 'abort')
    t.ok(signal.aborted, JSON.stringify(mode))
  }
})

t.test('the icon tools answer both clients with text alone', async (t) => {
  const icons = await startSampleIcons(t)
  const { url } = await startTwinHost(t, { tools: iconTools(icons), resources: iconResources(icons), prompts: [] })
  for (const client of [await connectClient1(t, url), await connectClient2(t, url, { pin: '2026-07-28' })]) {
    const { tools } = await client.listTools()
    t.equal(tools.length, 4)
    for (const [name, args] of [
      ['search_icons', { query: 'spinner' }],
      ['get_icon', { id: 'meteocons-fill-rain' }],
      ['get_embed_code', { id: 'meteocons-fill-rain', target: 'lottie-web' }],
      ['list_categories', {}],
    ] as const) {
      const { content, isError, structuredContent } = await client.callTool({ name, arguments: args })
      t.match(content, [{ type: 'text', text: /\w/ }], name)
      t.same([isError, structuredContent], [undefined, undefined], name)
    }
    t.match(await client.callTool({ name: 'get_icon', arguments: { id: 'rainn' } }), { isError: true })
    t.match(await client.readResource({ uri: 'icon://line-md-home' }), { contents: [{ mimeType: 'application/json' }] })
    t.match(await client.listResourceTemplates(), { resourceTemplates: [{ uriTemplate: 'icon://{id}' }] })
  }
})
