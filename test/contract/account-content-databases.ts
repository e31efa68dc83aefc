import { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Test } from 'tap'
import type { Database } from '../../src/store/database.ts'
import { up } from '../../src/store/migrations/0001-account.ts'
import type { Tables } from '../../src/store/tables.ts'
import { startPostgres } from '../support/start-postgres.ts'

export async function postgresDatabase(t: Test): Promise<Database> {
  const { url } = await startPostgres(t)
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  pool.on('error', () => {})
  return ready(t, new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }))
}

export async function embeddedDatabase(t: Test): Promise<Database> {
  const pglite = await PGlite.create()
  let last: Promise<void> = Promise.resolve()
  const pool = {
    async connect() {
      const before = last
      let release = () => {}
      last = new Promise<void>((resolve) => {
        release = resolve
      })
      await before
      return {
        async query(text: string, parameters: readonly unknown[]) {
          const { rows, affectedRows } = await pglite.query(text, [...parameters])
          return { command: 'SELECT' as const, rowCount: affectedRows ?? rows.length, rows: rows as never[] }
        },
        release,
      }
    },
    end: () => pglite.close(),
  }
  return ready(t, new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) }))
}

async function ready(t: Test, kysely: Kysely<Tables>): Promise<Database> {
  await up(kysely as Kysely<unknown>)
  t.teardown(() => kysely.destroy())
  return {
    kysely,
    run: (work) => work(kysely),
    transact: (work) => kysely.transaction().execute(work),
    ping: () => Promise.resolve(true),
    close: () => kysely.destroy(),
  }
}
