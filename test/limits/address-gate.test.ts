import t from 'tap'
import type { Caller, FieldReader } from '../../src/http/route/gate.ts'
import { createAddressGate } from '../../src/limits/address-gate.ts'
import type { Limiter } from '../../src/limits/limiter.ts'
import { createMemoryLimiter } from '../../src/limits/memory-limiter.ts'
import { startApp } from '../http/server/start-app.ts'
import { RawConnection, requestFor } from '../support/raw-http.ts'

const LIMIT = { name: 'test', limit: 5, windowMs: 60_000, detail: 'Too often.' }
const NO_FIELDS: FieldReader = { field: () => '' }
const from = (address: string): Caller => ({ address, authorization: '' })

for (const [kind, wrap] of [
  ['at once', (limiter: Limiter) => limiter],
  ['later', (limiter: Limiter): Limiter => ({ take: async (...args) => limiter.take(...args) })],
] as const) {
  t.test(`an address is let in so often, by a limiter that answers ${kind}`, async (t) => {
    let nowMs = 0
    const gate = createAddressGate(wrap(createMemoryLimiter({ clock: () => nowMs })), LIMIT)
    const ask = async (address: string, cost = 1) => gate(from(address), cost, NO_FIELDS)
    t.same(await ask('2001:db8::1', 4), { ok: true, headers: [], subject: null })
    t.match(await ask('2001:db8::2', 2), {
      ok: false,
      status: 429,
      code: 'rate_limited',
      detail: 'Too often.',
    })
    t.match(await ask('2001:db8::2', 0), { ok: true }, 'an empty batch counts as one')
    t.match(await ask('2001:db8::3'), { ok: false, retryAfterSeconds: 60 })
    t.match(await ask('192.0.2.1'), { ok: true })
    nowMs = 60_000
    t.match(await ask('2001:db8::1', 5), { ok: true })
  })
}

t.test('an address that has too little left is turned away by the head, which costs it nothing', async (t) => {
  let nowMs = 0
  const limiter = createMemoryLimiter({ clock: () => nowMs })
  const refusal = { ok: false, status: 429, code: 'rate_limited', detail: 'Too often.', retryAfterSeconds: 60 }
  for (const [most, used] of [
    [undefined, 5],
    [1, 5],
    [3, 3],
  ] as const) {
    const gate = createAddressGate(limiter, { ...LIMIT, name: `most ${most}`, ...(most === undefined ? {} : { most }) })
    t.equal(gate.turnAway?.(from('192.0.2.1')), null)
    await gate(from('192.0.2.1'), used - 1, NO_FIELDS)
    t.equal(gate.turnAway?.(from('192.0.2.1')), null, 'as much is left as a request may cost')
    await gate(from('192.0.2.1'), 1, NO_FIELDS)
    for (let sent = 0; sent < 10; sent++) t.match(gate.turnAway?.(from('192.0.2.1')), refusal)
    t.equal(gate.turnAway?.(from('192.0.2.2')), null, 'others are let in')
    nowMs += 60_000
    t.equal(gate.turnAway?.(from('192.0.2.1')), null, 'and it is, after its window')
  }
  const unknown = createAddressGate({ take: (...args) => limiter.take(...args) }, LIMIT)
  await unknown(from('192.0.2.1'), 5, NO_FIELDS)
  t.equal(
    unknown.turnAway?.(from('192.0.2.1')),
    null,
    'a limiter that counts elsewhere is asked when the body is there',
  )
})

t.test('a client that is refused by the head may send its body and goes on with its connection', async (t) => {
  const limitBytes = 64 * 1024
  const limiter = createMemoryLimiter()
  let scanned = 0
  const base = { method: 'POST', body: { mediaType: 'application/json', limitBytes } } as const
  const answer = () =>
    ({ status: 200, mediaType: 'text/plain', body: Buffer.from('in'), cacheControl: 'no-store' }) as const
  const cost = () => (scanned++, 1)
  const { port } = await startApp(t, [
    { ...base, path: '/limited', name: '/limited', cost, gate: createAddressGate(limiter, LIMIT), answer },
    { ...base, path: '/free', name: '/free', answer },
  ])
  const body = `[${' '.repeat(limitBytes - 2)}]`
  const headOf = (path: string): string =>
    requestFor(path, ['Content-Type: application/json', `Content-Length: ${body.length}`], 'POST')
  const connection = await RawConnection.open(port)
  t.teardown(() => connection.destroy())
  for (let sent = 0; sent < LIMIT.limit; sent++) t.equal((await connection.ask(headOf('/limited') + body))?.status, 200)
  for (const rest of [body, body]) {
    const refused = await connection.ask(headOf('/limited'))
    t.equal(refused?.status, 429, 'the answer does not wait for the body')
    t.match(refused?.headers.get('retry-after'), /^[1-9]\d?$/)
    t.match(JSON.parse(refused?.body.toString() ?? ''), { code: 'rate_limited', detail: 'Too often.' })
    connection.socket.write(rest)
  }
  t.equal((await connection.ask(headOf('/limited') + body))?.status, 429, 'a body in one piece with its head')
  t.equal((await connection.ask(headOf('/free') + body))?.body.toString(), 'in', 'the connection goes on')
  t.equal(scanned, LIMIT.limit, 'no body of a refused request was looked at')
  const chunked = await RawConnection.open(port)
  t.teardown(() => chunked.destroy())
  const head = requestFor('/limited', ['Content-Type: application/json', 'Transfer-Encoding: chunked'], 'POST')
  t.equal((await chunked.ask(`${head}2\r\n[]\r\n0\r\n\r\n`))?.status, 429)
})
