import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { startUpkeep } from './account-upkeep.ts'
import type { Config } from '../config/config.ts'
import { openConfiguredDatabase, type ConfiguredDatabase } from './configured-database.ts'
import { runOperation } from './control/operations.ts'
import { examineServer } from './examine-server.ts'
import { logFaults, type Log } from '../shared/log.ts'
import { Unavailable } from '../shared/unavailable.ts'
import { FolderInUseError } from '../store/embedded/folder-lock.ts'
import { migrate } from '../store/postgres/migrate.ts'

const RETRY_MS = 500
/** Time limit of a statement; migrations may rewrite tables. */
const STATEMENT_LIMIT_MS = 10 * 60_000
/** Time in which another process must close the embedded database. It is well below a process manager's limit for a start. */
const HANDOVER_LIMIT_MS = 20_000

export interface AccountDatabaseOptions {
  readonly config: Config
  readonly log: Log
  /** Called once, when the tables exist. */
  readonly onReady: () => void
  /** Name that this process shares with its successor and no other process; null when it is not replaced while it runs. */
  readonly service: string | null
  /** Called when the successor asks for the embedded database, which is closed when this resolves. */
  readonly onLeave: () => Promise<void>
  /** Called when the embedded database ends by itself; the process should end too. */
  readonly onDeath: (reason: string) => void
}

/** The database of the account host in the main thread, which starts the embedded one and migrates the tables. */
export interface AccountDatabase {
  /** Connects one listener, as `ConfiguredDatabase` does. */
  connect(): MessagePort | null
  /** Whether the tables exist. */
  readonly ready: boolean
  /** Whether the process that this one replaces has the embedded database, until `takeOver`. */
  readonly isElsewhere: boolean
  /**
   * Takes the embedded database from the process that this one replaces, which stops using it. Call it when everything
   * else is ready. Does nothing when there is nothing to take.
   *
   * @throws {FolderInUseError} The database was not handed over in time.
   */
  takeOver(): Promise<void>
  /** Carries out what a command asks for. Resolves to undefined while the database is elsewhere, or has no tables. */
  operate(operation: string, input: unknown): Promise<unknown>
  close(): Promise<void>
}

/**
 * Resolves when the tables exist, or when PostgreSQL cannot be reached. It then keeps trying, so that the other hosts
 * serve meanwhile. It also resolves when the process that this one replaces has the embedded database: see `takeOver`.
 *
 * @throws {MigrationError} when the database can be reached but not be used.
 */
export async function openAccountDatabase(options: AccountDatabaseOptions): Promise<AccountDatabase> {
  const { config, log, onDeath, onLeave, onReady, service } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const report = logFaults(log)
  const onFault = (message: string, cause: unknown): void => {
    // What it was doing when it was closed or handed over ends with it.
    if (!signal.aborted) report(message, cause)
  }
  /** Ports of listeners that wait for a database at the other end. */
  const waiting: MessagePort[] = []
  let opened: ConfiguredDatabase | null = null
  let ready = false
  let reported = false
  let timer: NodeJS.Timeout | undefined
  let stopUpkeep = (): void => {}
  let closing: Promise<void> | null = null

  async function open(ask: boolean): Promise<void> {
    const handover = service === null ? {} : { handover: { service, onWanted: () => void leave() } }
    const { serve } = (opened = await openConfiguredDatabase(config, {
      name: 'signpost-main',
      statementLimitMs: STATEMENT_LIMIT_MS,
      onDeath,
      onFault,
      onRecovered: (message) => log.pino.info(message),
      ...handover,
      ...(ask ? { ask: { limitMs: HANDOVER_LIMIT_MS, signal } } : {}),
    }))
    for (const port of waiting.splice(0)) serve(port)
    try {
      await bringUp(opened)
    } catch (error) {
      if (!(error instanceof Unavailable)) {
        await close()
        throw error
      }
      log.pino.error({ err: error }, 'the database does not answer: the account host waits for it')
      timer = setTimeout(() => void tryAgain(), RETRY_MS)
    }
  }
  async function bringUp({ database }: ConfiguredDatabase): Promise<void> {
    const made = await migrate(database)
    if (made.length > 0) log.pino.info({ migrations: made }, 'the database was brought up to date')
    if (signal.aborted) return
    ready = true
    stopUpkeep = startUpkeep(database, log)
    onReady()
    // It only informs: whether the database answers is told elsewhere.
    examineServer(config, database, log).catch(() => undefined)
  }
  async function tryAgain(): Promise<void> {
    try {
      if (opened !== null) await bringUp(opened)
    } catch (error) {
      if (!(error instanceof Unavailable) && !reported) {
        reported = true
        onFault('the database answers but cannot be used; the account host waits for it', error)
      }
      if (!signal.aborted) timer = setTimeout(() => void tryAgain(), RETRY_MS)
    }
  }
  async function leave(): Promise<void> {
    log.pino.info('the embedded database is handed over to the process that replaces this one')
    ready = false
    await onLeave()
    await close()
  }
  function close(): Promise<void> {
    stopping.abort()
    clearTimeout(timer)
    stopUpkeep()
    closing ??= Promise.resolve(opened?.close())
    return closing
  }

  try {
    await open(false)
  } catch (error) {
    if (!(error instanceof FolderInUseError) || !error.mayAsk) throw error
    log.pino.info('another process has the embedded database, and will be asked for it')
  }
  return {
    connect() {
      if (opened !== null) return opened.connect()
      const { port1, port2 } = new MessageChannel()
      waiting.push(port1)
      return port2
    },
    get ready() {
      return ready
    },
    get isElsewhere() {
      return opened === null
    },
    async operate(operation, input) {
      if (opened === null || !ready) return undefined
      const { copyTo, database } = opened
      return runOperation(operation, { database, copyTo, dataDir: config.dataDir }, input)
    },
    takeOver: () => (opened === null ? open(true) : Promise.resolve()),
    close,
  }
}
