import { sql, type QueryExecutorProvider } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../database.ts'
import { holdMigrations, makeTables, migrate } from '../migrate.ts'
import { MIGRATIONS, type Migration } from '../migrations/all.ts'
import { BACKUP_VERSION, BackupError, headerSchema, manifestSchema, RowDigest, numberSchema } from './backup-format.ts'
import type { Manifest, TableDigest } from './backup-format.ts'
import { refuseOtherNodes } from './other-nodes.ts'
import { findTables, readRows, setRowFormat, TABLE_NAMES } from './tables-in-order.ts'

/** Text of rows that are written at once. */
const BATCH_CHARACTERS = 1024 * 1024
const ROW_LINE = /^\{"([a-z_]+)":(\{.*\})\}$/s
/** Tables that a start fills before there are any people. */
const OF_A_START = new Set(['migrations', 'secrets', 'signing_keys'])

export interface LoadOptions {
  /** Whether what the database has is deleted. Default: a database with people or applications is refused. */
  readonly replace?: boolean
  /** Default: the migrations of this version. */
  readonly migrations?: readonly Migration[]
}

/**
 * Writes the lines of `dumpDatabase` into a database, compares what it then has with the manifest, and brings the tables to this
 * version. All of it but the last is one transaction: after a failure the database is as it was.
 *
 * @throws {BackupError} The lines cannot be used, with the place; or the database is in use or not empty.
 */
export async function loadDatabase(
  database: Database,
  lines: AsyncIterable<string>,
  { migrations = MIGRATIONS, replace = false }: LoadOptions = {},
): Promise<Manifest> {
  const manifest = await database.run((kysely) =>
    kysely.transaction().execute(async (transaction) => {
      await holdMigrations(transaction)
      await setRowFormat(transaction)
      await refuseOtherNodes(transaction)
      if (!replace) await refusePeople(transaction)
      return new Loading(transaction, migrations).load(lines)
    }),
  )
  await migrate(database, { migrations })
  return manifest
}

async function refusePeople(transaction: QueryExecutorProvider): Promise<void> {
  for (const { name } of await findTables(transaction)) {
    if (OF_A_START.has(name)) continue
    const of = name === 'users' ? `users where id <> 'usr_nobody'` : name
    const { rows } = await sql.raw<{ has: boolean }>(`select exists (select from ${of}) as has`).execute(transaction)
    if (rows[0]?.has === true) {
      throw new BackupError(
        `The database is not empty: table "${name}" has rows. Name an empty one, or pass --replace to delete all that it has.`,
      )
    }
  }
}

/** One reading of lines into a transaction. */
class Loading {
  readonly #transaction: QueryExecutorProvider
  readonly #migrations: readonly Migration[]
  readonly #digests = new Map<string, RowDigest>()
  #line = 0
  #table = ''
  #batch: string[] = []
  #batchCharacters = 0

  constructor(transaction: QueryExecutorProvider, migrations: readonly Migration[]) {
    this.#transaction = transaction
    this.#migrations = migrations
  }

  async load(lines: AsyncIterable<string>): Promise<Manifest> {
    let manifest: Manifest | null = null
    for await (const line of lines) {
      this.#line += 1
      if (this.#line === 1) await this.#begin(line)
      else if (manifest !== null) throw this.#fault('it goes on after its end')
      else if (line.startsWith('{"manifest":')) manifest = await this.#end(line)
      else await this.#add(line)
    }
    if (manifest === null) throw this.#fault('it ends here, before its manifest')
    return manifest
  }

  /** Makes the tables as they were. */
  async #begin(line: string): Promise<void> {
    const fault = 'this is not a backup of Signpost'
    const { 'signpost-backup': number } = this.#parse(numberSchema, line, fault)
    if (number !== BACKUP_VERSION)
      throw this.#fault(`its format has number ${number}, and this version reads ${BACKUP_VERSION}`)
    const header = this.#parse(headerSchema, line, fault)
    const made = this.#migrations.slice(0, header.migrations.length)
    const unknown = header.migrations.find((name, position) => made[position]?.name !== name)
    if (unknown !== undefined) {
      throw this.#fault(
        `it is of a newer version of Signpost, ${header.version}, with the migration "${unknown}": use that version`,
      )
    }
    await sql.raw(`drop table if exists ${TABLE_NAMES.join(', ')} cascade`).execute(this.#transaction)
    await makeTables(this.#transaction, made)
    // Migrations write rows too, which are among those of the backup.
    for (const { name } of await findTables(this.#transaction)) {
      this.#digests.set(name, new RowDigest())
      await sql.raw(`delete from ${name}`).execute(this.#transaction)
    }
  }

  async #add(line: string): Promise<void> {
    const [, table = '', row = ''] = ROW_LINE.exec(line) ?? []
    const digest = this.#digests.get(table)
    if (digest === undefined) throw this.#fault('this is not a row of a table')
    digest.add(row)
    if (table !== this.#table || this.#batchCharacters + row.length > BATCH_CHARACTERS) await this.#write()
    this.#table = table
    this.#batch.push(row)
    this.#batchCharacters += row.length
  }

  async #write(): Promise<void> {
    if (this.#batch.length === 0) return
    const rows = `[${this.#batch.join(',')}]`
    const into = sql.raw(`insert into ${this.#table} select * from json_populate_recordset(null::${this.#table}, `)
    await sql`${into}${rows}::json)`.execute(this.#transaction).catch((error: unknown) => {
      throw new BackupError(
        `Table "${this.#table}" refuses rows between line ${this.#line - this.#batch.length} and ${this.#line - 1}: ${(error as Error).message}`,
        { cause: error },
      )
    })
    this.#batch = []
    this.#batchCharacters = 0
  }

  /** Compares the rows that were read, and those that the database now has, with the manifest. */
  async #end(line: string): Promise<Manifest> {
    const { manifest } = this.#parse(manifestSchema, line, 'its manifest cannot be read')
    await this.#write()
    for (const table of await findTables(this.#transaction)) {
      const { name } = table
      this.#compare(name, manifest[name], this.#digests.get(name)?.end(), 'was changed')
      const digest = new RowDigest()
      for await (const row of readRows(this.#transaction, table)) digest.add(row)
      this.#compare(name, manifest[name], digest.end(), 'is otherwise in the database')
    }
    const other = Object.keys(manifest).find((name) => !this.#digests.has(name))
    if (other !== undefined) throw this.#fault(`its manifest has a table "${other}" that its version does not have`)
    return manifest
  }

  #compare(name: string, promised: TableDigest | undefined, found: TableDigest | undefined, what: string): void {
    if (promised?.rows === found?.rows && promised?.sha256 === found?.sha256) return
    throw this.#fault(`table "${name}" ${what}: ${describe(found)} instead of ${describe(promised)}`)
  }

  #parse<T>(schema: z.ZodType<T>, line: string, fault: string): T {
    try {
      return schema.parse(JSON.parse(line))
    } catch {
      throw this.#fault(fault)
    }
  }

  #fault(reason: string): BackupError {
    return new BackupError(`The backup cannot be used, line ${this.#line}: ${reason}.`)
  }
}

function describe(digest: TableDigest | undefined): string {
  return digest === undefined ? 'no rows' : `${digest.rows} rows (${digest.sha256.slice(0, 12)})`
}
