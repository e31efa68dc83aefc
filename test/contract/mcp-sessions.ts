import type { Test } from 'tap'
import type { SessionAsker, SessionRecord, SessionStore } from '../../src/mcp/session.ts'
import { keepInUse } from '../support/keep-in-use.ts'

const RECORD: SessionRecord = {
  protocolVersion: '2025-11-25',
  client: { name: 'a client “名”', version: '1' },
  capabilities: { elicitation: { form: {} }, roots: {} },
  logLevel: null,
  subject: 'reg_1',
}

const ASKER: SessionAsker = { subject: RECORD.subject, found: undefined }

/** Contract of every store of MCP sessions. `create` makes an empty one. */
export function mcpSessionsContract(
  t: Test,
  create: (t: Test, idleLimitMs: number) => SessionStore | Promise<SessionStore>,
): void {
  t.test('a session is found as it was begun, and others are not', async (t) => {
    const sessions = await create(t, 60_000)
    await sessions.create('a', RECORD)
    t.same(await sessions.get('a', ASKER), RECORD)
    t.equal(await sessions.get('b', ASKER), null)
    t.equal(await sessions.get('__proto__', ASKER), null)
  })

  t.test('a record is replaced only where there is a session', async (t) => {
    const sessions = await create(t, 60_000)
    await sessions.create('a', RECORD)
    await sessions.replace('a', { ...RECORD, logLevel: 'error' })
    await sessions.replace('b', RECORD)
    t.same(await sessions.get('a', ASKER), { ...RECORD, logLevel: 'error' })
    t.equal(await sessions.get('b', ASKER), null)
  })

  t.test('a session that has been deleted is gone, and was there only once', async (t) => {
    const sessions = await create(t, 60_000)
    await sessions.create('a', RECORD)
    t.equal(await sessions.delete('a', ASKER), true)
    t.equal(await sessions.delete('a', ASKER), false)
    t.equal(await sessions.get('a', ASKER), null)
  })

  t.test('a session lives as long as it is used, and ends when it has been idle', async (t) => {
    const sessions = await create(t, 400)
    let round = 0
    do {
      round++
      await sessions.create(`used${round}`, RECORD)
      await sessions.create(`idle${round}`, RECORD)
    } while (!(await keepInUse(() => sessions.get(`used${round}`, ASKER))))
    t.same(await sessions.get(`used${round}`, ASKER), RECORD)
    t.equal(await sessions.get(`idle${round}`, ASKER), null)
  })
}
