import t from 'tap'
import { createPasswordGuard } from '../../../src/account/users/password-guard.ts'
import { createMemoryLimiter } from '../../../src/limits/memory-limiter.ts'
import { passwordGuardContract } from '../../contract/password-guard.ts'

passwordGuardContract(t, async () => {
  let nowMs = 0
  const clock = (): number => nowMs
  return { limiter: createMemoryLimiter({ clock }), pass: (ms) => void (nowMs += ms), now: clock }
})

t.test('nobody guesses more than 13,400 times a day, from however many networks', async (t) => {
  let nowMs = 0
  const guard = createPasswordGuard(createMemoryLimiter({ clock: () => nowMs }))
  let passed = 0
  for (let hour = 0; hour < 24; hour++) {
    nowMs = hour * 60 * 60_000
    // Each from a provider that has not tried before.
    for (let n = 0; n < 1500; n++) {
      const address = `2001:${(hour * 1500 + n).toString(16)}::1`
      if ((await guard.stranger('ann', address)) === null) passed++
    }
    const known = await guard.knownBrowser('ann', { id: `browser ${hour}`, validFromMs: 1 })
    t.equal(known, true, 'a browser that is known is let through at any time')
  }
  t.equal(passed, 24 * 100 + 1000 + 10_000)
})
