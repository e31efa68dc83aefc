// The agent over real sockets, asked by the protocol's own clients of both generations.
import { randomUUID } from 'node:crypto'
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client'
import { Role, TaskState, type SendMessageRequest } from '@a2a-js/sdk'
import { ClientFactory as OldClientFactory } from 'a2a-sdk-v03/client'
import type { MessageSendParams } from 'a2a-sdk-v03'
import t from 'tap'
import type { Gate } from '../../../../src/http/route/gate.ts'
import { startAgentHost } from './agent-fixture.ts'

function request(text: string, taskId = ''): SendMessageRequest {
  return {
    tenant: '',
    message: {
      messageId: randomUUID(),
      contextId: 'ctx-1',
      taskId,
      role: Role.ROLE_USER,
      parts: [{ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: 'text/plain' }],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: undefined,
    metadata: undefined,
  }
}

function oldRequest(text: string, taskId?: string): MessageSendParams {
  return {
    message: {
      kind: 'message',
      messageId: randomUUID(),
      contextId: 'ctx-1',
      role: 'user',
      parts: [{ kind: 'text', text }],
      ...(taskId === undefined ? {} : { taskId }),
    },
  }
}

async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const event of events) all.push(event)
  return all
}

/** What a promise is rejected with. */
async function rejection(promise: Promise<unknown>): Promise<Record<string, unknown>> {
  return promise.then(
    () => ({ name: 'it was not rejected' }),
    (error: unknown) => error as Record<string, unknown>,
  )
}

const url = await startAgentHost(t)

t.test('a 1.0 client finds the agent by its card and asks it', async (t) => {
  const client = await new ClientFactory().createFromUrl(url)
  t.equal(client.protocolVersion, '1.0')
  const answer = await client.sendMessage(request('find a rain icon'))
  t.match(answer, {
    contextId: 'ctx-1',
    role: Role.ROLE_AGENT,
    parts: [
      { content: { $case: 'text', value: /^1 icon matches/ }, mediaType: 'text/plain' },
      { content: { $case: 'data', value: { skill: 'find_icons', total: 1 } }, mediaType: 'application/json' },
    ],
  })
  const events = await collect(client.sendMessageStream(request('find a rain icon')))
  t.equal(events.length, 1)
  t.match(events[0], { payload: { $case: 'message', value: { contextId: 'ctx-1' } } })
  t.same(
    await client.listTasks({
      tenant: '',
      contextId: '',
      status: TaskState.TASK_STATE_UNSPECIFIED,
      pageToken: '',
      statusTimestampAfter: undefined,
    }),
    {
      tasks: [],
      nextPageToken: '',
      pageSize: 50,
      totalSize: 0,
    },
  )
})

t.test('a 1.0 client sees the errors of the protocol as what they are', async (t) => {
  const client = await new ClientFactory().createFromUrl(url)
  t.match(await rejection(client.getTask({ tenant: '', id: 'task-1' })), { reason: 'TASK_NOT_FOUND' })
  t.match(await rejection(client.cancelTask({ tenant: '', id: 'task-1', metadata: undefined })), {
    reason: 'TASK_NOT_FOUND',
  })
  t.match(await rejection(client.sendMessage(request('more', 'task-1'))), { reason: 'TASK_NOT_FOUND' })
  t.match(await rejection(collect(client.sendMessageStream(request('more', 'task-1')))), { reason: 'TASK_NOT_FOUND' })
  t.match(await rejection(collect(client.resubscribeTask({ tenant: '', id: 'task-1' }))), { reason: 'TASK_NOT_FOUND' })
  // The client itself refuses what the card does not offer; its transport asks.
  t.match(
    await rejection(
      client.transport.listTaskPushNotificationConfig(
        { tenant: '', taskId: 'x', pageSize: 1, pageToken: '' },
        { serviceParameters: { 'A2A-Version': '1.0' } },
      ),
    ),
    { reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED' },
  )
})

t.test('a 1.0 client that speaks 0.3 too can be made to speak it', async (t) => {
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports: [new JsonRpcTransportFactory({ legacyCompat: { enabled: true } })],
    cardResolver: new DefaultAgentCardResolver({ legacyCompat: { enabled: true } }),
  })
  const card = (await (await fetch(`${url}/.well-known/agent-card.json`)).json()) as { supportedInterfaces: unknown }
  const { supportedInterfaces: _recent, ...old } = card
  const resolver = new DefaultAgentCardResolver({ legacyCompat: { enabled: true } })
  const client = await new ClientFactory(options).createFromAgentCard(resolver.normalizeAgentCard(old))
  t.equal(client.protocolVersion, '0.3')
  t.match(await client.sendMessage(request('find a snow icon')), { contextId: 'ctx-1', role: Role.ROLE_AGENT })
})

t.test('a 0.3 client finds the agent by its card and asks it', async (t) => {
  const client = await new OldClientFactory().createFromUrl(url)
  const answer = await client.sendMessage(oldRequest('find a rain icon'))
  t.match(answer, { kind: 'message', contextId: 'ctx-1', role: 'agent', parts: [{ kind: 'text' }, { kind: 'data' }] })
  const events = await collect(client.sendMessageStream(oldRequest('find a rain icon')))
  t.match(events, [{ kind: 'message', contextId: 'ctx-1' }])
  t.equal(events.length, 1)
})

t.test('a 0.3 client sees the errors of the protocol as what they are', async (t) => {
  const client = await new OldClientFactory().createFromUrl(url)
  t.match(await rejection(client.getTask({ id: 'task-1' })), { name: 'TaskNotFoundError' })
  t.match(await rejection(client.sendMessage(oldRequest('more', 'task-1'))), { name: 'TaskNotFoundError' })
  await t.rejects(collect(client.sendMessageStream(oldRequest('more', 'task-1'))), /Code: -32001/)
  await t.rejects(collect(client.resubscribeTask({ id: 'task-1' })), /Code: -32001/)
})

t.test('both clients see the skills, the answer to a greeting, code, and several answers', async (t) => {
  const client = await new ClientFactory().createFromUrl(url)
  const old = await new OldClientFactory().createFromUrl(url)
  const skills = ['find_icons', 'get_icon', 'get_embed_code', 'find_guides', 'read_guide']
  for (const card of [await client.getAgentCard(), await old.getAgentCard()]) {
    t.same(
      card.skills.map(({ id }) => id),
      skills,
    )
    t.ok(card.skills.every(({ examples }) => (examples ?? []).length > 0))
  }
  for (const [text, said, count] of [
    ['hello there', /^I find animated icons, give the code/, 1],
    ['你好', /^我可以查找动画图标/, 1],
    ['Give me React code for line-md-home', /```jsx\nexport function LineMdHome/, 1],
    ['home icon and two loading icons', /^1 icon matches “home”:[^]*Here are 2:/, 2],
  ] as const) {
    t.match(await client.sendMessage(request(text)), {
      parts: [
        { content: { $case: 'text', value: said } },
        ...Array.from({ length: count }, () => ({ content: { $case: 'data', value: { skill: String } } })),
      ],
    })
    t.match(await old.sendMessage(oldRequest(text)), {
      parts: [
        { kind: 'text', text: said },
        ...Array.from({ length: count }, () => ({ kind: 'data', data: { skill: String } })),
      ],
    })
  }
})

t.test('a client that asks for push notifications learns that there are none', async (t) => {
  const client = await new ClientFactory().createFromUrl(url)
  const old = await new OldClientFactory().createFromUrl(url)
  const push = { id: 'p', url: 'https://client.example/hook', token: 't' }
  const configuration = {
    acceptedOutputModes: [],
    taskPushNotificationConfig: { ...push, tenant: '', taskId: '', authentication: undefined },
    returnImmediately: false,
  }
  t.match(await rejection(client.sendMessage({ ...request('find a rain icon'), configuration })), {
    reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED',
  })
  await t.rejects(
    old.sendMessage({ ...oldRequest('find a rain icon'), configuration: { pushNotificationConfig: push } }),
    /push notification is not supported/i,
  )
})

t.test('the card differs by version, says so, and is tagged', async (t) => {
  const cardFor = (version?: string, etag = '') =>
    fetch(`${url}/.well-known/agent-card.json`, {
      headers: { ...(version === undefined ? {} : { 'A2A-Version': version }), 'If-None-Match': etag },
    })
  const pure = await cardFor('1.0')
  t.match(pure.headers.get('vary'), /A2A-Version/)
  t.equal(pure.headers.get('cache-control'), 'public, max-age=3600')
  t.match(pure.headers.get('signpost-generation'), /^sha256:/)
  const tag = pure.headers.get('etag') ?? ''
  t.equal((await cardFor('1.0', tag)).status, 304)
  const recent = (await pure.json()) as Record<string, unknown>
  t.same(Object.keys(recent).toSorted(), [
    'capabilities',
    'defaultInputModes',
    'defaultOutputModes',
    'description',
    'documentationUrl',
    'name',
    'provider',
    'securityRequirements',
    'securitySchemes',
    'skills',
    'supportedInterfaces',
    'version',
  ])
  t.match(recent, {
    version: '1.2.3',
    supportedInterfaces: [
      { url: `${url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: `${url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
    ],
  })
  for (const version of [undefined, '0.3', '0.3.0', '7.0']) {
    const answer = await cardFor(version)
    t.not(answer.headers.get('etag'), tag)
    t.match(await answer.json(), {
      url: `${url}/a2a`,
      preferredTransport: 'JSONRPC',
      protocolVersion: '0.3.0',
      supportedInterfaces: [{ protocolVersion: '1.0' }, { protocolVersion: '0.3' }],
      security: [{}, { bearer: ['icons.read'] }],
    })
  }
})

t.test('refusals before the agent keep their status and are JSON-RPC errors with the id', async (t) => {
  const seen: [string, number][] = []
  const gate: Gate = ({ authorization }, cost) => {
    seen.push([authorization, cost])
    const common = { detail: 'The token is not valid any more.' }
    if (authorization === 'Bearer bad') {
      const headers = [['WWW-Authenticate', 'Bearer error="invalid_token"']] as const
      return { ok: false, ...common, status: 401, code: 'invalid_token', headers }
    }
    if (authorization === 'Bearer busy') {
      return { ok: false, status: 429, code: 'rate_limited', detail: 'Wait.', retryAfterSeconds: 7 }
    }
    return { ok: true, headers: [['RateLimit', '"anonymous";r=1;t=2']], subject: null }
  }
  const guarded = await startAgentHost(t, gate)
  const post = (headers: Record<string, string>, body: string) =>
    fetch(`${guarded}/a2a`, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 'q-1', method: 'ListTasks' })

  const unknown = await post({ Authorization: 'Bearer bad' }, body)
  t.equal(unknown.status, 401)
  t.equal(unknown.headers.get('www-authenticate'), 'Bearer error="invalid_token"')
  t.match(await unknown.json(), {
    jsonrpc: '2.0',
    id: 'q-1',
    error: { code: -32_000, data: { code: 'invalid_token' } },
  })

  const busy = await post({ Authorization: 'Bearer busy' }, body)
  t.equal(busy.status, 429)
  t.equal(busy.headers.get('retry-after'), '7')
  t.match(await busy.json(), { id: 'q-1', error: { data: { code: 'rate_limited' } } })

  const admitted = await post({ 'A2A-Version': '1.0' }, body)
  t.equal(admitted.status, 200)
  t.equal(admitted.headers.get('ratelimit'), '"anonymous";r=1;t=2')
  t.match(await admitted.json(), { id: 'q-1', result: { tasks: [] } })

  await post({}, `[${body},${body},${body}]`)
  t.same(seen.at(-1), ['', 3])

  const client = await new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [
        new JsonRpcTransportFactory({
          fetchImpl: (input, init) =>
            fetch(input, { ...init, headers: { ...init?.headers, Authorization: 'Bearer busy' } }),
        }),
      ],
    }),
  ).createFromUrl(guarded)
  await t.rejects(client.sendMessage(request('find a rain icon')), /Wait\./)
})

t.test('bodies that are too large or no JSON are refused, and other methods', async (t) => {
  const post = (headers: Record<string, string>, body: string) => fetch(`${url}/a2a`, { method: 'POST', headers, body })
  const json = { 'Content-Type': 'application/json' }
  const large = await post(json, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(70_000) }))
  t.equal(large.status, 413)
  t.match(await large.json(), { jsonrpc: '2.0', id: null, error: {} })
  t.equal((await post({ 'Content-Type': 'text/plain' }, '{}')).status, 415)
  const get = await fetch(`${url}/a2a`)
  t.equal(get.status, 405)
  t.equal(get.headers.get('allow'), 'POST, OPTIONS')
})
