import t from 'tap'
import { createMemorySessions } from '../support/memory-sessions.ts'
import type { OwnResources } from '../../src/mcp/features/resource.ts'
import { Unavailable } from '../../src/shared/unavailable.ts'
import {
  begin,
  beginCall,
  endpoint,
  finish,
  INITIALIZE,
  modern,
  openSession,
  post,
  remove,
  request,
  text,
  tool,
  type Answer,
} from './fixture.ts'

const down = (): Unavailable => new Unavailable('the secret database is down', { retryAfterSeconds: 2 })

const RESOURCES: OwnResources = {
  templates: [{ uriTemplate: 'own://{id}', name: 'own' }],
  page: async () => {
    throw down()
  },
  read: async () => {
    throw down()
  },
}

const TOOLS = [
  tool('later', async () => {
    throw down()
  }),
  tool('at once', () => {
    throw down()
  }),
  tool('well', async () => text('well')),
  tool('halfway', async (context) => {
    context.progress(1)
    throw down()
  }),
]

const CALLS = [
  ['tools/call', { name: 'later' }],
  ['tools/call', { name: 'at once' }],
  ['resources/read', { uri: 'own://1' }],
  ['resources/list', {}],
] as const

const ERROR = { code: -32_000, data: { code: 'unavailable' } }

for (const generation of ['older', 'newer'] as const) {
  t.test(
    `what is unavailable in a call is a 503 of the ${generation} generation with an error of JSON-RPC`,
    async (t) => {
      const to = endpoint(t, { tools: TOOLS, resources: RESOURCES })
      for (const [method, params] of CALLS) {
        const asked =
          generation === 'older'
            ? begin(to, JSON.stringify(request(method, params, 7)))
            : beginCall(to, { ...modern(method, params), id: 7 })
        const { body, headers, status, text } = await finish(asked)
        t.equal(status, 503, method)
        t.equal(headers['retry-after'], '2')
        t.match(body, { jsonrpc: '2.0', id: 7, error: ERROR })
        t.notMatch(text, /secret|database/)
        t.same(asked.answer.outages, ['the secret database is down'])
      }
    },
  )
}

t.test('a call that has sent something already ends with the error', async (t) => {
  const to = endpoint(t, { tools: TOOLS })
  const params = { name: 'halfway', _meta: { progressToken: 1 } }
  const { body, events, status } = await finish(beginCall(to, modern('tools/call', params)))
  t.equal(status, 200)
  t.match(events, [{ method: 'notifications/progress' }, { error: ERROR }])
  t.match(body, { error: ERROR })
})

t.test('a batch is unavailable where nothing of it was done, and else says what was', async (t) => {
  const to = endpoint(t, { tools: TOOLS })
  const calls = (...names: readonly string[]) => names.map((name, id) => request('tools/call', { name }, id))
  const whole = await post(to, calls('later', 'at once'))
  t.equal(whole.status, 503)
  t.equal(whole.headers['retry-after'], '2')
  t.match(whole.body, [
    { id: 0, error: ERROR },
    { id: 1, error: ERROR },
  ])
  const mixed = await post(to, calls('well', 'later'))
  t.equal(mixed.status, 200)
  t.equal(mixed.headers['retry-after'], undefined)
  t.match(mixed.body, [
    { id: 0, result: {} },
    { id: 1, error: ERROR },
  ])
})

t.test('while sessions are unavailable everything that needs one is a 503', async (t) => {
  const sessions = createMemorySessions()
  let isDown = false
  const fail = async <T>(work: () => T): Promise<T> => {
    if (isDown) throw down()
    return work()
  }
  const to = endpoint(t, {
    tools: TOOLS,
    sessions: {
      keep: (key, kept, owner) => fail(() => void sessions.keep(key, kept, owner)),
      get: async (key, asker) => fail(() => sessions.get(key, asker)).then((found) => found),
    },
  })
  const fields = await openSession(to)
  isDown = true
  const ask: readonly (() => Promise<Answer>)[] = [
    () => post(to, INITIALIZE),
    () => post(to, request('tools/list'), { fields }),
    () => post(to, { jsonrpc: '2.0', method: 'notifications/initialized' }, { fields }),
    () => remove(to, fields['mcp-session-id']!),
  ]
  for (const each of ask) {
    const { body, headers, status } = await each()
    t.equal(status, 503)
    t.equal(headers['retry-after'], '2')
    t.match(body, { error: ERROR })
  }
  isDown = false
  t.equal((await post(to, request('tools/list'), { fields })).status, 200, 'the session is still there')
})
