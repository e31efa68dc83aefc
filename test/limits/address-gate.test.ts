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
