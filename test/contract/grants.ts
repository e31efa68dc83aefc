import { randomBytes } from 'node:crypto'
import type { Test } from 'tap'
import { checkDocument } from '../../src/oauth/client/check-document.ts'
import { USER_GRANTS_LIMIT } from '../../src/oauth/grant/grant-store.ts'
import type { Approval, Approved, Grant, RevocationReason, Rotation } from '../../src/oauth/grant/grant-store.ts'
import type { Database } from '../../src/store/postgres/database.ts'
import { createSqlAudit } from '../../src/store/postgres/sql-audit.ts'
import { createSqlGrants } from '../../src/store/postgres/sql-grants.ts'
import { createSqlUsers } from '../../src/store/postgres/sql-users.ts'
import { AT, after, approvalOf, approve, event, makeUser, newHash } from './stores.ts'

const CLIENT = 'cli_a'
const OVERLAP_MS = 30_000
const LIFE_MS = 10_000_000

/** Contract of `GrantStore`, in a database with tables that others may use too. */
export function grantsContract(t: Test, database: Database): void {
  const grants = createSqlGrants(database)
  const audit = createSqlAudit(database)
  const users = createSqlUsers(database)

  const connect = (userId: string, more: Partial<Approval> = {}, at = AT): Promise<Grant> =>
    approve(grants, approvalOf(userId, CLIENT, more), at)
  async function makeGrant(): Promise<Grant> {
    const { id } = await makeUser(database)
    return connect(id)
  }
  async function makeFamily(): Promise<{ grant: Grant; hash: Uint8Array }> {
    const grant = await makeGrant()
    const hash = newHash()
    await grants.addRefreshToken(grant.id, hash, AT, after(AT, LIFE_MS))
    return { grant, hash }
  }
  const rotate = (hash: Uint8Array, nextHash: Uint8Array, at: Date, clientId = CLIENT): Promise<Rotation> => {
    const nextExpiresAt = after(at, LIFE_MS)
    const nextSealed = nextHash
    return grants.rotate({
      hash,
      clientId,
      nextHash,
      nextSealed,
      at,
      overlapMs: OVERLAP_MS,
      nextExpiresAt,
      address: '192.0.2.1',
    })
  }
  const revoke = (id: string, reason: RevocationReason = 'user', at = AT): Promise<boolean> =>
    grants.revoke(id, { reason, at, address: null })
  const kinds = async (userId: string): Promise<string[]> =>
    (await audit.list(userId, { limit: 100, before: null })).map(({ kind }) => kind).toSorted()
  const eventsOf = (userId: string) => audit.list(userId, { limit: 500, before: null })
  const tokensOf = (grantId: string) =>
    database.run((kysely) =>
      kysely.selectFrom('refresh_tokens').select('hash').where('grant_id', '=', grantId).execute(),
    )

  t.test('each approval makes a grant of its own, with the place of the browser that approved it', async (t) => {
    const { id: userId } = await makeUser(database)
    const place = { browser: 'Safari', system: 'macOS', network: null }
    const first = await connect(userId)
    const second = await connect(userId, { place, signIn: 'sign-in' }, after(AT, 1000))
    t.match(first.id, /^grt_/)
    t.not(second.id, first.id)
    const common = {
      userId,
      clientId: CLIENT,
      clientName: 'A',
      scope: 'mcp:full',
      authentication: 'none',
      firstUsedAt: null,
      lastUsedAt: null,
    }
    const here = { browser: 'Firefox', system: 'Linux', network: '192.0.2.0/24' }
    t.strictSame(first, { id: first.id, ...common, place: here, signIn: null, createdAt: AT })
    t.strictSame(second, { id: second.id, ...common, place, signIn: 'sign-in', createdAt: after(AT, 1000) })
    t.strictSame(await grants.find(first.id), first)
    t.strictSame(await grants.list(userId), [second, first])
    const approvals = (await eventsOf(userId)).filter(({ kind }) => kind === 'grant.approved')
    t.strictSame(new Set(approvals.map(({ grantId }) => grantId)), new Set([first.id, second.id]))
  })

  t.test('two grants of one client are used and end apart', async (t) => {
    const { id: userId } = await makeUser(database)
    const [one, two] = [await connect(userId), await connect(userId)]
    const hashes = [newHash(), newHash()] as const
    await grants.addRefreshToken(one.id, hashes[0], AT, after(AT, LIFE_MS))
    await grants.addRefreshToken(two.id, hashes[1], AT, after(AT, LIFE_MS))
    await grants.touch(new Map([[one.id, after(AT, 1000)]]))
    t.equal((await grants.find(two.id))?.lastUsedAt, null)
    t.equal(await revoke(one.id, 'client'), true)
    t.equal((await rotate(hashes[0], newHash(), AT)).outcome, 'unknown')
    t.equal((await rotate(hashes[1], newHash(), AT)).outcome, 'rotated')
    t.strictSame(await grants.list(userId), [two])
  })

  t.test('a consent stands for its client, redirect URI and scope until a grant of the client ends', async (t) => {
    const { id: userId } = await makeUser(database)
    const consent = { userId, clientId: CLIENT, redirectUri: 'https://a/cb', scope: 'mcp:full' }
    t.equal(await grants.isApproved(consent), false)
    await connect(userId)
    const other = await connect(userId, { redirectUri: 'https://a/other' })
    const another = await connect(userId, { clientId: 'cli_b' })
    t.equal(await grants.isApproved(consent), true)
    t.equal(await grants.isApproved({ ...consent, redirectUri: 'https://a/other' }), true)
    t.equal(await grants.isApproved({ ...consent, redirectUri: 'https://a/c' }), false)
    t.equal(await grants.isApproved({ ...consent, scope: 'other' }), false)
    t.equal(await grants.isApproved({ ...consent, userId: (await makeUser(database)).id }), false)
    await revoke(other.id)
    t.equal(await grants.isApproved(consent), false, 'also where another grant of the client stands')
    t.equal(await grants.isApproved({ ...consent, clientId: 'cli_b' }), true)
    await connect(userId, { replaces: another.id })
    t.equal(await grants.isApproved({ ...consent, clientId: 'cli_b' }), false)
    t.equal(await grants.isApproved(consent), true, 'the new one')
  })

  t.test('a consent for the longest addresses that a client may have is kept', async (t) => {
    const random = (length: number): string => randomBytes(length).toString('base64url').slice(0, length)
    const address = (length: number): string => `https://127.0.0.1/${random(length - 18)}`
    for (const clientId of [512, 1024].map(address)) {
      const redirect_uris = [2049, 1537].map((length) => address(length).replace('https', 'http'))
      const metadata = { client_id: clientId, client_name: 'A', redirect_uris }
      const document = checkDocument(clientId, Buffer.from(JSON.stringify(metadata)))
      if (!document.ok) return t.fail(document.detail)
      for (const registered of document.client.redirectUris) {
        const { id: userId } = await makeUser(database)
        const redirectUri = registered.replace('127.0.0.1', '127.0.0.1:65535')
        await connect(userId, { clientId, redirectUri })
        t.equal(await grants.isApproved({ userId, clientId, redirectUri, scope: 'mcp:full' }), true)
      }
    }
  })

  t.test('an approval ends the grant that it replaces, with an event, and no grant of somebody else', async (t) => {
    const { grant: before, hash } = await makeFamily()
    const { userId } = before
    const request = approvalOf(userId, CLIENT, { replaces: before.id })
    const made = await grants.approve(request, AT, event(userId, { kind: 'grant.approved', address: '192.0.2.7' }))
    t.match(made, { outcome: 'approved', ended: before.id })
    t.equal(await grants.findByRefreshToken(hash), null)
    t.equal((await grants.list(userId)).length, 1)
    const ended = (await eventsOf(userId)).find(({ kind }) => kind === 'grant.revoked')
    t.match(ended, { grantId: before.id, address: '192.0.2.7', detail: { reason: 'replaced' } })
    for (const replaces of [before.id, (await makeGrant()).id, 'grt_0']) {
      t.match(
        await grants.approve({ ...request, replaces }, AT, event(userId)),
        { ended: null },
        'ended, or not theirs',
      )
    }
    t.equal((await grants.list(userId)).length, 4)
  })

  t.test('a person has a hundred grants at most, exactly, and the next one names what ends for it', async (t) => {
    const { id: userId } = await makeUser(database)
    // Calls are sequential. On a busy machine so many concurrent calls would wait too long for a connection.
    for (let n = 0; n < USER_GRANTS_LIMIT - 4; n++) await connect(userId)
    const made = await Promise.all(
      Array.from({ length: 9 }, () => grants.approve(approvalOf(userId), AT, event(userId))),
    )
    const count = (outcome: Approved['outcome']): number => made.filter((each) => each.outcome === outcome).length
    t.strictSame([count('approved'), count('full')], [4, 5])
    const standing = await grants.list(userId)
    t.equal(standing.length, USER_GRANTS_LIMIT)
    const [oldest] = standing.slice(-1)
    t.equal((await connect(userId, { replaces: oldest?.id ?? null })).userId, userId)
    t.equal((await grants.list(userId)).length, USER_GRANTS_LIMIT)
    t.equal(await grants.find(oldest?.id ?? ''), null)
    t.match(await grants.approve(approvalOf(userId, CLIENT, { replaces: 'grt_0' }), AT, event(userId)), {
      outcome: 'full',
    })
    t.strictSame((await grants.list((await makeUser(database)).id)).length, 0, 'others have their own')
  })

  t.test('nobody approves for an account that is gone, or with a password that was replaced meanwhile', async (t) => {
    const { id: gone } = await makeUser(database)
    await users.delete(gone, () => AT)
    t.strictSame(await grants.approve(approvalOf(gone), AT, event(gone)), { outcome: 'signed-out' })
    t.strictSame(await grants.list(gone), [])

    const { id: userId } = await makeUser(database)
    const before = await connect(userId)
    await users.resetPassword(userId, '$argon2id$two', after(AT, 1000), event(userId))
    const request = approvalOf(userId, CLIENT, { replaces: before.id })
    t.strictSame(await grants.approve(request, AT, event(userId)), { outcome: 'signed-out' })
    t.strictSame(await grants.list(userId), [])
    t.equal(await grants.isApproved(request), false)
    await connect(userId, { validFromMs: AT.getTime() + 1000 })
  })

  t.test('an approval that waits for the end of a password is of nobody', async (t) => {
    const { id: userId } = await makeUser(database)
    const { waits } = await database.transact(async (transaction) => {
      await transaction.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
      const next = { sessions_valid_from: after(AT, 1) }
      const approving = grants.approve(approvalOf(userId), AT, event(userId))
      await transaction.updateTable('users').set(next).where('id', '=', userId).execute()
      return { waits: approving }
    })
    t.strictSame(await waits, { outcome: 'signed-out' })
    t.strictSame(await grants.list(userId), [])
  })

  t.test(
    'an approval that nobody was asked for needs a consent that stands, and fewer than eight grants',
    async (t) => {
      const { id: userId } = await makeUser(database)
      const silent = approvalOf(userId, CLIENT, { asked: false })
      const ask = (): Promise<Approved> => grants.approve(silent, AT, event(userId))
      t.strictSame(await ask(), { outcome: 'unapproved' })
      const { id } = await connect(userId)
      t.match(await ask(), { outcome: 'approved' })
      await revoke(id)
      t.strictSame(await ask(), { outcome: 'unapproved' })
      t.equal(await grants.isApproved(silent), false)
      t.equal((await grants.list(userId)).length, 1)

      const { id: other } = await makeUser(database)
      await connect(other, { clientId: 'cli_b' })
      await connect(other)
      const request = approvalOf(other, CLIENT, { asked: false })
      const made = await Promise.all(Array.from({ length: 9 }, () => grants.approve(request, AT, event(other))))
      t.equal(made.filter(({ outcome }) => outcome === 'approved').length, 7)
      t.equal((await grants.list(other)).filter(({ clientId }) => clientId === CLIENT).length, 8)
    },
  )

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
    t.strictSame(await kinds(userId), ['account.created', 'grant.approved', 'grant.revoked'])
    t.not((await connect(userId)).id, grant.id)
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
    t.ok(await grants.find(grant.id))
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
        const next = newHash()
        await rotate(hash, next, AT)
        const late = after(AT, OVERLAP_MS + 1)
        const doings: (() => Promise<unknown>)[] = [
          ...Array.from({ length: 4 }, () => () => rotate(hash, newHash(), late)),
          () => revoke(grant.id, 'user', late),
          () => rotate(next, newHash(), late),
          () => connect(grant.userId, { replaces: grant.id }, late).catch(() => null),
          () => grants.addRefreshToken(grant.id, newHash(), late, after(late, LIFE_MS)),
          () => grants.touch(new Map([[grant.id, late]])),
          ...(round % 2 === 0 ? [() => users.delete(grant.userId, () => late)] : []),
          () => rotate(hash, newHash(), late),
        ]
        // Each round has another order.
        const order = doings.map((_, n) => (n * 7 + round) % doings.length)
        await Promise.all(order.map(async (n) => doings[n]?.()))
        t.equal(await grants.find(grant.id), null)
        t.strictSame(await tokensOf(grant.id), [])
        if (round % 2 === 0) t.strictSame(await grants.list(grant.userId), [])
      }
    },
  )

  t.test('the first use stays, and the last goes forwards only', async (t) => {
    const [one, two] = [await makeGrant(), await makeGrant()]
    const usesOf = async (id: string) => {
      const grant = await grants.find(id)
      return [grant?.firstUsedAt, grant?.lastUsedAt]
    }
    await grants.touch(new Map())
    await grants.touch(
      new Map([
        [one.id, after(AT, 5000)],
        ['grt_0', AT],
      ]),
    )
    t.strictSame(await usesOf(one.id), [after(AT, 5000), after(AT, 5000)])
    t.strictSame(await usesOf(two.id), [null, null])
    await grants.touch(new Map([[one.id, after(AT, 9000)]]))
    await grants.touch(new Map([[one.id, after(AT, 7000)]]))
    t.strictSame(await usesOf(one.id), [after(AT, 5000), after(AT, 9000)])
  })

  t.test('grants are listed by their last use', async (t) => {
    const { id: userId } = await makeUser(database)
    const made: Grant[] = []
    for (const client of ['cli_a', 'cli_b', 'cli_c']) made.push(await connect(userId, { clientId: client }))
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
    const { grant: orphan } = await makeFamily()
    await users.delete(orphan.userId, () => past)
    const long = after(past, 1001)
    t.equal(await grants.dropStale(past, past), 0)
    t.equal(await grants.dropStale(long, past), 2, 'the token, and the grant that nobody can ask about')
    t.ok((await grants.revokedSince(past)).includes(revoked.id), 'the activity of its owner names it')
    t.equal(await grants.dropStale(long, long), 1)
    t.notOk((await grants.revokedSince(past)).includes(revoked.id))
    t.equal(await grants.findByRefreshToken(expired), null)
    t.strictSame(await grants.findByRefreshToken(hash), grant)
  })

  t.test('a grant without a refresh token that lives ends, and its owner reads of it', async (t) => {
    const past = new Date('2000-01-01T00:00:00.000Z')
    const [never, over, living] = await Promise.all(
      [null, after(past, 1000), after(past, LIFE_MS)].map(async (expiresAt) => {
        const { id } = await makeUser(database)
        const grant = await connect(id, {}, past)
        if (expiresAt !== null) await grants.addRefreshToken(grant.id, newHash(), past, expiresAt)
        return grant
      }),
    )
    t.strictSame(await grants.endExpired(after(past, 60_000)), [], 'a code may still be exchanged')
    t.strictSame(new Set(await grants.endExpired(after(past, 3_600_001))), new Set([never?.id, over?.id]))
    t.strictSame(await grants.find(living?.id ?? ''), living)
    const end = (await eventsOf(over?.userId ?? '')).find(({ kind }) => kind === 'grant.revoked')
    t.match(end, { kind: 'grant.revoked', grantId: over?.id, address: null, detail: { reason: 'expired' } })
  })
}
