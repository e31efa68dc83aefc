import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import type { UsedAssertions } from '../../src/oauth/assertion/used-assertions.ts'

/** Contract of every store of used assertions. `create` makes an empty one. */
export function assertionsContract(
  t: Test,
  create: (t: Test, options: { readonly memoryMs?: number }) => Promise<UsedAssertions>,
): void {
  t.test('an assertion is used once, also by many at once', async (t) => {
    const used = await create(t, {})
    const uses = await Promise.all(Array.from({ length: 50 }, () => used.use('a')))
    t.equal(uses.filter(Boolean).length, 1)
    t.strictSame([await used.use('a'), await used.use('b'), await used.use('__proto__')], [false, true, true])
  })

  t.test('a use is forgotten when no such assertion could be valid any more', async (t) => {
    const used = await create(t, { memoryMs: 50 })
    t.equal(await used.use('a'), true)
    await sleep(100)
    t.equal(await used.use('a'), true)
  })
}
