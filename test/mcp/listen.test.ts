import t from 'tap'
import { createMemoryBus, type Bus } from '../../src/mcp/bus.ts'
import { createMemorySessions } from '../support/memory-sessions.ts'
import type { MemoryExchange } from '../support/memory-exchange.ts'
import { beginCall, call, endpoint, finish, modern, type Asked, type Json } from './fixture.ts'

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'

const listen = (notifications: unknown, id = 'sub') => ({
  ...modern('subscriptions/listen', { notifications }),
  id,
})
const eventsOf = ({ answer }: MemoryExchange) => answer.events.map((event) => JSON.parse(event) as Json)

t.test('a subscription is acknowledged, told what it asked for on every node, and ended with its result', async (t) => {
  const bus = createMemoryBus()
  const here = endpoint(t, { bus })
  const there = endpoint(t, { bus })
  const tools = beginCall(here, listen({ toolsListChanged: true, promptsListChanged: false }))
  const sun = beginCall(
    there,
    listen({ resourceSubscriptions: ['icon://sun', 'icon://sun'], resourcesListChanged: true }),
  )
  here.hub.publish({ kind: 'tools' })
  here.hub.publish({ kind: 'prompts' })
  here.hub.publish({ kind: 'resources' })
  there.hub.publish({ kind: 'resource', uri: 'icon://sun' })
  there.hub.publish({ kind: 'resource', uri: 'icon://moon' })
  await new Promise(setImmediate)
  const _meta = { [SUBSCRIPTION]: 'sub' }
  const acknowledged = 'notifications/subscriptions/acknowledged'
  t.same(eventsOf(tools), [
    { jsonrpc: '2.0', method: acknowledged, params: { notifications: { toolsListChanged: true }, _meta } },
    { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: { _meta } },
  ])
  const notifications = { resourcesListChanged: true, resourceSubscriptions: ['icon://sun'] }
  t.same(eventsOf(sun), [
    { jsonrpc: '2.0', method: acknowledged, params: { notifications, _meta } },
    { jsonrpc: '2.0', method: 'notifications/resources/list_changed', params: { _meta } },
    { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'icon://sun', _meta } },
  ])
  here.close()
  const { body } = await finish(tools)
  t.match(body, { id: 'sub', result: { resultType: 'complete', _meta } })
  t.equal(sun.answer.ended, false)
})

t.test('an endpoint is ready when it hears the other nodes, and not before', async (t) => {
  const bus = createMemoryBus()
  let connect = (): void => {}
  const connected = new Promise<void>((resolve) => {
    connect = resolve
  })
  const slow: Bus = {
    publish: (channel, message) => bus.publish(channel, message),
    subscribe: (channel, listener) => connected.then(() => bus.subscribe(channel, listener)),
  }
  const to = endpoint(t, { bus: slow, sessions: createMemorySessions() })
  let isReady = false
  const ready = to.ready.then(() => {
    isReady = true
  })
  await new Promise(setImmediate)
  t.equal(isReady, false)
  connect()
  await ready
  t.equal(await bus.publish('changes:test', '{"kind":"tools"}'), 1)
})

t.test('what every node notices by itself is announced on one node alone', async (t) => {
  const bus = createMemoryBus()
  const [here, there] = [endpoint(t, { bus }), endpoint(t, { bus })]
  const streams = [here, there].map((to) => beginCall(to, listen({ resourcesListChanged: true })))
  here.hub.announce({ kind: 'resources' })
  await new Promise(setImmediate)
  t.same(
    streams.map((stream) => eventsOf(stream).length),
    [2, 1],
  )
})

t.test('other content is told to all who listen for resources, for each that they named', async (t) => {
  const to = endpoint(t)
  const uris = Array.from({ length: 256 }, (_, n) => `icon://${n}`)
  const streams = Array.from({ length: 20 }, () =>
    beginCall(to, listen({ resourcesListChanged: true, resourceSubscriptions: uris })),
  )
  const other = beginCall(to, listen({ toolsListChanged: true }))
  to.hub.announce({ kind: 'content' })
  streams.pop()!.abort()
  while (streams.some(({ answer }) => answer.events.length < 258)) await new Promise(setImmediate)
  const told = [{ method: 'notifications/resources/list_changed' }].concat(
    uris.map((uri) => ({ method: 'notifications/resources/updated', params: { uri } })),
  )
  for (const stream of streams) t.match(eventsOf(stream).slice(1), told)
  t.equal(eventsOf(other).length, 1)
})

t.test('who wants nothing that there is gets an end at once', async (t) => {
  const to = endpoint(t, { resources: undefined as never, prompts: [] })
  for (const filter of [{}, { promptsListChanged: true, resourceSubscriptions: ['a'] }, { somethingNew: true }]) {
    const { body, events } = await call(to, listen(filter))
    t.same((events[0]!['params'] as Json)['notifications'], {})
    t.match(body, { id: 'sub', result: { resultType: 'complete' } })
  }
})

t.test('a malformed filter is refused', async (t) => {
  const to = endpoint(t)
  const filters: readonly unknown[] = [
    undefined,
    null,
    [],
    { toolsListChanged: 'yes' },
    { resourceSubscriptions: 'icon://sun' },
    { resourceSubscriptions: [1] },
    { resourceSubscriptions: Array.from({ length: 257 }, (_, n) => `icon://${n}`) },
    { resourceSubscriptions: ['x'.repeat(2049)] },
  ]
  for (const filter of filters) {
    const { body, status } = await call(to, listen(filter))
    t.same([status, body.error.code], [200, -32_602])
  }
})

t.test('a client that takes no streams cannot listen', async (t) => {
  const { body, status } = await call(endpoint(t), listen({ toolsListChanged: true }), {
    fields: { accept: 'application/json' },
  })
  t.same([status, body.error.code], [406, -32_000])
})

t.test('subscriptions are limited, and one that ends makes room', async (t) => {
  const to = endpoint(t, { subscriptionLimit: 2 })
  const [first] = [1, 2].map(() => beginCall(to, listen({ toolsListChanged: true })))
  const over = await call(to, listen({ toolsListChanged: true }))
  t.same([over.status, over.body.error.code, over.headers['retry-after']], [503, -32_000, '60'])
  first!.abort()
  const next = beginCall(to, listen({ toolsListChanged: true }))
  t.equal(eventsOf(next).length, 1)
  to.hub.announce({ kind: 'tools' })
  t.equal(eventsOf(first!).length, 1, 'nothing goes to who has gone')
  t.equal(eventsOf(next).length, 2)
})

t.test('no client takes the subscriptions of all others', async (t) => {
  const to = endpoint(t, { clientSubscriptionLimit: 2 })
  const clients: readonly Asked[] = [
    { address: '192.0.2.1' },
    { address: '192.0.2.2' },
    { address: '2001:db8::1' },
    { address: '192.0.2.1', subject: 'reg_a' },
    { address: '192.0.2.1', subject: 'reg_b' },
  ]
  const message = listen({ toolsListChanged: true })
  const open = clients.map((client) => [1, 2].map(() => beginCall(to, message, client)))
  const others: readonly Asked[] = [
    { address: '2001:db8::ffff' },
    { address: '198.51.100.1', subject: 'reg_a' },
    ...clients,
  ]
  for (const client of others) {
    const { body, headers, status } = await call(to, message, client)
    t.same([status, body.error.code, headers['retry-after']], [503, -32_000, '60'], JSON.stringify(client))
  }
  for (const [position, client] of clients.entries()) {
    open[position]![0]!.abort()
    t.equal(eventsOf(beginCall(to, message, client)).length, 1)
    t.equal((await call(to, message, client)).status, 503)
  }
})

t.test('subscriptions end when the host begins to stop', async (t) => {
  const to = endpoint(t)
  const stream = beginCall(to, listen({ toolsListChanged: true }))
  stream.drain()
  t.match((await finish(stream)).body, { id: 'sub', result: { resultType: 'complete' } })
})

t.test('silent subscriptions get comments', async (t) => {
  const to = endpoint(t, { keepAliveMs: 10 })
  const streams = Array.from({ length: 600 }, () => beginCall(to, listen({ toolsListChanged: true })))
  while (streams.some(({ answer }) => answer.comments < 2)) await new Promise((resolve) => setTimeout(resolve, 5))
  to.close()
  const before = streams.map(({ answer }) => answer.comments)
  await new Promise((resolve) => setTimeout(resolve, 30))
  t.same(
    streams.map(({ answer }) => answer.comments),
    before,
  )
})
