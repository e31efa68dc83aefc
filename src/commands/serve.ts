import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { loadConfig, type Config } from '../config/config.ts'
import { findKernel } from '../engine/native/load-native.ts'
import { readBuildInfo } from '../config/build-info.ts'
import { secureDataFolder } from '../process/data-folder.ts'
import { Service } from '../process/service.ts'
import { missingForTraces } from '../process/traces-install.ts'
import { createLog, type Log } from '../shared/log.ts'
import { reasonOf } from '../shared/reason.ts'
import { CommandError, WrongUsage, type Given } from './command.ts'
import { Greeting } from './greeting.ts'
import { describeMisspelt, refuseMisspelt } from './read-environment.ts'

/** npm passes Ctrl-C on to a process that the terminal has already signalled, so signals this close together count as one. */
const SAME_SIGNAL_MS = 500
/** Time beyond the drain for threads to end. */
const ENDING_LIMIT_MS = 3000
/** Status with which `ecosystem.config.js` has pm2 start no other process. */
const REPLACED_STATUS = 3
/** Last port after which the other hosts have room. */
const LAST_PORT = 65_526

interface ServeOptions {
  readonly port: string | undefined
  readonly hosts: string | undefined
  readonly bind: string | undefined
  readonly watch: boolean
  readonly open: boolean
  readonly json: boolean
  readonly strict: boolean
}

/** `signpost [folder]`: serves until a signal ends the process. */
export async function serve({ env, misspelt, options, warnings, words }: Given<ServeOptions>): Promise<void> {
  if (options.strict) refuseMisspelt(misspelt)
  const [folder] = words
  const loaded = loadConfig(
    { ...env, ...variablesOf(options, env), ...(folder === undefined ? {} : { CONTENT_DIR: folder }) },
    availableParallelism(),
  )
  const untraced = loaded.traces ? missingForTraces() : null
  const config = { ...loaded, traces: loaded.traces && untraced === null }
  // A person has mistyped it. A manager starts what can be served.
  if (folder !== undefined || (isatty(0) && env['CONTENT_DIR'] === undefined)) assertSomething(config)
  const log = createLog({ level: config.logLevel, format: config.logFormat, bindings: { thread: 'main' } })
  const untold = untraced === null ? [] : [untraced]
  for (const warning of [...warnings, ...describeMisspelt(misspelt), ...untold]) log.pino.warn(warning)
  const greeting = process.stderr.isTTY && !options.json ? new Greeting(config, process.stderr) : null
  const running = new RunningService(config, log, greeting)
  running.heedSignals()
  await running.start()
  if (options.open) (greeting ?? new Greeting(config, process.stderr)).open()
}

/** What the options set of the variables. On a terminal the log has words, and only those that ask for something. */
function variablesOf({ bind, hosts, json, port, watch }: ServeOptions, env: Given['env']): Record<string, string> {
  const isRead = process.stdout.isTTY && !json && env['LOG_FORMAT'] === undefined
  return {
    ...(isRead ? { LOG_FORMAT: 'text', LOG_LEVEL: env['LOG_LEVEL'] ?? 'warn' } : {}),
    ...(json ? { LOG_FORMAT: 'json' } : {}),
    ...(bind === undefined ? {} : { BIND: bind }),
    ...(hosts === undefined ? {} : { HOSTS: hosts }),
    ...(watch ? { WATCH: '1' } : {}),
    ...(port === undefined ? {} : portsFrom(port, env)),
  }
}

/** Ports from this one on, in the places that they have by default. Those that a variable sets stay. */
function portsFrom(port: string, env: Given['env']): Record<string, string> {
  const first = Number(port)
  if (!/^\d{1,5}$/.test(port) || first === 0 || first > LAST_PORT)
    throw new WrongUsage(`--port must be a whole number from 1 to ${LAST_PORT}.`)
  const others = { ACCOUNT_PORT: first + 1, ICONS_PORT: first + 2, METRICS_PORT: first + 9 }
  const unset = Object.entries(others).filter(([name]) => env[name] === undefined)
  return { DOCS_PORT: port, ...Object.fromEntries(unset.map(([name, each]) => [name, String(each)])) }
}

/** Refuses a folder that is not there, unless something was built before, which is served. */
function assertSomething({ contentDir, dataDir, hosts }: Config): void {
  if (!hosts.includes('docs') || existsSync(contentDir) || existsSync(join(dataDir, 'generations'))) return
  const advice = 'name one, such as signpost ./docs, or make one with signpost init'
  throw new CommandError(`There is no folder ${contentDir}: ${advice}.`)
}

/** The service with what ends it: signals, messages of its manager, and its own faults. */
class RunningService {
  readonly #config: Config
  readonly #log: Log
  readonly #service: Service
  readonly #greeting: Greeting | null
  readonly #startedOnTerminal = isatty(0)
  #stoppedAt: number | null = null

  /** @param greeting Says on a terminal what happens; null without a terminal. */
  constructor(config: Config, log: Log, greeting: Greeting | null) {
    this.#config = config
    this.#greeting = greeting
    this.#log = log
    this.#service = new Service({
      config,
      log,
      managed: process.send !== undefined,
      // pm2 sets these. The number is 0 for each of its apps with one instance.
      app: process.env['pm_id'] === undefined ? null : (process.env['name'] ?? null),
      instance: process.env['NODE_APP_INSTANCE'] ?? '0',
      onServes: (host) => this.#greeting?.serves(host),
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
    const { version } = readBuildInfo()
    this.#greeting?.begin(version)
    // Fails at once when the native kernel is required and missing.
    const kernel = findKernel(config.search.kernel)
    const ports = await this.#service.start()
    const { listeners, search, token } = config.threads
    const urls = Object.fromEntries(config.hosts.map((host) => [host, config[host].url]))
    const store = config.redisUrl === null ? 'in this process' : 'Redis'
    pino.info(
      {
        version,
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
    this.#greeting?.ready()
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
