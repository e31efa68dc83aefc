import type { Test } from 'tap'
import { createPasswordGuard, type PasswordGuard } from '../../src/account/users/password-guard.ts'
import type { LimiterUnderTest } from './limiter.ts'

const HOUR_MS = 60 * 60_000

/** Contract of `PasswordGuard` with every store of limits. `create` makes an empty one. */
export function passwordGuardContract(t: Test, create: (t: Test) => Promise<LimiterUnderTest>): void {
  /** Makes an attempt from each address in order. @returns the number of attempts that were admitted */
  async function attack(guard: PasswordGuard, addresses: Iterable<string>, account = 'ann'): Promise<number> {
    let passed = 0
    for (const address of addresses) if ((await guard.stranger(account, address)) === null) passed++
    return passed
  }

  t.test('one address has a few tries, and is told when there are more', async (t) => {
    const { limiter, pass } = await create(t)
    const guard = createPasswordGuard(limiter)
    const address = '2001:db8:1:1::1'
    t.equal(
      await attack(
        guard,
        Array.from({ length: 30 }, () => address),
      ),
      10 + 3 + 1,
    )
    const limited = await guard.stranger('ann', '2001:db8:1:1::ffff')
    const seconds = limited?.retryAfterSeconds ?? 0
    t.ok(seconds > 14 * 60 && seconds <= 16 * 60, `${seconds} s for any address of the same /64`)
    t.equal(await guard.stranger('bob', address), null, 'other accounts can be tried')
    pass(seconds * 1000)
    t.equal(await guard.stranger('ann', address), null)
  })

  t.test('who tries from nine networks leaves the owner with a new browser elsewhere some tries', async (t) => {
    const { limiter } = await create(t)
    const guard = createPasswordGuard(limiter)
    const networks = Array.from({ length: 9 }, (_, n) => `2001:${n + 1}:1:1::1`)
    const passed = await attack(
      guard,
      networks.flatMap((address) => Array.from({ length: 20 }, () => address)),
    )
    t.ok(passed >= 90 && passed <= 9 * 14, `${passed} guesses`)
    t.equal(await attack(guard, ['2001:a:1:1::1', '2001:a:1:1::1', '2001:a:1:1::1']), 3)
    t.equal(await attack(guard, ['198.51.100.1', '198.51.100.1', '198.51.100.1']), 3)
  })

  t.test('all networks of one provider together are one that tries', async (t) => {
    const { limiter } = await create(t)
    const guard = createPasswordGuard(limiter)
    const sites = Array.from({ length: 300 }, (_, n) => `2001:db8:${n.toString(16)}::1`)
    t.equal(await attack(guard, sites), 30 + 30 + 10)
    t.equal(
      await attack(
        guard,
        Array.from({ length: 40 }, () => '192.0.2.1'),
      ),
      14,
    )
    const hosts = Array.from({ length: 200 }, (_, n) => `203.0.113.${n}`)
    t.equal(await attack(guard, hosts), 20 + 10 + 3, 'a /24 is like a /48')
  })

  t.test('one provider cannot have the passwords of many accounts hashed without end', async (t) => {
    const { limiter } = await create(t)
    const guard = createPasswordGuard(limiter)
    let passed = 0
    for (let n = 0; n < 150; n++) passed += await attack(guard, ['192.0.2.1'], `account ${n}`)
    t.equal(passed, 100)
  })

  t.test('strangers and known browsers use up nothing of each other', async (t) => {
    const { limiter, pass } = await create(t)
    const guard = createPasswordGuard(limiter)
    for (let provider = 1; provider <= 12; provider++) {
      await attack(
        guard,
        Array.from({ length: 14 }, () => `10.${provider}.0.1`),
      )
    }
    const browser = (id: string) => guard.knownBrowser('ann', { id, validFromMs: 1 })
    const tries = async (id: string): Promise<number> => {
      let passed = 0
      for (let n = 0; n < 12; n++) if (await browser(id)) passed++
      return passed
    }
    t.equal(await tries('laptop'), 10, 'some wrong ones, then it is a stranger for a while')
    t.equal(await tries('phone'), 10, 'each counts by itself')
    let together = 20
    for (let n = 0; n < 12; n++) together += await tries(`stolen ${n}`)
    t.equal(together, 100, 'however many there are')
    pass(HOUR_MS + 60_000)
    t.equal(await browser('laptop'), true)
    t.equal(await guard.stranger('ann', '192.0.2.9'), null)
  })

  t.test(
    'who knew an earlier password and kept marks of it uses up no tries of those who know the present one',
    async (t) => {
      const { limiter } = await create(t)
      const guard = createPasswordGuard(limiter)
      for (let n = 0; n < 120; n++) await guard.knownBrowser('ann', { id: `kept ${n}`, validFromMs: 1 })
      t.equal(await guard.knownBrowser('ann', { id: 'one more', validFromMs: 1 }), false)
      t.equal(await guard.knownBrowser('ann', { id: 'laptop', validFromMs: 2 }), true)
    },
  )

  t.test('a session that somebody stole uses up no tries of another', async (t) => {
    const { limiter } = await create(t)
    const guard = createPasswordGuard(limiter)
    for (let n = 0; n < 10; n++) t.equal(await guard.confirmation('stolen', '192.0.2.1'), null)
    t.match(await guard.confirmation('stolen', '192.0.2.1'), { outcome: 'limited' })
    t.equal(await guard.confirmation("the owner's", '192.0.2.1'), null)
  })

  t.test('one address cannot have passwords hashed without end by gathering sessions', async (t) => {
    const { limiter } = await create(t)
    const guard = createPasswordGuard(limiter)
    let passed = 0
    for (let n = 0; n < 150; n++) if ((await guard.confirmation(`session ${n}`, '192.0.2.1')) === null) passed++
    t.equal(passed, 100)
    t.equal(await guard.confirmation("the owner's", '198.51.100.1'), null)
  })

  t.test('accounts are made by a few of each network', async (t) => {
    const { limiter } = await create(t)
    const guard = createPasswordGuard(limiter)
    let made = 0
    for (let site = 0; site < 8; site++) {
      for (let n = 0; n < 180; n++) {
        if ((await guard.signUp(`2001:db8:${site}:${n % 6}::1`)) === null) made++
      }
    }
    t.equal(made, 500)
    for (let n = 0; n < 50; n++) await guard.signUp('192.0.2.1')
    t.match(await guard.signUp('192.0.2.1'), { outcome: 'limited' })
    t.equal(await guard.signUp('192.0.2.2'), null)
  })
}
