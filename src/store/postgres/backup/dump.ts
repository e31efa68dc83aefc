import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { BACKUP_VERSION, BackupError, RowDigest, type Manifest, type TableDigest } from './backup-format.ts'
import { findTables, readRows, setRowFormat } from './tables-in-order.ts'
import { refuseOtherNodes } from './other-nodes.ts'

export interface DumpOptions {
  /** Version of Signpost. */
  readonly version: string
  readonly madeAt: Date
  /** Whether to refuse a database that nodes use, and all changes until the end. Default: nodes go on. */
  readonly alone?: boolean
}

/**
 * Reads the database as lines of JSON: a header, every row as `{"<table>":<row>}`, and a manifest. All rows are from one moment.
 *
 * @throws {BackupError} It has no tables, or `alone` cannot be had.
 */
export async function* dumpDatabase({ kysely }: Database, options: DumpOptions): AsyncGenerator<string> {
  const { alone = false, madeAt, version } = options
  const begin = kysely.startTransaction().setIsolationLevel('repeatable read')
  const transaction = await (alone ? begin : begin.setAccessMode('read only')).execute()
  try {
    await setRowFormat(transaction)
    const tables = await findTables(transaction)
    if (tables.length === 0) throw new BackupError('The database has no tables of Signpost yet.')
    if (alone) {
      await sql.raw(`lock table ${tables.map(({ name }) => name).join(', ')} in share mode`).execute(transaction)
      await refuseOtherNodes(transaction)
    }
    const made = await sql<{ name: string }>`select name from migrations order by name`.execute(transaction)
    const migrations = made.rows.map(({ name }) => name)
    yield JSON.stringify({ 'signpost-backup': BACKUP_VERSION, version, madeAt: madeAt.toISOString(), migrations })
    const manifest: Record<string, TableDigest> = {}
    for (const table of tables) {
      const digest = new RowDigest()
      for await (const row of readRows(transaction, table)) {
        digest.add(row)
        yield `{"${table.name}":${row}}`
      }
      manifest[table.name] = digest.end()
    }
    yield JSON.stringify({ manifest } satisfies { manifest: Manifest })
  } finally {
    await transaction.rollback().execute()
  }
}
