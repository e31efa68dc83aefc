import type { Test } from 'tap'
import { SIGN_IN_LIMIT_MS } from '../../src/account/users/sign-in-sessions.ts'
import type { SignInSession, SignInSessions } from '../../src/account/users/sign-in-sessions.ts'
import { keepInUse } from '../support/keep-in-use.ts'

const SESSION: SignInSession = {
  userId: 'usr_1',
  beganAtMs: 1_700_000_000_000,
  validFromMs: 1_600_000_000_000,
  formKey: 'k',
}

/** Contract of every store of sign-in sessions. `create` makes an empty one. */
export function signInSessionsContract(
  t: Test,
  create: (t: Test, options: { readonly idleLimitMs?: number; readonly now: () => number }) => Promise<SignInSessions>,
): void {
  const now = (): number => SESSION.beganAtMs

  t.test('a browser is known until it signs out', async (t) => {
    const sessions = await create(t, { now })
    await sessions.put('a', SESSION)
    t.same(await sessions.get('a'), SESSION)
    t.equal(await sessions.get('b'), null)
    t.equal(await sessions.get('__proto__'), null)
    await sessions.delete('a')
    await sessions.delete('a')
    t.equal(await sessions.get('a'), null)
  })

  t.test('it is known as long as it comes back, and forgotten when it has been idle', async (t) => {
    const sessions = await create(t, { now, idleLimitMs: 400 })
    let round = 0
    do {
      round++
      await sessions.put(`used${round}`, SESSION)
      await sessions.put(`idle${round}`, SESSION)
    } while (!(await keepInUse(() => sessions.get(`used${round}`))))
    t.same(await sessions.get(`used${round}`), SESSION)
    t.equal(await sessions.get(`idle${round}`), null)
  })

  t.test('however often it comes back, it is forgotten after 90 days', async (t) => {
    let nowMs = SESSION.beganAtMs
    const sessions = await create(t, { now: () => nowMs })
    await sessions.put('a', SESSION)
    nowMs += SIGN_IN_LIMIT_MS - 1
    t.same(await sessions.get('a'), SESSION)
    nowMs += 1
    t.equal(await sessions.get('a'), null)
    nowMs -= 1
    t.equal(await sessions.get('a'), null, 'for good')
  })
}
