import t from 'tap'
import type { SessionRecord } from '../../../src/mcp/session.ts'
import { createMemoryAccountState } from '../../../src/store/memory/memory-admissions.ts'
import { admissionsContract, of } from '../../contract/admissions.ts'
import { mcpSessionsContract } from '../../contract/mcp-sessions.ts'

t.test('admissions in memory', async (t) =>
  admissionsContract(t, async () => {
    const revoked = new Set<string>()
    let nowMs = 1_700_000_000_000
    return {
      ...createMemoryAccountState({ isRevoked: (grantId) => revoked.has(grantId), clock: () => nowMs }),
      revoke: async (grantId) => revoked.add(grantId),
      pass: (ms) => void (nowMs += ms),
    }
  }),
)

t.test('sessions of grants in memory', async (t) =>
  mcpSessionsContract(
    t,
    (_t, idleLimitMs) => createMemoryAccountState({ isRevoked: () => false, idleLimitMs }).sessions,
  ),
)

t.test('a full store of sessions forgets the one that was idle longest, whosever it is', async (t) => {
  const { admissions, sessions } = createMemoryAccountState({ isRevoked: () => false, sessionLimit: 2 })
  const record: SessionRecord = {
    protocolVersion: '2025-11-25',
    client: { name: '', version: '' },
    capabilities: {},
    logLevel: null,
  }
  await sessions.keep('a', record, { subject: 'grt_a' })
  await sessions.keep('b', record, { subject: 'grt_b' })
  await admissions.admit(of('grt_a'), 1, 'a')
  await sessions.keep('c', 'ended', { subject: 'grt_b' })
  t.match(await admissions.admit(of('grt_a'), 1, 'a'), { session: record })
  t.match(await admissions.admit(of('grt_b'), 1, 'b'), { session: null })
  t.match(await admissions.admit(of('grt_b'), 1, 'c'), { session: 'ended' })
})

t.test('a session that belongs to no grant is a fault of the program', async (t) => {
  const { sessions } = createMemoryAccountState({ isRevoked: () => false })
  t.throws(() => sessions.get('a', { subject: null, found: undefined }), TypeError)
})
