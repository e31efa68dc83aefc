import t from 'tap'
import { createMemorySignInSessions } from '../../../src/store/memory/memory-sign-in-sessions.ts'
import { createMemoryAssertions } from '../../../src/store/memory/memory-assertions.ts'
import { createMemoryCodes } from '../../../src/store/memory/memory-codes.ts'
import { createMemoryRevocations } from '../../../src/store/memory/memory-revocations.ts'
import { assertionsContract } from '../../contract/assertions.ts'
import { codesContract } from '../../contract/codes.ts'
import { revocationsContract } from '../../contract/revocations.ts'
import { signInSessionsContract } from '../../contract/sign-in-sessions.ts'

t.test('used assertions in memory', async (t) =>
  assertionsContract(t, async (_t, options) => createMemoryAssertions(options)),
)

t.test('codes in memory', async (t) => codesContract(t, async (_t, lives) => createMemoryCodes(lives)))

t.test('a full store of codes forgets the oldest', async (t) => {
  const codes = createMemoryCodes({ limit: 2 })
  const record = {
    clientId: '',
    userId: '',
    grantId: '',
    redirectUri: '',
    codeChallenge: '',
    scope: '',
    resource: '',
  }
  for (const hash of ['a', 'b', 'c']) await codes.put(hash, record)
  t.equal(await codes.take('a'), null)
  t.match(await codes.take('b'), { use: 'fresh' })
})

t.test('signed-in browsers in memory', async (t) =>
  signInSessionsContract(t, async (_t, options) => createMemorySignInSessions(options)),
)

t.test('a full store of signed-in browsers forgets the one that was idle longest', async (t) => {
  const sessions = createMemorySignInSessions({ limit: 2 })
  const session = { userId: 'usr_1', beganAtMs: Date.now(), validFromMs: 0, formKey: 'k' }
  await sessions.put('a', session)
  await sessions.put('b', session)
  await sessions.get('a')
  await sessions.put('c', session)
  t.same([await sessions.get('a'), await sessions.get('b'), await sessions.get('c')], [session, null, session])
})

t.test('revocations in memory', async (t) =>
  revocationsContract(t, async (t, options) => {
    const node = createMemoryRevocations(options)
    t.teardown(() => node.close())
    return node
  }),
)
