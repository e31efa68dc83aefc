import { join } from 'node:path'
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import { Pool } from 'pg'
import { createDatabase, type Database, type OutageListener } from '../postgres/database.ts'
import { askForFolderLock, takeFolderLock, type FolderLock, type Handover } from './folder-lock.ts'
import type { EngineCommand, EngineEvent, EngineInput } from './messages.ts'
import { createPortStreams } from './port-streams.ts'
import { createPostgresDriver } from '../postgres/postgres-driver.ts'
import { COLUMN_TYPES } from '../postgres/postgres-values.ts'

const PING_INTERVAL_MS = 10_000
/** Number of pings without an answer after which the thread hangs: no statement takes two minutes. */
const UNANSWERED_LIMIT = 12
const CONNECT_LIMIT_MS = 5000
const ANSWER_LIMIT_MS = 5000
/** Number of connections. They cost nothing, and they take turns anyway. */
const CONNECTIONS = 16

export interface EmbeddedOptions {
  /** Folder in which `database/` holds the database. */
  readonly dataDir: string
  /** Called when its thread ended by itself or hangs: no statement will be answered, and the process should end. */
  readonly onDeath: (reason: string) => void
  /** Called with a fault for the operator. */
  readonly onFault?: (message: string, cause: unknown) => void
  /** Called when something that `onFault` was called for is over. */
  readonly onRecovered?: (message: string) => void
  /** Handover to the successor of this process. Default: the database is not handed over. */
  readonly handover?: Handover
  /** Whether to ask the process that has the database for it, and how long to wait. Default: it is not asked. */
  readonly ask?: { readonly limitMs: number; readonly signal: AbortSignal }
  /** Module of the thread. Default: `worker` beside this file. */
  readonly workerFile?: string
  /** Default: 10 s. */
  readonly pingIntervalMs?: number
  /** Silence in a transaction after which it ends, so that others get their turn. Default: 3 s. */
  readonly silenceLimitMs?: number
}

const WORKER_FILE = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)

/** PostgreSQL inside this process, in its own thread. */
export interface EmbeddedDatabase {
  /** Opens a port for `openEmbedded`, in this thread or, transferred, in another. */
  connect(): MessagePort
  /** Serves the other end of an existing channel. */
  serve(port: MessagePort): void
  /** Copies the database to a new folder, as it is between two statements. Rejects with the reason why it is not there. */
  copyTo(folder: string): Promise<void>
  /** Closes the database; its users should be done. Resolves when all data is on disk and the folder is free. */
  close(): Promise<void>
}

/**
 * Starts the thread, which opens or creates the database. Only one process at a time can have it.
 *
 * @throws {FolderInUseError} when another process has it.
 * @throws {Error} when it cannot be opened; the message says why.
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const lock = await takeLock(options).catch((error: unknown) => {
    throw isDiskFault(error) ? new Error(`DATA_DIR cannot be written: ${error.message}`, { cause: error }) : error
  })
  const { pingIntervalMs = PING_INTERVAL_MS } = options
  const { silenceLimitMs } = options
  const input: EngineInput = {
    folder: join(options.dataDir, 'database'),
    ...(silenceLimitMs === undefined ? {} : { silenceLimitMs }),
  }
  const worker = new Worker(options.workerFile ?? WORKER_FILE, { workerData: input })
  const send = (command: EngineCommand): void =>
    worker.postMessage(command, command.type === 'connect' ? [command.port] : [])

  let reason = 'it ended without a reason'
  let unanswered = 0
  let state: 'starting' | 'up' | 'closing' = 'starting'
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.on('error', (error) => {
    reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  })

  const end = (why: string): void => {
    reason = why
    void worker.terminate()
  }
  void lock.lost.then(() => end('this process stood still, and another one has taken the folder'))

  const tellReadOnly = (why: string | null): void => {
    if (why === null) options.onRecovered?.('the embedded database is written to again')
    else options.onFault?.('the embedded database is read-only: changes are refused with status 503', new Error(why))
  }

  await new Promise<void>((resolve, reject) => {
    worker.on('message', (event: EngineEvent) => {
      unanswered = 0
      if (event.type === 'ready') resolve()
      else if (event.type === 'refused') reason = event.reason
      else if (event.type === 'fault') options.onFault?.(event.message, event.cause)
      else if (event.type === 'read-only') tellReadOnly(event.reason)
    })
    worker.once('exit', () => {
      lock.release()
      clearInterval(pinging)
      if (state === 'starting') reject(new Error(`the embedded database could not be opened: ${reason}`))
      else if (state === 'up') options.onDeath(reason)
    })
    const pinging = setInterval(() => {
      send({ type: 'ping' })
      // Pings are counted rather than time, which also passes while this process stands still.
      if (unanswered++ < UNANSWERED_LIMIT) return
      end(`it did not answer for ${(UNANSWERED_LIMIT * pingIntervalMs) / 1000} s`)
    }, pingIntervalMs).unref()
  })
  state = 'up'

  return {
    connect() {
      const { port1, port2 } = new MessageChannel()
      send({ type: 'connect', port: port1 })
      return port2
    },
    serve: (port) => send({ type: 'connect', port }),
    copyTo: (folder) =>
      new Promise((resolve, reject) => {
        const settle = (why: string | null): void => {
          worker.off('message', onMessage).off('exit', onExit)
          if (why === null) resolve()
          else reject(new Error(`the embedded database could not be copied: ${why}`))
        }
        const onExit = (): void => settle('it ended meanwhile')
        const onMessage = (event: EngineEvent): void => {
          if (event.type === 'copied' && event.folder === folder) settle(event.reason)
        }
        worker.on('message', onMessage).once('exit', onExit)
        send({ type: 'copy', folder })
      }),
    async close() {
      if (state === 'up') send({ type: 'close' })
      state = 'closing'
      await ended
    },
  }
}

function takeLock({ ask, dataDir, handover }: EmbeddedOptions): Promise<FolderLock> {
  const path = join(dataDir, 'database.lock')
  return ask === undefined || handover === undefined
    ? takeFolderLock(path, handover)
    : askForFolderLock(path, handover, ask)
}

function isDiskFault(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && ['EDQUOT', 'ENOSPC', 'EROFS'].includes(String(error.code))
}

export interface OpenEmbeddedOptions extends OutageListener {
  /** Time limit of each statement with its wait. Default: 5 s. Migrations need more. */
  readonly answerLimitMs?: number
}

/** Opens the embedded database from any thread of its process. @param port Result of `EmbeddedDatabase.connect`. */
export function openEmbedded(port: MessagePort, options: OpenEmbeddedOptions = {}): Database {
  const streams = createPortStreams(port)
  const pool = new Pool({
    host: 'embedded',
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => streams.open(),
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: options.answerLimitMs ?? ANSWER_LIMIT_MS,
    idleTimeoutMillis: 0,
    types: COLUMN_TYPES,
  })
  // All connections are one session inside, so names would collide. `prepareOnce` names statements there.
  const database = createDatabase(createPostgresDriver(pool, null), options)
  return {
    ...database,
    async close() {
      await database.close()
      streams.close()
    },
  }
}
