import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import type { Page, Project } from '../../../../src/account/content/account-content.ts'
import { Unavailable } from '../../../../src/shared/unavailable.ts'
import type { Database } from '../../../../src/store/postgres/database.ts'
import { migrate } from '../../../../src/store/postgres/migrate.ts'
import { openDatabase } from '../../../../src/store/postgres/open-database.ts'
import { createSqlContent } from '../../../../src/store/postgres/content/sql-content.ts'
import { createSqlGrants } from '../../../../src/store/postgres/sql-grants.ts'
import { accountContentContract } from '../../../contract/account-content.ts'
import { addAccount, addTree, faultOf, valueOf } from '../../../contract/account-content-fixture.ts'
import { embeddedDatabase, postgresDatabase } from '../../../contract/account-content-databases.ts'
import { startPostgres } from '../../../support/start-postgres.ts'

const database = await postgresDatabase(t)

t.test('content in PostgreSQL', async (t) => {
  accountContentContract(t, database)
})

t.test('content in the embedded database', async (t) => {
  accountContentContract(t, await embeddedDatabase(t))
})

t.test('reads of one turn of the event loop are one query, and each gets its own', async (t) => {
  let queries = 0
  const counting: Database = {
    ...database,
    run(work) {
      queries++
      return database.run(work)
    },
  }
  const content = createSqlContent(counting)
  const [one, two] = [await addAccount(database), await addAccount(database)]
  const [mine, theirs] = [await addTree(content, one), await addTree(content, two)]
  queries = 0
  const results = await Promise.all(
    Array.from({ length: 64 }, (_, n) => content.getProject(n % 2 ? one : two, (n % 4 < 2 ? mine : theirs).project.id)),
  )
  t.equal(queries, 1)
  for (const [n, result] of results.entries()) {
    const [asker, owner] = [n % 2 ? one : two, n % 4 < 2 ? one : two]
    if (asker === owner) t.equal(valueOf(result).id, (owner === one ? mine : theirs).project.id)
    else t.equal(faultOf(result).code, 'not_found')
  }
  queries = 0
  await Promise.all(Array.from({ length: 300 }, () => content.getAnimation(one, mine.animation.id)))
  t.equal(queries, 3, 'a query has a bound')
  valueOf(await content.getProject(one, mine.project.id))
  t.equal(queries, 4)
})

t.test('reads that fail together fail each, and later ones do not', async (t) => {
  let isDown = false
  const content = createSqlContent({
    ...database,
    run: (work) => (isDown ? Promise.reject(new Unavailable('down')) : database.run(work)),
  })
  const who = await addAccount(database)
  const { project } = await addTree(content, who)
  isDown = true
  const reads = [content.getProject(who, project.id), content.getProject(who, project.id)]
  for (const { status } of await Promise.allSettled(reads)) t.equal(status, 'rejected')
  await t.rejects(content.getProject(who, project.id), Unavailable)
  isDown = false
  t.equal(valueOf(await content.getProject(who, project.id)).id, project.id)
})

t.test('a write that waited while its grant ended changes nothing', async (t) => {
  const content = createSqlContent(database)
  const who = await addAccount(database)
  const { animation } = await addTree(content, who)
  const waits = sql<{ waits: boolean }>`
    select exists (
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    ) as waits`
  const { deleted } = await database.transact(async (transaction) => {
    await transaction.selectFrom('users').select('id').where('id', '=', who.userId).forNoKeyUpdate().execute()
    const deleted = content.deleteAnimation(who, animation.id)
    while (!(await waits.execute(database.kysely)).rows[0]?.waits) await setImmediate()
    const isEnded = await createSqlGrants(database).revoke(who.grantId, { reason: 'user', at: new Date(), address: null })
    t.equal(isEnded, true, 'which waits for nobody')
    return { deleted }
  })
  t.match(faultOf(await deleted), { code: 'revoked', detail: /revoked/ })
  t.equal(valueOf(await content.getAnimation(who, animation.id)).id, animation.id)
})

t.test('what was answered is there after a crash, and who is not answered is told to come again', async (t) => {
  const postgres = await startPostgres(t)
  const database = openDatabase({ url: postgres.url, connections: 4, name: 'test' })
  t.teardown(() => database.close())
  await migrate(database)
  const content = createSqlContent(database)
  const who = await addAccount(database)
  const { workspace } = await addTree(content, who)
  const made: string[] = []
  const refused: unknown[] = []
  const writer = async () => {
    for (let n = 0; refused.length < 20; n++) {
      const input = { workspaceId: workspace.id, name: `${n}`, description: '' }
      await content.createProject(who, input).then(
        (result) => made.push(valueOf(result).id),
        (error: unknown) => refused.push(error),
      )
    }
  }
  const writers = [writer(), writer(), writer()]
  while (made.length < 20) await setImmediate()
  await postgres.kill()
  await Promise.all(writers)
  await t.rejects(content.getWorkspace(who, workspace.id), Unavailable)
  for (const error of refused) t.type(error, Unavailable)

  await postgres.restart()
  const kept = new Set<string>()
  for (let cursor: string | null = null; ;) {
    const page: Page<Project> = valueOf(await content.listProjects(who, workspace.id, { limit: 100, cursor }))
    for (const { id } of page.items) kept.add(id)
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  t.same(
    made.filter((id) => !kept.has(id)),
    [],
  )
  const { projectCount } = valueOf(await content.getWorkspace(who, workspace.id))
  const lines = await postgres.query(`select 1 from audit_events where kind = 'project.created'`)
  t.equal(lines.length, projectCount)
})
