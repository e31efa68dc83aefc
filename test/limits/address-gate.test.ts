import t from 'tap'
import type { Caller, FieldReader } from '../../src/http/route/gate.ts'
import { createAddressGate } from '../../src/limits/address-gate.ts'
import type { Limiter } from '../../src/limits/limiter.ts'
import { createMemoryLimiter } from '../../src/limits/memory-limiter.ts'

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
