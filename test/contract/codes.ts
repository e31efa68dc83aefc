import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import type { CodeRecord, CodeStore } from '../../src/oauth/code/code-store.ts'

export const CODE_RECORD: CodeRecord = {
  clientId: 'https://client.example/metadata.json',
  userId: 'usr_1',
  grantId: 'grt_1',
  redirectUri: 'http://127.0.0.1:1234/back?x=%20"é',
  codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  scope: 'mcp:full',
  resource: 'http://localhost:4001/mcp',
}

/** Contract of every store of authorization codes. `create` makes an empty one. */
export function codesContract(
  t: Test,
  create: (t: Test, lives: { readonly lifetimeMs?: number; readonly usedMemoryMs?: number }) => Promise<CodeStore>,
): void {
  t.test('a code is taken once, and its second use names the grant', async (t) => {
    const codes = await create(t, {})
    await codes.put('a', CODE_RECORD)
    t.same(await codes.take('a'), { use: 'fresh', record: CODE_RECORD })
    t.same(await codes.take('a'), { use: 'again', grantId: 'grt_1' })
    t.same(await codes.take('a'), { use: 'again', grantId: 'grt_1' })
    t.equal(await codes.take('b'), null)
    t.equal(await codes.take('__proto__'), null)
  })

  t.test('of many who take a code at once exactly one gets it', async (t) => {
    const codes = await create(t, {})
    await codes.put('a', CODE_RECORD)
    const taken = await Promise.all(Array.from({ length: 50 }, () => codes.take('a')))
    t.equal(taken.filter((code) => code?.use === 'fresh').length, 1)
    t.equal(taken.filter((code) => code?.use === 'again').length, 49)
  })

  t.test('a code that nobody took is no code any more when its time is over', async (t) => {
    const codes = await create(t, { lifetimeMs: 50 })
    await codes.put('a', CODE_RECORD)
    await sleep(100)
    t.equal(await codes.take('a'), null)
  })

  t.test('that a code was used is remembered for longer than it would have lived, and not for ever', async (t) => {
    const codes = await create(t, { lifetimeMs: 1500, usedMemoryMs: 5000 })
    await codes.put('a', CODE_RECORD)
    await codes.take('a')
    await sleep(2000)
    t.same(await codes.take('a'), { use: 'again', grantId: 'grt_1' })
    await sleep(3200)
    t.equal(await codes.take('a'), null)
  })
}
