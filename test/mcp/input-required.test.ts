import t from 'tap'
import { createMemoryBus } from '../../src/mcp/bus.ts'
import { createMemorySessions } from '../support/memory-sessions.ts'
import type { Tool } from '../../src/mcp/features/tool.ts'
import type { MemoryExchange } from '../support/memory-exchange.ts'
import {
  begin,
  call,
  endpoint,
  finish,
  INITIALIZE,
  modern,
  openSession,
  post,
  request,
  text,
  tool,
  type Json,
} from './fixture.ts'

const QUESTION = { method: 'elicitation/create', params: { message: 'Who?', requestedSchema: { type: 'object' } } }
const CAPABLE = { elicitation: {}, sampling: {}, roots: {} }

/** Asks once, and then says what it was told. */
const ASKING: readonly Tool[] = ['ask', 'ask too'].map((name) =>
  tool(name, ({ inputResponses, requestState }) =>
    inputResponses === undefined
      ? { resultType: 'input_required', inputRequests: { who: QUESTION }, requestState: { step: 1 } }
      : text(JSON.stringify({ inputResponses, requestState })),
  ),
)

const answer = { action: 'accept', content: { name: 'Ada' } }
const ask = (params: Json = {}, capabilities: Json = CAPABLE) =>
  modern('tools/call', { name: 'ask', ...params }, capabilities)

t.test('a modern call asks by its result, and finds its state again in the retry', async (t) => {
  const to = endpoint(t, { tools: ASKING })
  const { result } = (await call(to, ask())).body
  t.match(result, { resultType: 'input_required', inputRequests: { who: QUESTION }, requestState: /^v1\./ })
  const retry = ask({ inputResponses: { who: answer }, requestState: result['requestState'] })
  t.same(JSON.parse(contentOf((await call(to, retry)).body.result)), {
    inputResponses: { who: answer },
    requestState: { step: 1 },
  })
})

t.test('a state is good for one subject, one endpoint and one tool, and only for a while', async (t) => {
  let now = Date.now()
  const to = endpoint(t, { tools: ASKING, now: () => now })
  const { requestState } = (await call(to, ask(), { subject: 'reg_ada' })).body.result
  const state = requestState as string
  const retry = async (params: Json, subject: string | null = 'reg_ada', where = to) => {
    const { body, status } = await call(where, ask({ inputResponses: {}, requestState: state, ...params }), { subject })
    t.equal(status, 200)
    return body.error === undefined ? 'taken' : body.error.data
  }
  const refused = { reason: 'invalid_request_state' }
  t.same(await retry({}), 'taken')
  t.same(await retry({}, 'reg_alan'), refused)
  t.same(await retry({}, null), refused)
  t.same(await retry({ name: 'ask too' }), refused)
  t.same(await retry({}, 'reg_ada', endpoint(t, { tools: ASKING, name: 'other' })), refused)
  t.same(await retry({}, 'reg_ada', endpoint(t, { tools: ASKING, stateKey: Buffer.alloc(32, 'another') })), refused)
  t.same(await retry({}, 'reg_ada', endpoint(t, { tools: ASKING })), 'taken', 'any node of the same key')
  for (const forged of [1, null, {}, '', 'v1..', 'v1.e30.', `${state}A`, state.slice(0, -1), 'x'.repeat(100_000)]) {
    t.same(await retry({ requestState: forged }), refused)
  }
  now += 601_000
  t.same(await retry({}), refused)
})

t.test('no single character of a state can be changed', async (t) => {
  const to = endpoint(t, { tools: ASKING })
  const state = (await call(to, ask())).body.result['requestState'] as string
  let taken = 0
  for (let position = 0; position < state.length; position++) {
    for (const character of ['A', 'B', '-', '.', '='].filter((other) => other !== state[position])) {
      const requestState = state.slice(0, position) + character + state.slice(position + 1)
      const { body } = await call(to, ask({ inputResponses: {}, requestState }))
      if (body.error === undefined) taken++
    }
  }
  t.equal(taken, 0)
})

t.test('a client is asked only for what it can do', async (t) => {
  const to = endpoint(t, { tools: ASKING, sessions: createMemorySessions() })
  for (const capabilities of [{}, { elicitation: { url: {} } }, { sampling: {} }]) {
    const { body, status } = await call(to, ask({}, capabilities))
    t.same([status, body.error.code], [400, -32_021])
    t.same(body.error.data, { requiredCapabilities: { elicitation: { form: {} } } })
  }
  t.equal((await call(to, ask({}, { elicitation: { form: {} } }))).status, 200)
  const incapable = request('initialize', { ...(INITIALIZE['params'] as Json), capabilities: {} })
  const fields = await openSession(to, null, incapable)
  t.match((await post(to, request('tools/call', { name: 'ask' }), { fields })).body.error, {
    code: -32_600,
    message: 'The client does not support elicitation/create',
  })
})

t.test('a tool that asks wrongly has failed', async (t) => {
  const many = Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`q${n}`, QUESTION]))
  const to = endpoint(t, {
    tools: [
      tool('nothing', () => ({ resultType: 'input_required' })),
      tool('many', () => ({ resultType: 'input_required', inputRequests: many })),
      tool('long', () => ({ resultType: 'input_required', requestState: 'x'.repeat(100_000) })),
      tool('unknown', () => ({ resultType: 'input_required', inputRequests: { x: { method: 'x' } } })),
    ],
  })
  for (const name of ['nothing', 'many', 'long', 'unknown']) {
    const { body } = await call(to, modern('tools/call', { name }, CAPABLE))
    t.ok(body.error === undefined ? body.result['isError'] === true : body.error.code === -32_603, name)
  }
  const { body } = await call(to, modern('tools/call', { name: 'many', inputResponses: [] }))
  t.equal(body.error.code, -32_602, 'answers are an object')
})

/** The question that has gone out last on a stream. */
async function questionOf({ answer }: MemoryExchange): Promise<Json> {
  while (answer.events.length === 0) await new Promise(setImmediate)
  return JSON.parse(answer.events.at(-1)!) as Json
}

t.test('an older client is asked on the stream of its call, and may answer to any node', async (t) => {
  const bus = createMemoryBus()
  const sessions = createMemorySessions()
  const here = endpoint(t, { tools: ASKING, sessions, bus })
  const there = endpoint(t, { tools: ASKING, sessions, bus })
  for (const answeredAt of [here, there]) {
    const fields = await openSession(there)
    const open = begin(here, JSON.stringify(request('tools/call', { name: 'ask' })), { fields })
    const question = await questionOf(open)
    t.match(question, { jsonrpc: '2.0', ...QUESTION })
    t.equal((await post(answeredAt, { jsonrpc: '2.0', id: question['id'], result: answer }, { fields })).status, 202)
    const { body, events } = await finish(open)
    t.equal(events.length, 2)
    t.same(JSON.parse(contentOf(body.result)), { inputResponses: { who: answer }, requestState: { step: 1 } })
    const late = await post(answeredAt, { jsonrpc: '2.0', id: question['id'], result: answer }, { fields })
    t.equal(late.status, answeredAt === here ? 400 : 202, 'another node only knows that its owner lives')
  }
})

t.test('only the session that was asked may answer', async (t) => {
  const bus = createMemoryBus()
  const sessions = createMemorySessions()
  const here = endpoint(t, { tools: ASKING, sessions, bus })
  const there = endpoint(t, { tools: ASKING, sessions, bus })
  const fields = await openSession(here)
  const stranger = await openSession(here)
  const open = begin(here, JSON.stringify(request('tools/call', { name: 'ask' })), { fields })
  const { id } = await questionOf(open)
  const wrong = { jsonrpc: '2.0', id, result: { action: 'accept', content: { name: 'Eve' } } }
  t.equal((await post(here, wrong, { fields: stranger })).status, 400)
  t.equal((await post(there, wrong, { fields: stranger })).status, 202)
  await new Promise(setImmediate)
  t.equal(open.answer.ended, false)
  await post(there, [{ jsonrpc: '2.0', id, result: answer }], { fields })
  t.match(contentOf((await finish(open)).body.result), /Ada/, 'a batch may hold the answer')
})

t.test('an answer for a node that is gone is refused at once', async (t) => {
  const bus = createMemoryBus()
  const sessions = createMemorySessions()
  const dead = endpoint(t, { tools: ASKING, sessions, bus })
  const alive = endpoint(t, { tools: ASKING, sessions, bus })
  const fields = await openSession(alive)
  const open = begin(dead, JSON.stringify(request('tools/call', { name: 'ask' })), { fields })
  const { id } = await questionOf(open)
  dead.close()
  t.match((await finish(open)).body.error, { code: -32_000 }, 'its own calls end with it')
  await new Promise(setImmediate)
  const { body, status } = await post(alive, { jsonrpc: '2.0', id, result: answer }, { fields })
  t.same([status, body.error.code], [400, -32_000])
  for (const other of ['x', 7, 'a.b.c']) {
    t.equal((await post(alive, { jsonrpc: '2.0', id: other, result: {} }, { fields })).status, 400)
  }
})

t.test('a client that refuses, goes away or stays silent ends the call', async (t) => {
  const sessions = createMemorySessions()
  const to = endpoint(t, { tools: ASKING, sessions })
  const fields = await openSession(to)
  const start = (where = to) => begin(where, JSON.stringify(request('tools/call', { name: 'ask' })), { fields })

  const refused = start()
  const { id } = await questionOf(refused)
  const error = { code: -1, message: `no ${'x'.repeat(5000)}` }
  await post(to, { jsonrpc: '2.0', id, error }, { fields })
  const { body, text } = await finish(refused)
  t.match(body.error, { code: -32_000, message: /^The client refused elicitation\/create: no x+…$/ })
  t.ok(text.length < 500)

  const gone = start()
  const asked = await questionOf(gone)
  gone.abort()
  await finish(gone)
  t.equal((await post(to, { jsonrpc: '2.0', id: asked['id'], result: answer }, { fields })).status, 400)

  const impatient = endpoint(t, { tools: ASKING, sessions, questionTimeoutMs: 50 })
  // The wait keeps no process, so something else has to.
  const awake = setInterval(() => {}, 10)
  t.match((await finish(start(impatient))).body.error, { code: -32_000, message: /in time/ })
  clearInterval(awake)
})

t.test('a call that cannot ask says why', async (t) => {
  const call = request('tools/call', { name: 'ask' })
  t.match((await post(endpoint(t, { tools: ASKING }), call)).body.error.message, /needs a session/)
  const to = endpoint(t, { tools: ASKING, sessions: createMemorySessions() })
  const fields = await openSession(to)
  const json = await post(to, call, { fields: { ...fields, accept: 'application/json' } })
  t.match(json.body.error.message, /needs a session and an answer that may be a stream/)
  const batch = (await post(to, [call], { fields })).body as unknown as { error: { message: string } }[]
  t.match(batch[0]!.error.message, /needs a session and an answer that may be a stream/)
})

t.test('a tool cannot ask for ever', async (t) => {
  let rounds = 0
  const endless = tool('endless', () => {
    rounds++
    return { resultType: 'input_required', requestState: rounds }
  })
  const to = endpoint(t, { tools: [endless], sessions: createMemorySessions() })
  const fields = await openSession(to)
  t.match((await post(to, request('tools/call', { name: 'endless' }), { fields })).body.error.message, /too often/)
  t.equal(rounds, 9)
})

function contentOf(result: Json): string {
  return (result['content'] as { text: string }[])[0]!.text
}
