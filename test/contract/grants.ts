import type { Test } from 'tap'
import type { Grant, RevocationReason, Rotation } from '../../src/oauth/grant/grant-store.ts'
import type { Database } from '../../src/store/database.ts'
import { createSqlAudit } from '../../src/store/sql-audit.ts'
import { createSqlGrants } from '../../src/store/sql-grants.ts'
import { createSqlUsers } from '../../src/store/sql-users.ts'
import { AT, after, event, makeUser, newHash } from './stores.ts'

const CLIENT = 'cli_a'
const OVERLAP_MS = 30_000
const LIFE_MS = 1_000_000

/** What `GrantStore` promises, in a database with tables that others may use too. */
export function grantsContract(t: Test, database: Database): void {
  const grants = createSqlGrants(database)
  const audit = createSqlAudit(database)
  const users = createSqlUsers(database)

  const approval = (userId: string, clientId = CLIENT, redirectUri = 'https://a/cb') => ({
    userId,
    clientId,
    clientName: 'A',
    redirectUri,
    scope: 'mcp:full',
  })
  async function makeGrant(): Promise<Grant> {
    const { id } = await makeUser(database)
    return grants.approve(approval(id), AT, event(id, { kind: 'grant.approved', clientId: CLIENT }))
  }
  async function makeFamily(): Promise<{ grant: Grant; hash: Uint8Array }> {
    const grant = await makeGrant()
    const hash = newHash()
    await grants.addRefreshToken(grant.id, hash, AT, after(AT, LIFE_MS))
    return { grant, hash }
  }
  const rotate = (hash: Uint8Array, nextHash: Uint8Array, at: Date, clientId = CLIENT): Promise<Rotation> => {
    const nextExpiresAt = after(at, LIFE_MS)
    return grants.rotate({ hash, clientId, nextHash, at, overlapMs: OVERLAP_MS, nextExpiresAt, address: '192.0.2.1' })
  }
  const revoke = (id: string, reason: RevocationReason = 'user', at = AT): Promise<boolean> =>
    grants.revoke(id, { reason, at, address: null })
  const kinds = async (userId: string): Promise<string[]> =>
    (await audit.list(userId, { limit: 100, before: null })).map(({ kind }) => kind).toSorted()
  const tokensOf = (grantId: string): Promise<{ used_at: Date | null }[]> =>
    database.run((kysely) =>
      kysely.selectFrom('refresh_tokens').select('used_at').where('grant_id', '=', grantId).execute(),
    )

  t.test('approving the same client again keeps the grant and remembers each redirect URI', async (t) => {
    const { id: userId } = await makeUser(database)
    const first = await grants.approve(approval(userId), AT, event(userId, { kind: 'grant.approved' }))
    t.match(first, { userId, clientId: CLIENT, clientName: 'A', scope: 'mcp:full', createdAt: AT, lastUsedAt: AT })
    t.match(first.id, /^grt_/)
    const renamed = { ...approval(userId, CLIENT, 'https://a/other'), clientName: 'B' }
    const second = await grants.approve(renamed, after(AT, 1000), event(userId, { kind: 'grant.approved' }))
    t.strictSame(second, { ...first, clientName: 'B' })
    t.strictSame(await grants.find(first.id), second)
    t.strictSame(await grants.list(userId), [second])
    for (const redirectUri of ['https://a/cb', 'https://a/other']) {
      t.strictSame(await grants.isApproved({ userId, clientId: CLIENT, redirectUri, scope: 'mcp:full' }), second)
    }
    const not = { userId, clientId: CLIENT, redirectUri: 'https://a/cb', scope: 'mcp:full' }
    t.equal(await grants.isApproved({ ...not, redirectUri: 'https://a/c' }), null)
    t.equal(await grants.isApproved({ ...not, scope: 'other' }), null)
    t.equal(await grants.isApproved({ ...not, clientId: 'cli_b' }), null)
    const events = await audit.list(userId, { limit: 9, before: null })
    const approvals = events.filter(({ kind }) => kind === 'grant.approved')
    t.strictSame(
      approvals.map(({ grantId }) => grantId),
      [first.id, first.id],
    )
  })

  t.test('many approvals at once make one grant', async (t) => {
    const { id: userId } = await makeUser(database)
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        grants.approve(approval(userId, CLIENT, `https://a/${n}`), AT, event(userId)),
      ),
    )
    t.equal(new Set(made.map(({ id }) => id)).size, 1)
    t.equal((await grants.list(userId)).length, 1)
  })

  t.test('nobody approves for an account that is gone', async (t) => {
    await t.rejects(grants.approve(approval('usr_gone'), AT, event('usr_gone')))
    t.strictSame(await grants.list('usr_gone'), [])
  })

  t.test('a revoked grant is over with all its tokens, and the next approval makes another', async (t) => {
    const { grant, hash } = await makeFamily()
    const { userId } = grant
    t.equal(await grants.revoke(grant.id, { userId: 'usr_other', reason: 'user', at: AT, address: null }), false)
    t.equal(await grants.revoke(grant.id, { userId, reason: 'user', at: AT, address: '192.0.2.1' }), true)
    t.equal(await revoke(grant.id), false, 'only once')
    t.equal(await revoke('grt_0'), false)
    t.equal(await grants.find(grant.id), null)
    t.strictSame(await grants.list(userId), [])
    t.equal(await grants.findByRefreshToken(hash), null)
    t.equal((await rotate(hash, newHash(), AT)).outcome, 'unknown')
    t.equal(await grants.addRefreshToken(grant.id, newHash(), AT, after(AT, LIFE_MS)), false)
    t.equal(await grants.isApproved({ userId, clientId: CLIENT, redirectUri: 'https://a/cb', scope: 'mcp:full' }), null)
    t.strictSame(await kinds(userId), ['account.created', 'grant.approved', 'grant.revoked'])
    const again = await grants.approve(approval(userId), AT, event(userId))
    t.not(again.id, grant.id)
  })

  t.test('a code that was used twice leaves its own trace', async (t) => {
    const { id, userId } = await makeGrant()
    await revoke(id, 'code_reused')
    t.ok((await kinds(userId)).includes('grant.code_reused'))
  })

  t.test('a refresh token is replaced by the next, and both lead to the grant', async (t) => {
    const { grant, hash } = await makeFamily()
    const next = newHash()
    t.strictSame(await rotate(hash, next, after(AT, 1000)), { outcome: 'rotated', grant })
    t.strictSame(await grants.findByRefreshToken(hash), grant)
    t.strictSame(await grants.findByRefreshToken(next), grant)
    t.strictSame(await rotate(next, newHash(), after(AT, 2000)), { outcome: 'rotated', grant })
  })

  t.test('a token of another client, of nobody, or of the past is unknown and harms nothing', async (t) => {
    const { grant, hash } = await makeFamily()
    t.equal((await rotate(hash, newHash(), AT, 'cli_b')).outcome, 'unknown')
    t.equal((await rotate(newHash(), newHash(), AT)).outcome, 'unknown')
    t.equal((await rotate(hash, newHash(), after(AT, LIFE_MS))).outcome, 'unknown', 'it expires at that time')
    t.equal((await tokensOf(grant.id)).length, 1)
    t.equal((await rotate(hash, newHash(), after(AT, LIFE_MS - 1))).outcome, 'rotated')
    t.equal((await rotate(hash, newHash(), after(AT, LIFE_MS + 60_000))).outcome, 'unknown', 'used, and expired')
    t.ok(await grants.find(grant.id))
  })

  t.test('fifty uses of one token at once all give a token of the same family', async (t) => {
    const { grant, hash } = await makeFamily()
    const nexts = Array.from({ length: 50 }, newHash)
    const rotations = await Promise.all(nexts.map((next, n) => rotate(hash, next, after(AT, n * 500))))
    for (const rotation of rotations) t.strictSame(rotation, { outcome: 'rotated', grant })
    const tokens = await tokensOf(grant.id)
    t.equal(tokens.length, 51)
    t.equal(tokens.filter(({ used_at }) => used_at !== null).length, 1)
    for (const next of nexts) t.equal((await grants.findByRefreshToken(next))?.id, grant.id)
  })

  t.test('a replaced token is good for the overlap, and then its use ends the grant for all', async (t) => {
    const { grant, hash } = await makeFamily()
    const next = newHash()
    await rotate(hash, next, AT)
    t.equal(
      (await rotate(hash, newHash(), after(AT, OVERLAP_MS))).outcome,
      'rotated',
      'the overlap counts from the first use',
    )
    const late = after(AT, OVERLAP_MS + 1)
    t.strictSame(await rotate(hash, newHash(), late), { outcome: 'reused', grantId: grant.id })
    t.equal((await rotate(next, newHash(), late)).outcome, 'unknown')
    t.equal((await rotate(hash, newHash(), late)).outcome, 'unknown')
    t.equal(await grants.find(grant.id), null)
    t.strictSame(await tokensOf(grant.id), [])
    t.ok((await grants.revokedSince(late)).includes(grant.id))
    const [newest] = await audit.list(grant.userId, { limit: 1, before: null })
    t.match(newest, { kind: 'grant.refresh_reused', grantId: grant.id, address: '192.0.2.1', at: late })
  })

  t.test('many late uses at once are one reuse', async (t) => {
    const { grant, hash } = await makeFamily()
    await rotate(hash, newHash(), AT)
    const late = after(AT, OVERLAP_MS + 1)
    const outcomes = (await Promise.all(Array.from({ length: 12 }, () => rotate(hash, newHash(), late)))).map(
      ({ outcome }) => outcome,
    )
    t.strictSame(outcomes.toSorted(), ['reused', ...Array.from({ length: 11 }, () => 'unknown')])
    t.equal((await kinds(grant.userId)).filter((kind) => kind === 'grant.refresh_reused').length, 1)
  })

  t.test(
    'rotations, revocations, approvals and deletions at once leave no token of a grant that is over',
    async (t) => {
      for (let round = 0; round < 6; round++) {
        const { grant, hash } = await makeFamily()
        const used = newHash()
        await grants.addRefreshToken(grant.id, used, AT, after(AT, LIFE_MS))
        await rotate(used, newHash(), AT)
        const late = after(AT, OVERLAP_MS + 1)
        const doings: (() => Promise<unknown>)[] = [
          ...Array.from({ length: 4 }, () => () => rotate(hash, newHash(), late)),
          () => revoke(grant.id, 'user', late),
          () => rotate(used, newHash(), late),
          () => grants.approve(approval(grant.userId), late, event(grant.userId)).catch(() => null),
          () => grants.addRefreshToken(grant.id, newHash(), late, after(late, LIFE_MS)),
          () => grants.touch(new Map([[grant.id, late]])),
          ...(round % 2 === 0 ? [() => users.delete(grant.userId, late)] : []),
          () => rotate(hash, newHash(), late),
        ]
        // Another order in each round.
        const order = doings.map((_, n) => (n * 7 + round) % doings.length)
        await Promise.all(order.map(async (n) => doings[n]?.()))
        t.equal(await grants.find(grant.id), null)
        t.strictSame(await tokensOf(grant.id), [])
        if (round % 2 === 0) t.strictSame(await grants.list(grant.userId), [])
      }
    },
  )

  t.test('last uses go forwards only', async (t) => {
    const [one, two] = [await makeGrant(), await makeGrant()]
    await grants.touch(new Map())
    await grants.touch(
      new Map([
        [one.id, after(AT, 5000)],
        [two.id, after(AT, -5000)],
        ['grt_0', AT],
      ]),
    )
    t.strictSame((await grants.find(one.id))?.lastUsedAt, after(AT, 5000))
    t.strictSame((await grants.find(two.id))?.lastUsedAt, AT)
  })

  t.test('grants are listed by their last use', async (t) => {
    const { id: userId } = await makeUser(database)
    const made: Grant[] = []
    for (const client of ['cli_a', 'cli_b', 'cli_c'])
      made.push(await grants.approve(approval(userId, client), AT, event(userId)))
    await grants.touch(new Map([[made[1]?.id ?? '', after(AT, 1000)]]))
    await grants.touch(new Map([[made[0]?.id ?? '', after(AT, 500)]]))
    t.strictSame(
      (await grants.list(userId)).map(({ clientId }) => clientId),
      ['cli_b', 'cli_a', 'cli_c'],
    )
  })

  t.test('what is long over is dropped', async (t) => {
    const past = new Date('2000-01-01T00:00:00.000Z')
    const { grant: revoked } = await makeFamily()
    await revoke(revoked.id, 'user', past)
    const { grant, hash } = await makeFamily()
    const expired = newHash()
    await grants.addRefreshToken(grant.id, expired, past, after(past, 1000))
    t.ok((await grants.revokedSince(past)).includes(revoked.id))
    t.equal(await grants.dropStale(past), 0)
    t.equal(await grants.dropStale(after(past, 1001)), 2)
    t.notOk((await grants.revokedSince(past)).includes(revoked.id))
    t.equal(await grants.findByRefreshToken(expired), null)
    t.strictSame(await grants.findByRefreshToken(hash), grant)
  })
}
