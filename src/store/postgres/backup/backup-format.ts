import { createHash } from 'node:crypto'
import { z } from 'zod'

/** Version of the format; others are refused. */
export const BACKUP_VERSION = 1

/** A backup or a copy cannot be made or used. The message gives the operator the reason. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** What the first line of each format has. */
export const numberSchema = z.looseObject({ 'signpost-backup': z.int() })

/** The first line. */
export const headerSchema = z.strictObject({
  'signpost-backup': z.int(),
  /** Version of Signpost that wrote it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** The schema, as the names of the migrations that were made. */
  migrations: z.array(z.string()).min(1),
})

const digestSchema = z.strictObject({ rows: z.int().min(0), sha256: z.string() })

/** The last line: what each table has. */
export const manifestSchema = z.strictObject({ manifest: z.record(z.string(), digestSchema) })

/** Number of rows of a table, and the hash of their lines. */
export type TableDigest = z.infer<typeof digestSchema>
export type Manifest = Readonly<Record<string, TableDigest>>

/** Counts and hashes rows in their order. */
export class RowDigest {
  readonly #hash = createHash('sha256')
  #rows = 0

  add(row: string): void {
    this.#rows += 1
    this.#hash.update(`${row}\n`)
  }

  /** Can be asked once. */
  end(): TableDigest {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}
