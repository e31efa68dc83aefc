import t from 'tap'
import { startAgent, type Json, type Response } from './agent-fixture.ts'

const INFO = 'type.googleapis.com/google.rpc.ErrorInfo'
const MESSAGE = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'find a rain icon' }] }
const OLD_MESSAGE = {
  kind: 'message',
  messageId: 'm-1',
  role: 'user',
  parts: [{ kind: 'text', text: 'find a rain icon' }],
}

const { call, post } = await startAgent(t)

function parsed(body: string): Response {
  return JSON.parse(body) as Response
}

/** Code and, from 1.0 on, the reason that goes with it. */
function fault({ error }: Response): [code: number | undefined, reason: unknown] {
  return [error?.code, error?.data?.[0]?.['reason']]
}

async function faultOf(message: unknown, version = '1.0', configuration?: unknown): Promise<[unknown, unknown]> {
  const method = version === '1.0' ? 'SendMessage' : 'message/send'
  return fault(await call(method, { message, ...(configuration === undefined ? {} : { configuration }) }, version))
}

function messageOf(response: Response): Json {
  return response.result?.['message'] as Json
}

t.test('1.0: a message is answered with a message of a text and a data part', async (t) => {
  const response = await call('SendMessage', { message: { ...MESSAGE, contextId: 'ctx-7' } })
  const { contextId, messageId, parts, role } = messageOf(response) as { parts: Json[] } & Json
  t.equal(role, 'ROLE_AGENT')
  t.equal(contextId, 'ctx-7')
  t.match(messageId, /^[0-9a-f-]{36}$/)
  const [text, data] = parts
  t.equal(text?.['mediaType'], 'text/plain')
  t.match(text?.['text'], /^1 icon matches “rain”:\n- Rain \(meteocons-fill-rain\): http:\/\/icons\.example\/assets\//)
  t.equal(data?.['mediaType'], 'application/json')
  t.match(data?.['data'], { skill: 'find_icons', query: 'rain', total: 1, results: [{ id: 'meteocons-fill-rain' }] })
})

t.test('0.3: the same message in the form of 0.3', async (t) => {
  const response = await call('message/send', { message: OLD_MESSAGE }, '')
  t.match(response.result, { kind: 'message', role: 'agent', parts: [{ kind: 'text' }, { kind: 'data' }] })
  const { parts } = response.result as { parts: Json[] }
  t.match(parts[1]?.['data'], { skill: 'find_icons', query: 'rain', total: 1 })
})

t.test('a context is made where the client names none', async (t) => {
  const ids = [
    messageOf(await call('SendMessage', { message: MESSAGE }))['contextId'],
    messageOf(await call('SendMessage', { message: { ...MESSAGE, contextId: '' } }))['contextId'],
    (await call('message/send', { message: OLD_MESSAGE }, '0.3')).result?.['contextId'],
  ]
  for (const id of ids) t.match(id, /^[0-9a-f-]{36}$/)
  t.equal(new Set(ids).size, 3)
})

t.test('streaming is one event with the same response', async (t) => {
  for (const [method, message, version] of [
    ['SendStreamingMessage', MESSAGE, '1.0'],
    ['message/stream', OLD_MESSAGE, '0.3'],
  ] as const) {
    const answer = await post(JSON.stringify({ jsonrpc: '2.0', id: 'x', method, params: { message } }), version)
    t.equal(answer.events.length, 1)
    t.ok(answer.ended)
    const { id, result } = parsed(answer.events[0] ?? '')
    t.equal(id, 'x')
    t.ok(version === '1.0' ? result?.['message'] : result?.['kind'] === 'message')
  }
})

t.test('errors of a stream are JSON in 1.0, and an event for clients of 0.3, which read nothing else', async (t) => {
  const of = (method: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { message: {} } })
  const recent = await post(of('SendStreamingMessage'), '1.0')
  t.same(recent.events, [])
  t.equal(parsed(recent.body).error?.code, -32_602)
  const old = await post(of('message/stream'), '0.3')
  t.equal(old.body, '')
  t.equal(parsed(old.events[0] ?? '').error?.code, -32_602)
})

t.test('versions are compared by major and minor', async (t) => {
  const body = (method: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { id: 'x' } })
  for (const version of ['1.0', ' 1.0 ', '1.0.0', '1.0.1']) {
    t.same(fault(parsed((await post(body('GetTask'), version)).body)), [-32_001, 'TASK_NOT_FOUND'], version)
  }
  for (const version of ['', '0.3', '0.3.0', '0.3.14']) {
    t.same(fault(parsed((await post(body('tasks/get'), version)).body)), [-32_001, undefined], version)
  }
  for (const version of ['1', '1.1', '2.0', '0.2', '0.30', '01.0', 'v1.0', '1.0-beta', '1.0, 0.3', 'x'.repeat(5000)]) {
    const { error } = parsed((await post(body('GetTask'), version)).body)
    t.equal(error?.code, -32_009, version.slice(0, 20))
    t.match(error?.data?.[0], { '@type': INFO, reason: 'VERSION_NOT_SUPPORTED', domain: 'a2a-protocol.org' })
  }
})

t.test('the version may be a query parameter, and the header field goes before it', async (t) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } })
  const codeOf = async (version: string, query: string) => parsed((await post(body, version, query)).body).error?.code
  t.equal(await codeOf('', 'A2A-Version=1.0'), -32_001)
  t.equal(await codeOf('', 'x=1&a2a-version=1.0.3'), -32_001)
  t.equal(await codeOf('', 'A2A-Version=9.9'), -32_009)
  t.equal(await codeOf('1.0', 'A2A-Version=9.9'), -32_001)
  t.equal(await codeOf('', '%zz=1&A2A-Version=%E0%A4'), -32_009)
})

t.test('what is no JSON-RPC request is refused with its code', async (t) => {
  for (const [body, code, id] of [
    ['', -32_700, null],
    ['{', -32_700, null],
    ['{"jsonrpc":"2.0","id":1,"method":"SendMessage"', -32_700, null],
    ['nonsense', -32_700, null],
    ['[]', -32_600, null],
    ['[{"jsonrpc":"2.0","id":1,"method":"ListTasks"}]', -32_600, null],
    ['null', -32_600, null],
    ['"text"', -32_600, null],
    ['7', -32_600, null],
    ['{}', -32_600, null],
    ['{"id":1,"method":"ListTasks"}', -32_600, 1],
    ['{"jsonrpc":"1.0","id":"a","method":"ListTasks"}', -32_600, 'a'],
    ['{"jsonrpc":2,"id":"a","method":"ListTasks"}', -32_600, 'a'],
    ['{"jsonrpc":"2.0","id":"a"}', -32_600, 'a'],
    ['{"jsonrpc":"2.0","id":"a","method":7}', -32_600, 'a'],
    ['{"jsonrpc":"2.0","id":{},"method":"ListTasks"}', -32_600, null],
    ['{"jsonrpc":"2.0","id":true,"method":"ListTasks"}', -32_600, null],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ListTasks"}', -32_600, null],
    ['{"jsonrpc":"2.0","id":1e999,"method":"ListTasks"}', -32_600, null],
    ['{"jsonrpc":"2.0","id":9007199254740993,"method":"ListTasks"}', -32_600, null],
  ] as const) {
    const { error, id: answered, jsonrpc } = parsed((await post(body)).body)
    t.same([jsonrpc, error?.code, answered], ['2.0', code, id], body)
  }
})

t.test('ids come back as they were, null too', async (t) => {
  for (const id of ['', 'a\u0000\ud800"', 0, -5, Number.MAX_SAFE_INTEGER, null]) {
    const answer = await post(JSON.stringify({ jsonrpc: '2.0', id, method: 'ListTasks' }))
    t.strictSame(parsed(answer.body).id, id)
  }
})

t.test('notifications get no response, whatever they hold', async (t) => {
  for (const method of ['SendMessage', 'SendStreamingMessage', 'GetTask', 'no/such']) {
    const answer = await post(JSON.stringify({ jsonrpc: '2.0', method, params: { message: MESSAGE } }))
    t.same([answer.status, answer.body, answer.events], [202, '', []], method)
  }
})

t.test('a method that is not there is -32601, and one of the other generation says so', async (t) => {
  for (const method of ['', 'sendMessage', 'toString', '__proto__', 'constructor', 'tasks/list']) {
    t.same(fault(await call(method, {})), [-32_601, 'METHOD_NOT_FOUND'], method)
  }
  t.match((await call('message/send', {}, '1.0')).error, { code: -32_601, message: /A2A-Version: 0\.3/ })
  t.match((await call('SendMessage', {}, '')).error, { code: -32_601, message: /A2A-Version: 1\.0/ })
  t.equal((await call('SendMessage', {}, '')).error?.data, undefined)
})

t.test('there are no tasks', async (t) => {
  for (const method of ['GetTask', 'CancelTask', 'SubscribeToTask']) {
    t.same(fault(await call(method, { id: 'task-1' })), [-32_001, 'TASK_NOT_FOUND'], method)
    for (const params of [undefined, null, [], 'x', {}, { id: '' }, { id: 7 }, { id: 'x'.repeat(5000) }]) {
      t.equal((await call(method, params)).error?.code, -32_602)
    }
  }
  for (const method of ['tasks/get', 'tasks/cancel', 'tasks/resubscribe']) {
    t.equal((await call(method, { id: 'task-1' }, '0.3')).error?.code, -32_001, method)
  }
  t.same(await faultOf({ ...MESSAGE, taskId: 'task-1' }), [-32_001, 'TASK_NOT_FOUND'])
  t.same(await faultOf({ ...OLD_MESSAGE, taskId: 'task-1' }, '0.3'), [-32_001, undefined])
})

t.test('ListTasks is an empty page of the size asked for', async (t) => {
  const page = { tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 }
  t.same((await call('ListTasks', undefined)).result, page)
  t.same((await call('ListTasks', { contextId: 'x', status: 'TASK_STATE_WORKING' })).result, page)
  t.same((await call('ListTasks', { pageSize: 7 })).result, { ...page, pageSize: 7 })
  for (const params of [[], 'x', { pageSize: 0 }, { pageSize: 101 }, { pageSize: '5' }, { pageToken: 'next' }]) {
    t.equal((await call('ListTasks', params)).error?.code, -32_602)
  }
})

t.test('push notifications and the extended card are not offered', async (t) => {
  for (const name of ['Create', 'Get', 'Delete'].map((verb) => `${verb}TaskPushNotificationConfig`)) {
    t.same(fault(await call(name, { taskId: 'x' })), [-32_003, 'PUSH_NOTIFICATION_NOT_SUPPORTED'], name)
  }
  t.equal((await call('ListTaskPushNotificationConfigs', {})).error?.code, -32_003)
  for (const verb of ['set', 'get', 'list', 'delete']) {
    t.equal((await call(`tasks/pushNotificationConfig/${verb}`, {}, '0.3')).error?.code, -32_003, verb)
  }
  t.same(fault(await call('GetExtendedAgentCard', undefined)), [-32_004, 'UNSUPPORTED_OPERATION'])
  t.equal((await call('agent/getAuthenticatedExtendedCard', undefined, '0.3')).error?.code, -32_007)
})

t.test('a message that is not of its form is -32602', async (t) => {
  const { messageId: _id, ...anonymous } = MESSAGE
  for (const message of [
    undefined,
    null,
    [],
    'find a rain icon',
    {},
    anonymous,
    { ...MESSAGE, messageId: '' },
    { ...MESSAGE, messageId: 7 },
    { ...MESSAGE, messageId: 'x'.repeat(257) },
    { ...MESSAGE, role: 'user' },
    { ...MESSAGE, role: 'ROLE_AGENT' },
    { ...MESSAGE, role: 'ROLE_UNSPECIFIED' },
    { ...MESSAGE, role: 1 },
    { ...MESSAGE, contextId: 7 },
    { ...MESSAGE, contextId: 'x'.repeat(257) },
    { ...MESSAGE, taskId: {} },
    { ...MESSAGE, parts: undefined },
    { ...MESSAGE, parts: [] },
    { ...MESSAGE, parts: {} },
    { ...MESSAGE, parts: ['text'] },
    { ...MESSAGE, parts: [null] },
    { ...MESSAGE, parts: [{}] },
    { ...MESSAGE, parts: [{ text: 7 }] },
    { ...MESSAGE, parts: [{ text: null }] },
    { ...MESSAGE, parts: [{ text: 'a', data: {} }] },
    { ...MESSAGE, parts: [{ text: 'a', mediaType: 7 }] },
    { ...MESSAGE, parts: Array.from({ length: 65 }, () => ({ text: 'a' })) },
  ]) {
    t.same(await faultOf(message), [-32_602, 'INVALID_PARAMS'], JSON.stringify(message)?.slice(0, 80))
  }
  for (const message of [
    { ...OLD_MESSAGE, kind: 'task' },
    { ...OLD_MESSAGE, role: 'ROLE_USER' },
    { ...OLD_MESSAGE, role: 'agent' },
    { ...OLD_MESSAGE, parts: [] },
    { ...OLD_MESSAGE, parts: [{ text: 'a' }] },
    { ...OLD_MESSAGE, parts: [{ kind: 'text' }] },
    { ...OLD_MESSAGE, parts: [{ kind: 'data' }] },
  ]) {
    t.same(await faultOf(message, '0.3'), [-32_602, undefined], JSON.stringify(message).slice(0, 80))
  }
})

t.test('files and foreign media types are -32005', async (t) => {
  for (const part of [
    { raw: 'aGk=' },
    { url: 'https://a.example/x.png' },
    { text: 'a', mediaType: 'application/pdf' },
    { data: { skill: 'find_icons' }, mediaType: 'text/csv' },
  ]) {
    t.same(await faultOf({ ...MESSAGE, parts: [part] }), [-32_005, 'CONTENT_TYPE_NOT_SUPPORTED'])
  }
  for (const part of [{ kind: 'file', file: { uri: 'https://a.example/x.png' } }, { kind: 'form' }]) {
    t.same(await faultOf({ ...OLD_MESSAGE, parts: [part] }, '0.3'), [-32_005, undefined])
  }
})

t.test('the answer has the forms that the client accepts', async (t) => {
  const formsOf = async (acceptedOutputModes: unknown) => {
    const response = await call('SendMessage', { message: MESSAGE, configuration: { acceptedOutputModes } })
    const parts = messageOf(response)?.['parts'] as Json[] | undefined
    return parts?.map((part) => Object.keys(part)[0]) ?? fault(response)[0]
  }
  t.same(await formsOf(['text/plain']), ['text'])
  t.same(await formsOf(['TEXT/*; q=0.5']), ['text'])
  t.same(await formsOf(['text']), ['text'])
  t.same(await formsOf(['application/json']), ['data'])
  t.same(await formsOf(['application/json', 'text/markdown']), ['text', 'data'])
  t.same(await formsOf(['*/*']), ['text', 'data'])
  t.same(await formsOf([]), ['text', 'data'])
  t.same(await formsOf(undefined), ['text', 'data'])
  t.equal(await formsOf(['image/png']), -32_005)
  t.equal(await formsOf('text/plain'), -32_602)
  t.equal(await formsOf([7]), -32_602)
  t.equal(await formsOf(Array.from({ length: 65 }, () => 'text/plain')), -32_602)
  t.same(await faultOf(MESSAGE, '1.0', 'all'), [-32_602, 'INVALID_PARAMS'])
})

t.test('what an agent without tasks has no use for is ignored', async (t) => {
  const response = await call('SendMessage', {
    tenant: 'x',
    message: {
      ...MESSAGE,
      extensions: ['https://a.example/ext'],
      referenceTaskIds: ['t'],
      metadata: { a: 1 },
      other: 1,
    },
    configuration: { historyLength: -5, returnImmediately: 'yes', taskPushNotificationConfig: null },
    metadata: { b: 2 },
  })
  t.ok(messageOf(response))
})

t.test('a message with a place for push notifications is refused, since nothing would ever go there', async (t) => {
  const push = { url: 'https://client.example/hook', token: 'x' }
  for (const name of ['taskPushNotificationConfig', 'pushNotificationConfig']) {
    t.same(await faultOf(MESSAGE, '1.0', { [name]: push }), [-32_003, 'PUSH_NOTIFICATION_NOT_SUPPORTED'], name)
    t.same(await faultOf(OLD_MESSAGE, '0.3', { [name]: push }), [-32_003, undefined], name)
  }
  const params = { message: MESSAGE, configuration: { taskPushNotificationConfig: push } }
  t.match((await call('SendStreamingMessage', params)).error, { code: -32_003, message: /sends no push notifications/ })
  t.equal((await call('SendMessage', { message: MESSAGE, configuration: {} })).error, undefined)
})

t.test('a batch counts its messages, up to a bound', async (t) => {
  const { rpc } = await startAgent(t)
  t.equal(rpc.cost?.({ bytes: 17, messages: 1 }), 1)
  t.equal(rpc.cost?.({ bytes: 17, messages: 3 }), 3)
  t.equal(rpc.cost?.({ bytes: 10_000, messages: 5000 }), 50)
})
