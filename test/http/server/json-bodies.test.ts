import t from 'tap'
import type { Admitted } from '../../../src/http/route/gate.ts'
import { createJsonRpcWire } from '../../../src/http/route/error-wires.ts'
import { readJsonObject } from '../../../src/http/wire/read-json-object.ts'
import { LISTENER_BODY_LIMIT_BYTES, type BodySize } from '../../../src/http/route/rpc-route.ts'
import { JSON_DEPTH_LIMIT, JSON_VALUE_LIMIT } from '../../../src/shared/json-measures.ts'
import { rpcRoute, startApp } from './start-app.ts'
import type { ServiceError } from '../../../src/http/route/service-error.ts'

const BODY_LIMIT_BYTES = 1024 * 1024
const LET_IN: Admitted = { ok: true, headers: [], subject: null }
const TOO_OFTEN: ServiceError = {
  ok: false,
  status: 429,
  code: 'rate_limited',
  detail: 'Too often.',
  retryAfterSeconds: 1,
}

const brackets = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const numbers = (count: number): string => `[${Array(count).fill(0).join(',')}]`

async function post(url: string, body: string) {
  const answer = await fetch(`${url}/rpc`, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
  return { status: answer.status, body: await answer.json() }
}

t.test('a body that is too deep, or has too many values, is refused before it is parsed', async (t) => {
  const handled: number[] = []
  const refused: string[] = []
  const { url } = await startApp(t, [
    rpcRoute({
      body: { mediaType: 'application/json', limitBytes: BODY_LIMIT_BYTES },
      answer(exchange) {
        handled.push(exchange.body.length)
        exchange.json(200, '{}')
      },
      wire(error, body) {
        refused.push(body)
        return createJsonRpcWire(null)(error)
      },
    }),
  ])
  for (const [body, detail] of [
    [brackets(JSON_DEPTH_LIMIT + 1), /deeper than 64 levels/],
    ['['.repeat(64 * 1024), /deeper than 64 levels/],
    ['{"a":'.repeat(JSON_DEPTH_LIMIT + 1), /deeper than 64 levels/],
    [numbers(JSON_VALUE_LIMIT), /more than 100,000 values/],
    [`[${'[],'.repeat(JSON_VALUE_LIMIT)}[]]`, /more than 100,000 values/],
  ] as const) {
    t.match(await post(url, body), { status: 400, body: { error: { code: -32_600, message: detail } } })
  }
  t.same(handled, [])
  t.same(refused, Array(5).fill(''), 'not even for its id')
  for (const body of [brackets(JSON_DEPTH_LIMIT), numbers(JSON_VALUE_LIMIT - 1)])
    t.equal((await post(url, body)).status, 200)
})

t.test('the gate is asked first, so that refused bodies count', async (t) => {
  const asked: BodySize[] = []
  let verdict: Admitted | ServiceError = LET_IN
  const { url } = await startApp(t, [
    rpcRoute({
      body: { mediaType: 'application/json', limitBytes: BODY_LIMIT_BYTES },
      gate: () => verdict,
      cost({ bytes, messages }) {
        asked.push({ bytes, messages })
        return 1
      },
    }),
  ])
  t.equal((await post(url, brackets(JSON_DEPTH_LIMIT + 1))).status, 400)
  t.equal((await post(url, '[1,"\u{10ffff}",3]')).status, 200)
  verdict = TOO_OFTEN
  t.equal((await post(url, brackets(JSON_DEPTH_LIMIT + 1))).status, 429)
  t.same(
    asked.map(({ bytes, messages }) => [bytes, messages]),
    [
      [130, 1],
      [12, 3],
      [130, 1],
    ],
  )
})

t.test('a long refused body is not parsed for its id', async (t) => {
  const bodies: string[] = []
  const { url } = await startApp(t, [
    rpcRoute({
      gate: () => TOO_OFTEN,
      wire(error, body) {
        bodies.push(body)
        return createJsonRpcWire(null)(error)
      },
    }),
  ])
  await post(url, '{"id":1}')
  await post(url, `{"id":1,"text":"${'x'.repeat(4096)}"}`)
  t.same(bodies, ['{"id":1}', ''])
})

t.test('a route may have long bodies shortened elsewhere, once the gate has let them in', async (t) => {
  const long = JSON.stringify({ text: 'x'.repeat(LISTENER_BODY_LIMIT_BYTES) })
  const shortened: number[] = []
  let refused = ''
  let verdict: Admitted | ServiceError = LET_IN
  let outcome: 'short' | 'refused' | 'thrown' = 'short'
  const { url } = await startApp(t, [
    rpcRoute({
      body: { mediaType: 'application/json', limitBytes: BODY_LIMIT_BYTES },
      gate: () => verdict,
      wire(error, body) {
        refused = body
        return createJsonRpcWire(null)(error)
      },
      async shorten(body) {
        shortened.push(body.byteLength)
        if (outcome === 'thrown') throw new Error('the thread died')
        const error: ServiceError = { ok: false, status: 400, code: 'invalid_request', detail: 'Not JSON.' }
        if (outcome === 'refused') return { text: '{"id":7}', parts: [], error }
        return { text: '{"text":0}', parts: [{ path: [], value: JSON.parse(Buffer.from(body).toString()) as unknown }] }
      },
      answer: (exchange) =>
        exchange.json(
          200,
          JSON.stringify({
            body: exchange.body,
            parts: exchange.parts.map(({ value }) => JSON.stringify(value).length),
          }),
        ),
    }),
  ])
  t.same(await post(url, long), { status: 200, body: { body: '{"text":0}', parts: [long.length] } })
  t.same(await post(url, '{}'), { status: 200, body: { body: '{}', parts: [] } })
  outcome = 'refused'
  t.match(await post(url, long), { status: 400, body: { error: { message: 'Not JSON.' } } })
  t.equal(refused, '{"id":7}', 'with what its id can be told by')
  outcome = 'thrown'
  t.equal((await post(url, long)).status, 500)
  verdict = TOO_OFTEN
  t.equal((await post(url, long)).status, 429)
  t.same(shortened, [long.length, long.length, long.length])
})

t.test('objects that routes read have the same limits', async (t) => {
  const read = (text: string) => readJsonObject(Buffer.from(text))
  t.same(read(`{"a":${brackets(JSON_DEPTH_LIMIT - 1)}}`) === null, false)
  t.equal(read(`{"a":${brackets(JSON_DEPTH_LIMIT)}}`), null)
  t.equal(read(`{"a":${numbers(JSON_VALUE_LIMIT)}}`), null)
})
