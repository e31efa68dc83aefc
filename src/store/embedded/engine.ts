import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { findDamage } from './check-folder.ts'
import { findCheckpointFault, findDiskFault, findRoomFault } from './disk-room.ts'
import { FAILED_TRANSACTION, joinBytes, NO_TRANSACTION, READY, READY_BYTES } from './wire.ts'

/** Version of the PostgreSQL inside PGlite: other versions cannot read its files. */
export const ENGINE_VERSION = '18'

/**
 * Start parameters of PGlite without `-F`, which would never wait for the disk, and with the one sync method that the file system
 * below offers. The server has few users, so its memory is better used elsewhere.
 */
const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['wal_sync_method=fsync', 'shared_buffers=32MB', 'min_wal_size=32MB', 'max_wal_size=64MB'].flatMap((setting) => [
    '-c',
    setting,
  ]),
]

/** Bytes of log after which a checkpoint is due, so that neither the log nor recovery after a crash grows without limit. */
const CHECKPOINT_AFTER_BYTES = 16 * 1024 * 1024
/** The same while the disk is nearly full. It is less than the reserve, so that statements of a few MiB never use that up. */
const TIGHT_CHECKPOINT_AFTER_BYTES = 8 * 1024 * 1024
const VACUUM_AFTER_BYTES = 64 * 1024 * 1024

const WHAT_TO_DO =
  'Keep a copy of the folder and restore a backup: /en/operations/database#restore in the documentation'

/** PostgreSQL has given up, as it does when its log cannot be written. It no longer answers; a restart recovers. */
export class EngineDead extends Error {
  override readonly name = 'EngineDead'
}

export interface EngineOptions {
  /** Called with the reason when writes are no longer possible, and with null when they are possible again. */
  readonly onReadOnly?: (reason: string | null) => void
}

/** PostgreSQL in this thread. */
export interface Engine {
  /**
   * Executes bytes of the wire protocol and returns the bytes of the answer. Acknowledged data is on disk. Calls must not overlap.
   * While the disk is nearly full or read-only, transactions are read-only. One that has begun may end.
   *
   * @throws {EngineDead}
   */
  execute(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Runs one piece of background maintenance, short enough for requests to wait. Call it now and then, never while `execute` runs.
   * Returns whether another piece is due already.
   */
  maintain(): Promise<boolean>
  close(): Promise<void>
}

/**
 * Opens or creates the database of a folder. A power failure at any time leaves it as it was after the last acknowledged commit.
 *
 * @throws {Error} when the folder holds something else or files of another version, is damaged, or lacks room for a new database.
 */
export async function openEngine(folder: string, { onReadOnly }: EngineOptions = {}): Promise<Engine> {
  if (!existsSync(folder)) await makeFolder(folder)
  const version = readVersion(folder)
  if (version === null && !existsSync(join(folder, 'global'))) {
    throw new Error(`${folder} is not an embedded database. Move it away to have a new one created`)
  }
  if (version !== null && version !== ENGINE_VERSION) {
    throw new Error(
      `${folder} was written by PostgreSQL ${version}, and this version of Signpost has PostgreSQL ${ENGINE_VERSION} inside`,
    )
  }
  const damage = version === null ? 'PG_VERSION is missing' : findDamage(folder)
  if (damage !== null) throw new Error(`${folder} is damaged: ${damage}. Nothing was written to it. ${WHAT_TO_DO}`)
  const database = await open(folder).catch((error: unknown) => {
    throw new Error(`${folder} seems to be damaged: PostgreSQL ended while it was opened. ${WHAT_TO_DO}`, {
      cause: error,
    })
  })
  let checkpointAt = await logPosition(database)
  let checkpointFailed = false
  // Writes before the start are unknown, so the first vacuum is due.
  let vacuumAt = checkpointAt - VACUUM_AFTER_BYTES
  let unswept: readonly string[] = []
  let transaction: number | undefined = NO_TRANSACTION
  let readOnly = false

  async function run(statement: string): Promise<void> {
    try {
      await database.exec(statement)
    } catch (error) {
      const isLast = error instanceof Error && 'severity' in error && error.severity === 'PANIC'
      throw isLast ? new EngineDead(error.message, { cause: error }) : error
    }
  }

  async function checkpointAfter(bytes: number): Promise<void> {
    const position = await logPosition(database)
    if (position - checkpointAt < bytes) return
    checkpointAt = position
    checkpointFailed = true
    await run('checkpoint')
    checkpointFailed = false
  }

  /**
   * Takes a checkpoint, which fails at its end, and harmlessly, where the next file of the log has no room. Within a transaction
   * a savepoint keeps that from ending the transaction.
   */
  async function tryCheckpoint(): Promise<void> {
    const isInside = transaction !== NO_TRANSACTION
    if (isInside) await run('savepoint before_checkpoint')
    await checkpointAfter(TIGHT_CHECKPOINT_AFTER_BYTES).catch(async (error: unknown) => {
      if (error instanceof EngineDead) throw error
      if (isInside) await run('rollback to before_checkpoint')
    })
    if (isInside) await run('release before_checkpoint')
  }

  /** Makes room where the log itself fills the disk, and outside transactions refuses or allows changes. */
  async function applyDiskState(): Promise<void> {
    // PostgreSQL takes no checkpoint within a failed transaction.
    if (transaction === FAILED_TRANSACTION) return
    let fault = findDiskFault(folder)
    if (fault !== null && findCheckpointFault(folder) === null) {
      await tryCheckpoint()
      fault = findDiskFault(folder)
    }
    if (transaction !== NO_TRANSACTION || (fault !== null) === readOnly) return
    readOnly = fault !== null
    await run(`set default_transaction_read_only = ${readOnly ? 'on' : 'off'}`)
    onReadOnly?.(fault)
  }

  return {
    async execute(bytes) {
      await applyDiskState()
      const pieces: Uint8Array[] = []
      await database.execProtocolRawStream(bytes, {
        syncToFs: false,
        onRawData: (piece) => void pieces.push(piece.slice()),
      })
      const answer = joinBytes(pieces)
      transaction = answer.at(-READY_BYTES) === READY ? answer.at(-1) : FAILED_TRANSACTION
      if (answer.at(-READY_BYTES) !== READY) assertAlive(answer)
      return answer
    },
    async maintain() {
      // A checkpoint that failed is tried again here, rather than before each statement.
      if (checkpointFailed) checkpointAt = Number.NEGATIVE_INFINITY
      await applyDiskState()
      if (readOnly) return false
      const position = await logPosition(database)
      if (position - vacuumAt >= VACUUM_AFTER_BYTES) {
        const { rows } = await database.query<{ name: string }>(
          `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables order by 1`,
        )
        unswept = rows.map(({ name }) => name)
        vacuumAt = position
      }
      const [table, ...others] = unswept
      if (table !== undefined) {
        unswept = others
        await run(`vacuum (analyze) ${table}`)
        return true
      }
      await checkpointAfter(CHECKPOINT_AFTER_BYTES)
      return false
    },
    async close() {
      // Without room for a checkpoint, the next start does the same from the log.
      if (findCheckpointFault(folder) !== null) return
      await database.exec('checkpoint')
      await database.close()
    },
  }
}

/** Throws when PostgreSQL has given up: it then reports the reason, but no longer that it is ready. */
function assertAlive(answer: Uint8Array<ArrayBuffer>): void {
  const text = Buffer.from(answer.buffer).toString('latin1')
  const at = text.indexOf('\0VPANIC\0')
  if (at !== -1) throw new EngineDead(/\0M([^\0]*)/.exec(text.slice(at))?.[1] ?? 'PostgreSQL has given up')
}

/** The folder is created under another name first, so that an interrupted start leaves nothing that looks like a database. */
async function makeFolder(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true })
  const fault = findRoomFault(dirname(folder))
  if (fault !== null) throw new Error(fault)
  const making = `${folder}.new`
  rmSync(making, { recursive: true, force: true })
  const database = await open(making)
  await database.close()
  syncTree(making)
  renameSync(making, folder)
  syncPath(dirname(folder))
}

function open(folder: string): Promise<PGlite> {
  return PGlite.create({ fs: durableFiles(folder), startParams: START_PARAMETERS })
}

/** Parts of Emscripten's file system on top of Node's that are used here. */
interface NodeFiles {
  readonly stream_ops: { fsync?: (stream: FileStream) => number; setattr: SetAttributes }
  readonly node_ops: { setattr: SetAttributes }
  realPath(node: unknown): string
}

type SetAttributes = (subject: unknown, attributes: { readonly mode?: number | undefined }) => void

interface FileStream {
  /** Descriptor of the file; undefined for a folder. */
  readonly nfd?: number
  readonly node: unknown
}

/**
 * Files of PGlite in a folder, with the `fsync` that they lack. Emscripten sets the mode of each new file again, to 0666 for most,
 * which bypasses the umask of the process. Here files keep their original mode.
 */
function durableFiles(folder: string): NodeFS {
  const files = new NodeFS(folder)
  const init = files.init.bind(files)
  files.init = async (...setup) => {
    const { emscriptenOpts } = await init(...setup)
    const addSync = (module: { readonly NODEFS: unknown }): void => {
      const nodeFiles = module.NODEFS as NodeFiles
      nodeFiles.stream_ops.fsync = ({ nfd, node }) => {
        if (nfd === undefined) syncPath(nodeFiles.realPath(node))
        else fsyncSync(nfd)
        return 0
      }
      for (const operations of [nodeFiles.node_ops, nodeFiles.stream_ops]) {
        const { setattr } = operations
        operations.setattr = (subject, attributes) => setattr(subject, { ...attributes, mode: undefined })
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } }
  }
  return files
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(folder)
}

function syncPath(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

function readVersion(folder: string): string | null {
  const path = join(folder, 'PG_VERSION')
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
}

async function logPosition(database: PGlite): Promise<number> {
  const { rows } = await database.query<{ position: string }>(
    `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as position`,
  )
  return Number(rows[0]?.position)
}
