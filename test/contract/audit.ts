import { sql, type RawBuilder } from 'kysely'
import type { Test } from 'tap'
import type { Database } from '../../src/store/postgres/database.ts'
import { createSqlAudit } from '../../src/store/postgres/sql-audit.ts'
import { createSqlGrants } from '../../src/store/postgres/sql-grants.ts'
import { AT, approvalOf, approve, event, makeUser } from './stores.ts'

/** Contract of `AuditLog`, in a database with tables that others may use too. */
export function auditContract(t: Test, database: Database): void {
  t.test('events come back whole, the newest first, page by page', async (t) => {
    const user = await makeUser(database)
    let nowMs = AT.getTime() + 1000
    const audit = createSqlAudit(database, () => (nowMs += 1000))
    const full = event(user.id, {
      kind: 'animation.moved',
      clientId: 'https://client.example/a',
      grantId: 'grt_1',
      objectId: 'anm_1',
      address: '2001:db8::1',
      detail: { name: 'ä"한', animations: 2, asked: true },
    })
    await audit.write(full)
    for (let n = 0; n < 4; n++) await audit.write(event(user.id, { detail: { animations: n } }))
    const first = await audit.list(user.id, { limit: 3, before: null })
    t.strictSame(
      first.map(({ detail }) => detail),
      [{ animations: 3 }, { animations: 2 }, { animations: 1 }],
    )
    const second = await audit.list(user.id, { limit: 3, before: first.at(-1)?.id ?? null })
    t.strictSame(
      second.map(({ kind }) => kind),
      ['session.signed_in', 'animation.moved', 'account.created'],
    )
    const kept = { id: second[1]?.id, at: new Date(AT.getTime() + 2000), clientName: null, place: null }
    t.strictSame(second[1], { ...full, ...kept }, 'of a grant and a client that nobody knows')
    t.strictSame(await audit.list(user.id, { limit: 3, before: second.at(-1)?.id ?? null }), [])
  })

  t.test('an event names the application and the place of its grant, also after that has ended', async (t) => {
    const user = await makeUser(database)
    const [audit, grants] = [createSqlAudit(database), createSqlGrants(database)]
    const place = { browser: 'Safari', system: 'iOS', network: null }
    const grant = await approve(grants, approvalOf(user.id, 'cli_named', { clientName: 'Editor', place }), AT)
    await audit.write(event(user.id, { kind: 'animation.created', clientId: 'cli_named', grantId: grant.id }))
    const named = { kind: 'animation.created', clientName: 'Editor', place }
    const find = async () =>
      (await audit.list(user.id, { limit: 9, before: null })).find(({ kind }) => kind === 'animation.created')
    t.match(await find(), named)
    await grants.revoke(grant.id, { reason: 'user', at: AT, address: null })
    await grants.dropStale(new Date(), new Date(0))
    t.match(await find(), named)
  })

  t.test('an account that is gone takes no events, and nobody is troubled with that', async (t) => {
    const audit = createSqlAudit(database)
    await audit.write(event('usr_gone'))
    t.strictSame(await audit.list('usr_gone', { limit: 1, before: null }), [])
  })

  t.test('what is old is dropped', async (t) => {
    const user = await makeUser(database)
    let nowMs = Date.parse('2001-01-01T00:00:00Z')
    const audit = createSqlAudit(database, () => nowMs)
    await audit.write(event(user.id))
    nowMs += 1000
    await audit.write(event(user.id, { kind: 'session.signed_out' }))
    t.equal(await audit.dropBefore(new Date(nowMs)), 1)
    const left = await audit.list(user.id, { limit: 9, before: null })
    t.strictSame(
      left.map(({ kind }) => kind),
      ['account.created', 'session.signed_out'],
    )
  })

  t.test('however much is old, no statement takes long', async (t) => {
    const { id } = await makeUser(database)
    const run = (statement: RawBuilder<unknown>): Promise<unknown> =>
      database.run((kysely) => statement.execute(kysely))
    await run(sql`
      insert into audit_events (id, user_id, at, kind, detail)
      select 'aud_old_' || n, ${id}, '2001-01-01', 'session.signed_in', '{}' from generate_series(1, 300) as n`)
    await run(
      sql`create function refuse_many() returns trigger language plpgsql as $$ begin
        if (select count(*) from gone) > 200 then raise 'too many rows at once'; end if;
        return null;
      end $$`,
    )
    await run(sql`create trigger few after delete on audit_events referencing old table as gone
      for each statement execute function refuse_many()`)
    t.teardown(() => run(sql`drop function refuse_many cascade`))
    t.equal(await createSqlAudit(database).dropBefore(new Date('2001-01-02'), id), 300)
  })
}
