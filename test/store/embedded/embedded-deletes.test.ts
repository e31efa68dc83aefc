import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import type { AccountContent } from '../../../src/account/content/account-content.ts'
import type { Principal } from '../../../src/account/principal.ts'
import { newObjectId } from '../../../src/shared/object-id.ts'
import { openEmbedded } from '../../../src/store/embedded/embedded-database.ts'
import { openEngine } from '../../../src/store/embedded/engine.ts'
import { createTurns } from '../../../src/store/embedded/turns.ts'
import { queryMessage } from '../../../src/store/embedded/wire.ts'
import { createSqlContent } from '../../../src/store/postgres/content/sql-content.ts'
import type { Database } from '../../../src/store/postgres/database.ts'
import { createSqlUsers } from '../../../src/store/postgres/sql-users.ts'
import { addAccount, addTree, valueOf } from '../../contract/account-content-fixture.ts'
import { embeddedFolder } from '../../support/start-embedded.ts'

const MIB = 1024 * 1024
const DOCUMENTS = 5
/** A document of the largest size, which cannot be compressed. */
const DOCUMENT = randomBytes(MIB).toString('hex')

interface Measured {
  readonly database: Database
  /** Makes PostgreSQL write whole pages into its log again, as after any checkpoint, and forgets what was measured. */
  readonly begin: () => Promise<void>
  /** Bytes of log that one statement has written at most. */
  readonly largest: () => number
}

/** Opens an embedded database in this thread. */
async function openMeasured(t: Test): Promise<Measured> {
  const engine = await openEngine(join(await embeddedFolder(t, { tables: true }), 'database'))
  let largest = 0
  const position = async (): Promise<number> => {
    const answer = await engine.execute(queryMessage(`select 'at ' || (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)`))
    return Number(/at (\d+)/.exec(Buffer.from(answer).toString('latin1'))?.[1])
  }
  const turns = createTurns(
    async (bytes) => {
      const before = await position()
      const answer = await engine.execute(bytes)
      largest = Math.max(largest, (await position()) - before)
      return answer
    },
    { silenceLimitMs: 3000 },
  )
  const { port1, port2 } = new MessageChannel()
  turns.serve(port1)
  const database = openEmbedded(port2, { answerLimitMs: 60_000 })
  t.teardown(async () => {
    await database.close()
    await turns.close()
    await engine.close()
  })
  return {
    database,
    begin: async () => {
      await engine.execute(queryMessage('checkpoint'))
      largest = 0
    },
    largest: () => largest,
  }
}

/** Adds a workspace with much content. */
async function addMuch({ kysely }: Database, content: AccountContent, who: Principal) {
  const { project, workspace } = await addTree(content, who)
  for (let n = 0; n < DOCUMENTS; n++) {
    const id = newObjectId('anm', Date.now())
    await sql`
      insert into animations
      select ${id}, project_id, user_id, name, description, 1, sha256, ${2 * MIB}::int, 1, 1, 1, 1, created_at, updated_at
      from animations where project_id = ${project.id} limit 1`.execute(kysely)
    await sql`insert into animation_documents values (${id}, ${DOCUMENT})`.execute(kysely)
  }
  return { project, workspace }
}

t.test(
  'what deletes much writes little log in each of its statements, so that it can be freed between them',
  async (t) => {
    const { begin, database, largest } = await openMeasured(t)
    const content = createSqlContent(database)
    const who = await addAccount(database)
    const deletes = {
      project: async () => {
        const { project } = await addMuch(database, content, who)
        await begin()
        const deleted = valueOf(await content.deleteProject(who, project.id, true))
        t.same(deleted, { animations: DOCUMENTS + 1 })
      },
      workspace: async () => {
        const { workspace } = await addMuch(database, content, who)
        await begin()
        const deleted = valueOf(await content.deleteWorkspace(who, workspace.id, true))
        t.same(deleted, { projects: 1, animations: DOCUMENTS + 1 })
      },
      account: async () => {
        await addMuch(database, content, who)
        await begin()
        await createSqlUsers(database).delete(who.userId, () => new Date())
      },
    }
    for (const [what, run] of Object.entries(deletes)) {
      await run()
      const bytes = largest()
      t.ok(bytes < 8 * MIB, `${what}: ${(bytes / MIB).toFixed(1)} MiB`)
    }
    for (const table of ['animations', 'animation_documents', 'projects', 'workspaces'] as const) {
      t.strictSame(await database.kysely.selectFrom(table).selectAll().execute(), [], table)
    }
  },
)
