import type { Test } from 'tap'
import type { SessionAsker, SessionRecord, SessionStore } from '../../src/mcp/session.ts'
import { keepInUse } from '../support/keep-in-use.ts'

const RECORD: SessionRecord = {
  protocolVersion: '2025-11-25',
  client: { name: 'a client “名”', version: '1' },
  capabilities: { elicitation: { form: {} }, roots: {} },
  logLevel: null,
}

const ASKER: SessionAsker = { subject: 'reg_1', found: undefined }

/** Contract of every store of MCP sessions. `create` makes an empty one. */
export function mcpSessionsContract(
  t: Test,
  create: (t: Test, idleLimitMs: number) => SessionStore | Promise<SessionStore>,
): void {
  t.test('a session is found as it was begun, and others are not', async (t) => {
    const sessions = await create(t, 60_000)
    await sessions.keep('a', RECORD, ASKER)
    t.same(await sessions.get('a', ASKER), RECORD)
    t.equal(await sessions.get('b', ASKER), null)
    t.equal(await sessions.get('__proto__', ASKER), null)
  })

  t.test('what is kept of a session takes the place of what was', async (t) => {
    const sessions = await create(t, 60_000)
    await sessions.keep('a', RECORD, ASKER)
    await sessions.keep('a', { ...RECORD, logLevel: 'error' }, ASKER)
    t.same(await sessions.get('a', ASKER), { ...RECORD, logLevel: 'error' })
    await sessions.keep('a', 'ended', ASKER)
    t.equal(await sessions.get('a', ASKER), 'ended')
    await sessions.keep('unknown', 'ended', ASKER)
    t.equal(await sessions.get('unknown', ASKER), 'ended', 'the end of a session that the store has lost is kept too')
  })

  t.test('a session is kept as long as it is used, and no longer when it has been idle', async (t) => {
    const sessions = await create(t, 400)
    let round = 0
    do {
      round++
      await sessions.keep(`used${round}`, RECORD, ASKER)
      await sessions.keep(`idle${round}`, RECORD, ASKER)
    } while (!(await keepInUse(() => sessions.get(`used${round}`, ASKER))))
    t.same(await sessions.get(`used${round}`, ASKER), RECORD)
    t.equal(await sessions.get(`idle${round}`, ASKER), null)
  })
}
