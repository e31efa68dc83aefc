import type { Test } from 'tap'
import type { Database } from '../../src/store/postgres/database.ts'
import { createSqlAudit } from '../../src/store/postgres/sql-audit.ts'
import { createSqlGrants } from '../../src/store/postgres/sql-grants.ts'
import { createSqlUsers } from '../../src/store/postgres/sql-users.ts'
import { countStatements } from '../support/count-statements.ts'
import { AT, after, approvalOf, approve, event, makeUser, newHash, newUser } from './stores.ts'

/** Contract of `UserStore`, in a database with tables that others may use too. */
export function usersContract(t: Test, database: Database): void {
  const users = createSqlUsers(database)
  const audit = createSqlAudit(database)
  const grants = createSqlGrants(database)

  /** Makes two users. The first has two grants, one of them with a refresh token; the second has one grant. */
  const makeGrants = async () => {
    const [user, other] = [await makeUser(database), await makeUser(database)]
    const connect = (userId: string, clientId: string) => approve(grants, approvalOf(userId, clientId), AT)
    const own = [await connect(user.id, 'cli_a'), await connect(user.id, 'cli_b')]
    const others = await connect(other.id, 'cli_a')
    const hash = newHash()
    await grants.addRefreshToken(own[0]?.id ?? '', hash, AT, after(AT, 60_000))
    return { user, other, own, others, hash }
  }

  t.test('a user is found by id and by the key of the address, as it was made', async (t) => {
    const user = { ...newUser(), locale: 'ko' as const }
    t.equal(await users.create(user, `key of ${user.id}`, event(user.id, { kind: 'account.created' })), 'created')
    t.strictSame(await users.find(user.id), user)
    t.strictSame(await users.findByEmail(`key of ${user.id}`), user)
    t.equal(await users.find('usr_0'), null)
    t.equal(await users.findByEmail(user.email), null)
    t.match(await audit.list(user.id, { limit: 10, before: null }), [
      { kind: 'account.created', at: AT, userId: user.id },
    ])
  })

  t.test('of many who take an address at once one gets it, and the others leave nothing', async (t) => {
    const all = Array.from({ length: 8 }, newUser)
    const key = `${all[0]?.id} for all`
    const outcomes = await Promise.all(all.map((user) => users.create(user, key, event(user.id))))
    t.strictSame(outcomes.toSorted(), ['created', ...Array.from({ length: 7 }, () => 'taken')])
    const winner = all[outcomes.indexOf('created')]
    t.equal((await users.findByEmail(key))?.id, winner?.id)
    for (const loser of all) {
      if (loser !== winner) t.strictSame(await audit.list(loser.id, { limit: 1, before: null }), [])
    }
  })

  t.test('a new password ends sessions that began before it', async (t) => {
    const user = await makeUser(database)
    const at = after(AT, 5000)
    const times = { from: user.sessionsValidFrom, at }
    const changed = event(user.id, { kind: 'account.password_changed' })
    t.equal(await users.setPassword(user.id, '$argon2id$two', times, changed), 'changed')
    t.match(await users.find(user.id), { passwordHash: '$argon2id$two', sessionsValidFrom: at })
    t.equal(await users.setPassword(user.id, '$argon2id$late', times, changed), 'stale')
    t.match(await users.find(user.id), { passwordHash: '$argon2id$two', sessionsValidFrom: at })
    t.match(await audit.list(user.id, { limit: 2, before: null }), [{ kind: 'account.password_changed', at }])
  })

  t.test(
    'a password that is set by an operator ends sessions and grants with an event for each, and counts tell',
    async (t) => {
      const { user, other, own, others, hash } = await makeGrants()
      t.strictSame(await users.countOwned(user.id), { workspaces: 0, projects: 0, animations: 0, grants: 2 })

      const reset = event(user.id, { kind: 'account.password_changed' })
      const ended = await users.resetPassword(user.id, '$argon2id$two', after(AT, -5000), reset)
      t.strictSame(ended, own.map(({ id }) => id).toSorted())
      const { passwordHash, sessionsValidFrom } = (await users.find(user.id))!
      t.equal(passwordHash, '$argon2id$two')
      t.ok(sessionsValidFrom > user.sessionsValidFrom, 'also where the clock was put back')
      t.strictSame([await grants.list(user.id), await grants.findByRefreshToken(hash)], [[], null])
      t.strictSame(
        (await grants.list(other.id)).map(({ id }) => id),
        [others.id],
      )
      const kinds = (await audit.list(user.id, { limit: 9, before: null })).map(({ kind }) => kind)
      t.equal(kinds.filter((kind) => kind === 'grant.revoked').length, 2)
      t.ok(kinds.includes('account.password_changed'))
      t.equal((await users.countOwned(user.id)).grants, 0)
      t.equal(await users.resetPassword('usr_0', '$argon2id$two', AT, event('usr_0')), null)
    },
  )

  t.test('a password that is hashed anew replaces only the hash that it was made for', async (t) => {
    const user = await makeUser(database)
    await users.replaceHash(user.id, '$argon2id$other', '$argon2id$two')
    t.equal((await users.find(user.id))?.passwordHash, user.passwordHash)
    await users.replaceHash(user.id, user.passwordHash, '$argon2id$two')
    t.strictSame(await users.find(user.id), { ...user, passwordHash: '$argon2id$two' })
  })

  t.test('a deleted user leaves nothing but revoked grants', async (t) => {
    const { user, other, own, others, hash } = await makeGrants()
    await database.run(async (kysely) => {
      const common = { user_id: user.id, name: 'x', description: '', created_at: AT, updated_at: AT }
      await kysely
        .insertInto('workspaces')
        .values({ ...common, id: `ws_${user.id}` })
        .execute()
      await kysely
        .insertInto('projects')
        .values({ ...common, id: `prj_${user.id}`, workspace_id: `ws_${user.id}` })
        .execute()
    })

    const { database: counted, statements } = countStatements(database)
    let before: string[] = []
    const ended = await createSqlUsers(counted).delete(user.id, () => {
      before = [...statements]
      return after(AT, 1000)
    })
    t.ok(
      before.includes('DeleteQueryNode'),
      'grants end last, so that their time is near the commit, for nodes that poll',
    )
    t.strictSame(ended?.toSorted(), own.map(({ id }) => id).toSorted())
    t.equal(await users.find(user.id), null)
    t.strictSame(await grants.list(user.id), [])
    t.equal(await grants.findByRefreshToken(hash), null)
    t.strictSame(await audit.list(user.id, { limit: 10, before: null }), [])
    const left = await database.run((kysely) =>
      kysely.selectFrom('projects').select('id').where('user_id', '=', user.id).execute(),
    )
    t.strictSame(left, [])
    const revoked = await grants.revokedSince(after(AT, 1000))
    t.ok(
      own.every(({ id }) => revoked.includes(id)),
      'other nodes can learn of it',
    )
    t.match(await grants.find(others.id), { userId: other.id })
    t.strictSame(await users.delete(user.id, () => AT), [], 'again there is nothing to do')
  })

  t.test('a user whose password was changed meanwhile is not deleted by who knew the one before', async (t) => {
    const { user, own } = await makeGrants()
    await users.setPassword(user.id, '$argon2id$two', { from: AT, at: after(AT, 1) }, event(user.id))
    t.equal(await users.delete(user.id, () => AT, AT), null)
    t.ok(await users.find(user.id))
    t.equal((await grants.list(user.id)).length, own.length)
    t.equal((await users.delete(user.id, () => AT, after(AT, 1)))?.length, own.length)
    t.strictSame(await users.delete(user.id, () => AT, AT), [], 'again there is nothing to do')
  })
}
