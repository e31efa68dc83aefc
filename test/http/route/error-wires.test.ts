import t from 'tap'
import {
  createJsonRpcWire,
  createProblemWire,
  oauthWire,
  restWire,
  type ErrorWire,
} from '../../../src/http/route/error-wires.ts'
import type { ServiceError } from '../../../src/http/route/service-error.ts'

const INVALID: ServiceError = {
  ok: false,
  status: 400,
  code: 'invalid_limit',
  detail: 'limit must be 1 to 50',
  param: 'limit',
}
const BUSY: ServiceError = { ok: false, status: 503, code: 'unavailable', detail: 'too busy', retryAfterSeconds: 3 }

function bodyOf(wire: ErrorWire, error: ServiceError): unknown {
  return JSON.parse(Buffer.from(wire(error).body!).toString())
}

t.test('one refusal has four forms', async (t) => {
  t.same(
    bodyOf(
      createProblemWire(() => 'https://docs.example/en/api/errors'),
      INVALID,
    ),
    {
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      code: 'invalid_limit',
      detail: 'limit must be 1 to 50',
      param: 'limit',
      documentation: 'https://docs.example/en/api/errors',
    },
  )
  t.same(bodyOf(oauthWire, INVALID), { error: 'invalid_limit', error_description: 'limit must be 1 to 50' })
  t.same(bodyOf(restWire, INVALID), { error: { code: 'invalid_limit', message: 'limit must be 1 to 50' } })
  t.same(bodyOf(createJsonRpcWire(7), INVALID), {
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32_602, message: 'limit must be 1 to 50', data: { code: 'invalid_limit' } },
  })
})

t.test('status, Retry-After and Allow are the same on every wire', async (t) => {
  for (const wire of [createProblemWire(() => ''), oauthWire, restWire, createJsonRpcWire(null)]) {
    const { cacheControl, headers, status } = wire(BUSY)
    t.same(
      { cacheControl, headers, status },
      { cacheControl: 'no-store', headers: [['Retry-After', '3']], status: 503 },
    )
    t.same(wire({ ...INVALID, status: 405, allow: 'GET' }).headers, [['Allow', 'GET']])
  }
})

t.test('JSON-RPC codes follow from the kind of refusal', async (t) => {
  const codeOf = (error: ServiceError): number =>
    (bodyOf(createJsonRpcWire('a'), error) as { error: { code: number } }).error.code
  t.equal(codeOf({ ok: false, status: 400, code: 'x', detail: '' }), -32_600)
  t.equal(codeOf({ ok: false, status: 404, code: 'x', detail: '' }), -32_601)
  t.equal(codeOf({ ok: false, status: 500, code: 'x', detail: '' }), -32_603)
  t.equal(codeOf(BUSY), -32_000)
})

t.test('OAuth has a closed list of codes, which what HTTP refuses is fitted into', async (t) => {
  for (const [status, code] of [
    [400, 'invalid_grant'],
    [405, 'invalid_request'],
    [413, 'invalid_request'],
    [415, 'invalid_request'],
    [429, 'temporarily_unavailable'],
    [500, 'server_error'],
    [503, 'temporarily_unavailable'],
  ] as const) {
    t.match(bodyOf(oauthWire, { ok: false, status, code: status === 400 ? 'invalid_grant' : 'ours', detail: '' }), {
      error: code,
    })
  }
})

t.test('further header fields of a refusal go out on every wire', async (t) => {
  const headers = [['WWW-Authenticate', 'Bearer']] as const
  for (const wire of [createProblemWire(() => ''), oauthWire, restWire, createJsonRpcWire(null)])
    t.same(wire({ ok: false, status: 401, code: 'invalid_token', detail: '', headers }).headers, headers)
})
