import t from 'tap'
import { createMemoryBus } from '../../../src/mcp/bus.ts'
import { createMemorySessions } from '../../support/memory-sessions.ts'
import type { SessionRecord } from '../../../src/mcp/session.ts'
import { mcpBusContract } from '../../contract/mcp-bus.ts'
import { mcpSessionsContract } from '../../contract/mcp-sessions.ts'

t.test('sessions in memory', async (t) =>
  mcpSessionsContract(t, (_t, idleLimitMs) => createMemorySessions({ idleLimitMs })),
)

t.test('a bus in memory', async (t) =>
  mcpBusContract(t, () => {
    const bus = createMemoryBus()
    return [bus, bus]
  }),
)

t.test('a full store of sessions forgets the one that was idle longest', async (t) => {
  const sessions = createMemorySessions({ limit: 2 })
  const record: SessionRecord = {
    protocolVersion: '2025-11-25',
    client: { name: '', version: '' },
    capabilities: {},
    logLevel: null,
  }
  const ASKER = { subject: null, found: undefined }
  await sessions.keep('a', record, ASKER)
  await sessions.keep('b', record, ASKER)
  await sessions.get('a', ASKER)
  await sessions.keep('c', record, ASKER)
  t.same(
    [await sessions.get('a', ASKER), await sessions.get('b', ASKER), await sessions.get('c', ASKER)],
    [record, null, record],
  )
})
