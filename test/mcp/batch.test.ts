import t from 'tap'
import { createMemorySessions } from '../support/memory-sessions.ts'
import { begin, endpoint, envelope, INITIALIZE, openSession, post, request, text, tool, type Json } from './fixture.ts'

const NOTE = { jsonrpc: '2.0', method: 'notifications/progress', params: {} }

t.test('the answers to a batch come as one array in the order of its requests', async (t) => {
  const { body, status } = await post(endpoint(t), [
    request('tools/call', { name: 'later' }, 'a'),
    NOTE,
    request('ping', {}, 2),
    request('none', {}, 3),
    request('tools/call', { name: 'raw' }, 'd'),
  ])
  t.equal(status, 200)
  const answers = body as unknown as { id: unknown; error?: { code: number } }[]
  t.same(
    answers.map(({ error, id }) => [id, error?.code]),
    [
      ['a', undefined],
      [2, undefined],
      [3, -32_601],
      ['d', undefined],
    ],
  )
})

t.test('a batch without requests has no answer', async (t) => {
  t.equal((await post(endpoint(t), [NOTE, NOTE])).status, 202)
})

t.test('a batch is taken whole or not at all', async (t) => {
  let runs = 0
  const counts = tool('count', () => text(String(++runs)))
  const to = endpoint(t, { tools: [counts] })
  const good = request('tools/call', { name: 'count' })
  const bad: readonly unknown[] = [
    1,
    null,
    [],
    {},
    INITIALIZE,
    request('ping', { _meta: envelope() }),
    request('ping', {}, 1.5),
    request('ping', {}, null),
    { jsonrpc: '2.0', id: 1 },
    { jsonrpc: '2.0', id: 1, method: 'ping', params: [1] },
  ]
  for (const message of bad) {
    const { body, status } = await post(to, [good, message])
    t.same([status, body.id, body.error.code], [400, null, -32_600], JSON.stringify(message))
  }
  t.equal((await post(to, [])).status, 400)
  t.equal(
    (
      await post(
        to,
        Array.from({ length: 51 }, () => good),
      )
    ).status,
    400,
  )
  t.equal((await post(to, [good], { fields: { 'mcp-protocol-version': '2026-07-28' } })).status, 400)
  t.equal((await post(to, [good], { fields: { 'mcp-protocol-version': '2020-01-01' } })).status, 400)
  t.equal((await post(to, [good], { fields: { accept: 'text/html' } })).status, 406)
  t.equal(runs, 0)
  t.equal(
    (
      await post(
        to,
        Array.from({ length: 50 }, () => good),
      )
    ).status,
    200,
  )
  t.equal(runs, 50)
})

t.test('a batch belongs to one session, which is looked up once', async (t) => {
  const store = createMemorySessions()
  let looks = 0
  const to = endpoint(t, {
    sessions: {
      ...store,
      get(id, asker) {
        looks++
        return store.get(id, asker)
      },
    },
  })
  const fields = await openSession(to)
  const { body, status } = await post(to, [request('ping', {}, 1), request('ping', {}, 2)], { fields })
  t.same([status, body, looks], [200, [1, 2].map((id) => ({ jsonrpc: '2.0', id, result: {} })), 1])
  t.equal((await post(to, [request('ping')])).status, 400)
})

t.test('a call of a batch can be cancelled, and only what is left is answered', async (t) => {
  const waits = tool('waits', () => new Promise(() => {}))
  const to = endpoint(t, { tools: [waits], sessions: createMemorySessions() })
  const fields = await openSession(to)
  const whole = begin(to, JSON.stringify([request('tools/call', { name: 'waits' }, 1), request('ping', {}, 2)]), {
    fields,
  })
  await new Promise(setImmediate)
  t.equal(whole.answer.ended, false)
  await post(to, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }, { fields })
  t.same(JSON.parse(whole.answer.body), [{ jsonrpc: '2.0', id: 2, result: {} }])
})

t.test('nothing is sent before the answer to a batch', async (t) => {
  const busy = tool('busy', async (context) => {
    context.log('error', 'x')
    context.progress(1)
    return text('done')
  })
  const params: Json = { name: 'busy', _meta: { progressToken: 1 } }
  const { events, status } = await post(endpoint(t, { tools: [busy] }), [request('tools/call', params)])
  t.same([status, events], [200, []])
})

t.test('each message of a batch counts, up to as many as a batch may have', async (t) => {
  const [route] = endpoint(t).routes
  const cost = route!.cost!
  t.equal(cost({ bytes: 17, messages: 1 }), 1)
  t.equal(cost({ bytes: 17, messages: 3 }), 3)
  t.equal(cost({ bytes: 2000, messages: 1000 }), 50)
  t.equal(cost({ bytes: 1_000_000, messages: 1 }), 1)
})

t.test('a long body counts as several messages where the endpoint says so', async (t) => {
  const [route] = endpoint(t, { unitBytes: 1000 }).routes
  const cost = route!.cost!
  t.equal(cost({ bytes: 0, messages: 1 }), 1)
  t.equal(cost({ bytes: 1000, messages: 1 }), 1)
  t.equal(cost({ bytes: 1001, messages: 1 }), 2)
  t.equal(cost({ bytes: 11, messages: 5 }), 5)
  t.equal(cost({ bytes: 9007, messages: 2 }), 10)
})
