import { availableParallelism } from 'node:os'
import { isatty } from 'node:tty'
import { loadConfig, type Config } from '../config/config.ts'
import { findKernel } from '../engine/native/load-native.ts'
import { readBuildInfo } from '../process/build-info.ts'
import { secureDataFolder } from '../process/data-folder.ts'
import { Service } from '../process/service.ts'
import { createLog, type Log } from '../shared/log.ts'
import { reasonOf } from '../shared/reason.ts'
import type { Given } from './command.ts'

/** npm passes Ctrl-C on to a process that the terminal has already signalled, so signals this close together count as one. */
const SAME_SIGNAL_MS = 500
/** Time beyond the drain for threads to end. */
const ENDING_LIMIT_MS = 3000
/** Status with which `ecosystem.config.js` has pm2 start no other process. */
const REPLACED_STATUS = 3

/** `signpost [folder]`: serves until a signal ends the process. */
export async function serve({ env, words }: Given<object>): Promise<void> {
  const [folder] = words
  const config = loadConfig(folder === undefined ? env : { ...env, CONTENT_DIR: folder }, availableParallelism())
  const log = createLog({ level: config.logLevel, bindings: { thread: 'main' } })
  const running = new RunningService(config, log)
  running.heedSignals()
  await running.start()
}

/** The service with what ends it: signals, messages of its manager, and its own faults. */
class RunningService {
  readonly #config: Config
  readonly #log: Log
  readonly #service: Service
  readonly #startedOnTerminal = isatty(0)
  #stoppedAt: number | null = null

  constructor(config: Config, log: Log) {
    this.#config = config
    this.#log = log
    this.#service = new Service({
      config,
      log,
      managed: process.send !== undefined,
      // pm2 sets these. The number is 0 for each of its apps with one instance.
      app: process.env['pm_id'] === undefined ? null : (process.env['name'] ?? null),
      instance: process.env['NODE_APP_INSTANCE'] ?? '0',
      onBroken: (cause) => void this.#stop(cause, 1),
      onReplaced: (by) => void this.#stop(`process ${by} has replaced this one`, REPLACED_STATUS),
    })
  }

  heedSignals(): void {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (this.#stoppedAt === null) void this.#stop(signal)
        else if (performance.now() - this.#stoppedAt > SAME_SIGNAL_MS) dieOf(signal)
      })
    }
    process.on('SIGHUP', () => {
      // Closing the terminal sends this signal too. Nobody could then stop the service by hand.
      if (this.#startedOnTerminal && !isatty(0)) void this.#stop('the terminal was closed')
      else {
        void this.#service.rereadKeys()
        this.#service.rebuild('SIGHUP')
      }
    })
    // pm2 sends this message with `shutdown_with_message`.
    process.on('message', (message) => {
      if (message === 'shutdown') void this.#stop('shutdown message')
    })
  }

  async start(): Promise<void> {
    try {
      await this.#start()
    } catch (error) {
      // A stop in progress ends the process itself; the threads that it ends make the start fail.
      if (this.#stoppedAt === null) await this.#giveUp(error)
    }
  }

  async #start(): Promise<void> {
    const config = this.#config
    const { pino } = this.#log
    // This precedes every write.
    const { links, repaired } = secureDataFolder(config)
    if (repaired > 0) pino.warn({ repaired }, 'other users could reach files of DATA_DIR; now they cannot')
    if (links.length > 0)
      pino.warn({ links }, 'DATA_DIR has symbolic links; set the permissions of their targets yourself')
    // Fails at once when the native kernel is required and missing.
    const kernel = findKernel(config.search.kernel)
    const ports = await this.#service.start()
    const { listeners, search, token } = config.threads
    const urls = Object.fromEntries(config.hosts.map((host) => [host, config[host].url]))
    const store = config.redisUrl === null ? 'in this process' : 'Redis'
    pino.info(
      {
        version: readBuildInfo().version,
        urls,
        bind: config.bind,
        ports,
        pid: process.pid,
        listeners,
        searchThreads: search,
        searchKernel: `${kernel.name} (${kernel.detail})`,
        tokenThreads: token,
        store,
      },
      'ready',
    )
    if (process.stderr.isTTY) process.stderr.write(`Signpost answers at ${Object.values(urls).join(' and ')}\n`)
    process.send?.('ready')
  }

  async #giveUp(error: unknown): Promise<never> {
    const reason = reasonOf(error)
    this.#log.pino.fatal({ reason }, 'the service could not start')
    await this.#log.flush()
    process.stderr.write(`Signpost could not start: ${reason}\n`)
    process.exit(1)
  }

  async #stop(cause: string, status = 0): Promise<void> {
    if (this.#stoppedAt !== null) return
    this.#stoppedAt = performance.now()
    const { pino } = this.#log
    pino.info({ cause }, 'stopping')
    setTimeout(() => {
      pino.fatal('the listener threads did not end')
      this.#log.flushSync()
      dieOf('SIGKILL')
    }, this.#config.drainTimeoutMs + ENDING_LIMIT_MS).unref()
    await this.#service.stop()
    pino.info('stopped')
    await this.#log.flush()
    process.exit(status)
  }
}

/** Ends the process with the system's default for the signal: running threads of uWebSockets.js must not end in disorder. */
function dieOf(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}
