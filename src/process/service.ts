import { closeSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AccountDatabase } from './account-database.ts'
import { startAnalytics, type Analytics } from './analytics.ts'
import type { Config } from '../config/config.ts'
import type { BuilderMessage } from '../generation/builder-messages.ts'
import { followContent, type FollowedContent } from '../generation/watch/follow-content.ts'
import { freeMemory } from '../generation/free-memory.ts'
import { Rebuilder, type BuildReport, type ServedGeneration } from '../generation/rebuilder.ts'
import { RunFile } from '../generation/run-file.ts'
import { createBar, createProgressLines, type Progress } from '../generation/show-progress.ts'
import { startMetricsServer, type MetricsServer } from '../http/observe/metrics-server.ts'
import { LOOPBACK, assertPortFree } from '../http/port.ts'
import type { HostPorts } from './listener-messages.ts'
import { ListenerThreads, type FirstState } from './listener-threads.ts'
import { startProbeServer } from './probe-server.ts'
import type { Log } from '../shared/log.ts'
import type { KeyKeeper, KeyState } from '../tokens/key-keeper.ts'

const METRICS_RETRY_MS = 2000
const RUN_FILE_RETRY_MS = 2000

export interface ServiceOptions {
  readonly config: Config
  readonly log: Log
  /** Whether a process manager started this process. It may briefly run a second one on the same ports. */
  readonly managed: boolean
  /** Distinguishes instances that a process manager runs concurrently. A process has the same value as the one it replaces. */
  readonly instance: string
  /** Called when a listener thread dies: the process should stop and be restarted. */
  readonly onBroken: (cause: string) => void
}

/** The service in its main thread: it builds, loads and swaps generations, and owns the listener threads. */
export class Service {
  readonly #options: ServiceOptions
  readonly #rebuilder: Rebuilder
  readonly #runFile: RunFile
  readonly #progress: Progress
  /** Generations whose files are open, oldest first. */
  readonly #open: ServedGeneration[] = []
  #threads: ListenerThreads | null = null
  /** The listener threads once they serve. */
  #listeners: ListenerThreads | null = null
  #metrics: MetricsServer | null = null
  #metricsTimer: NodeJS.Timeout | undefined
  #probes: Server | null = null
  /** Runs while the run file could not be written. */
  #runFileTimer: NodeJS.Timeout | undefined
  #followed: FollowedContent | null = null
  /** Cause of a rebuild that was requested before the listeners serve; it runs once they do. */
  #askedEarly: string | null = null
  readonly #analytics: Analytics | null
  #keys: KeyKeeper | null = null
  #keyState: KeyState | null = null
  #account: AccountDatabase | null = null
  #stopping = false

  constructor(options: ServiceOptions) {
    const { config, log } = options
    const { contentDir, dataDir, docs, hosts, icons } = config
    this.#options = options
    this.#analytics = startAnalytics(config, log)
    this.#progress = process.stderr.isTTY
      ? createBar(process.stderr)
      : createProgressLines((stage, pages) => log.pino.info({ stage, pages }, 'index progress'))
    this.#runFile = new RunFile(dataDir, urlsOf(config))
    this.#rebuilder = new Rebuilder({
      settings: {
        contentDir,
        dataDir,
        docs: hosts.includes('docs') ? { siteUrl: docs.url, llmsFullLimitBytes: docs.llmsFullLimitBytes } : null,
        icons: hosts.includes('icons') ? { siteUrl: icons.url } : null,
      },
      onMessage: (message) => this.#onMessage(message),
      publish: (next) => this.#publish(next),
      onReport: (report, begunAtMs) => this.#report(report, begunAtMs),
    })
  }

  /** Resolves to the ports when requests are answered. Rejects with the reason; no listener thread is then left running. */
  async start(): Promise<HostPorts> {
    const { config, log, managed, onBroken } = this.#options
    if (!managed) {
      for (const host of config.hosts) await assertPortFree(config[host].port, config.bind)
      await assertPortFree(config.metricsPort, LOOPBACK)
      if (config.probePort !== null) await assertPortFree(config.probePort, config.bind)
    }
    this.#assertWanted()
    // The threads load their modules while the index is opened, which takes about as long.
    const threads = new ListenerThreads({
      config,
      onDeath: (reason) => {
        log.pino.fatal({ reason }, 'a listener thread died')
        onBroken('a listener thread died')
      },
      onCounted: (counted) => this.#analytics?.add(counted),
      onReleased: (oldest) => this.#closeBefore(oldest),
    })
    this.#threads = threads
    try {
      const ports = await threads.serve(await this.#prepare())
      this.#assertWanted()
      this.#listeners = threads
      // Key and database may have changed while the threads started.
      if (this.#keyState !== null) threads.update(this.#keyState)
      if (this.#account?.ready === true) threads.notifyAccount('database')
      await this.#account?.takeOver()
      this.#assertWanted()
      if (config.probePort !== null) {
        this.#probes = await startProbeServer({ port: config.probePort, bind: config.bind, ports })
      }
      this.#writeRunFile(() => this.#runFile.write())
      if (this.#askedEarly !== null) this.rebuild(this.#askedEarly)
      return ports
    } catch (error) {
      this.#followed?.close()
      await threads.drain()
      throw error
    }
  }

  /** Prepares everything that the listeners need to serve. */
  async #prepare(): Promise<FirstState> {
    // The key precedes the build, which takes longer: a missing key stops the start.
    const keys = await this.#startKeys()
    // Watching also precedes it: a change during the build causes another build.
    await this.#followContent()
    const building = this.#rebuilder.first()
    const openingAccount = this.#openAccountDatabase()
    // The failure is reported below, after the build.
    openingAccount.catch(() => undefined)
    await this.#serveMetrics()
    const report = await building
    // The reason of a failure is told once, by who started the service.
    if (report.outcome === 'failed') throw new Error(report.reason)
    this.#logReport(report)
    const [first] = this.#open
    if (first === undefined) throw new Error('the first build published nothing')
    this.#account = await openingAccount
    return { generation: first.generation, keys, account: this.#account }
  }

  /** Rebuilds if the content has changed, and once more if a rebuild is already under way. */
  rebuild(cause: string): void {
    if (this.#listeners === null) this.#askedEarly = cause
    else {
      this.#options.log.pino.info({ cause }, 'rebuild asked for')
      this.#rebuilder.request()
    }
  }

  /** Reads the signing keys again; a changed key takes effect at once. */
  async rereadKeys(): Promise<void> {
    this.#listeners?.notifyAccount('account-keys')
    await this.#keys?.reread()
  }

  /** Resolves when all work under way is finished and all listener threads have ended. A start in progress rejects. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#followed?.close()
    this.#keys?.close()
    clearTimeout(this.#runFileTimer)
    this.#runFile.remove()
    clearTimeout(this.#metricsTimer)
    await this.#metrics?.close()
    this.#probes?.close()
    await this.#threads?.drain()
    this.#analytics?.close()
    await this.#account?.close()
  }

  #assertWanted(): void {
    if (this.#stopping) throw new Error('it was stopped before it had started')
  }

  /** Serves metrics. The process that this one replaces may have the port until it ends, so the start is retried. */
  async #serveMetrics(): Promise<void> {
    const { config, log, managed } = this.#options
    try {
      this.#metrics = await startMetricsServer(
        config.metricsPort,
        () => this.#listeners?.metrics ?? [],
        this.#analytics,
      )
    } catch (error) {
      if (!managed) throw error
      log.pino.warn({ err: error }, 'no metrics yet')
      this.#metricsTimer = setTimeout(() => void this.#serveMetrics(), METRICS_RETRY_MS)
    }
  }

  /** The signing key of the icons host; null when that is not served. */
  async #startKeys(): Promise<KeyState | null> {
    const { config, log } = this.#options
    if (!config.hosts.includes('icons')) return null
    const { createIconsKeys } = await import('./icons-keys.ts')
    this.#keys = createIconsKeys(config, log, (keys) => this.#updateKeys(keys))
    return this.#keys.start()
  }

  async #openAccountDatabase(): Promise<AccountDatabase | null> {
    const { config, instance, log, managed, onBroken } = this.#options
    if (!config.hosts.includes('account')) return null
    const { openAccountDatabase } = await import('./account-database.ts')
    return openAccountDatabase({
      config,
      log,
      service: managed ? `${urlsOf(config)} ${instance}` : null,
      onLeave: async () => this.#listeners?.leaveDatabase(),
      onReady: () => this.#listeners?.notifyAccount('database'),
      onDeath: (reason) => {
        log.pino.fatal({ reason }, 'the embedded database ended')
        onBroken('the embedded database ended')
      },
    })
  }

  async #publish(next: ServedGeneration): Promise<void> {
    this.#open.push(next)
    await this.#listeners?.swap(next.generation)
  }

  #updateKeys(keys: KeyState): void {
    this.#keyState = keys
    this.#listeners?.update(keys)
  }

  #closeBefore(oldest: number): void {
    for (let first = this.#open[0]; first !== undefined && first.generation.number < oldest; first = this.#open[0]) {
      this.#open.shift()
      for (const fd of first.descriptors) closeSync(fd)
    }
    freeMemory()
  }

  #report(report: BuildReport, begunAtMs: number): void {
    this.#logReport(report)
    this.#writeRunFile(() => this.#runFile.report(report, begunAtMs))
  }

  #logReport(report: BuildReport): void {
    const { log } = this.#options
    this.#progress.end()
    if (report.outcome === 'failed') log.pino.error(report, 'the index could not be built')
    else
      log.pino.info(report, report.outcome === 'unchanged' ? 'the content has not changed' : `index ${report.outcome}`)
  }

  #onMessage(message: BuilderMessage): void {
    const { pino } = this.#options.log
    if (message.type === 'progress') this.#progress.show(message.stage, message.done, message.total)
    else if (message.type === 'log') pino[message.level](message.details, message.message)
    else if (message.type === 'faults') {
      for (const fault of message.first) pino.warn({ fault }, 'content fault')
      const more = message.count - message.first.length
      if (more > 0) pino.warn({ count: message.count }, `${more} more content faults; npm run content:check lists them`)
    }
  }

  async #followContent(): Promise<void> {
    const { config, log } = this.#options
    const { contentDir, dataDir, watch: way } = config
    if (way === 'off') return
    this.#followed = await followContent({
      contentDir,
      dataDir,
      way,
      onChange: () => this.rebuild('files changed'),
      onFallback: (err) =>
        log.pino.warn(
          { err },
          'the system refuses to watch all folders of the content, so they are scanned every few seconds; see fs.inotify.max_user_watches (ENOSPC) and fs.inotify.max_user_instances (EMFILE)',
        ),
    })
  }

  /** Tries again until it succeeds, since commands find this process by the file. */
  #writeRunFile(write: () => void): void {
    const isFirst = this.#runFileTimer === undefined
    clearTimeout(this.#runFileTimer)
    this.#runFileTimer = undefined
    try {
      write()
    } catch (error) {
      // A command that waits for a report would otherwise read the one before for ever.
      this.#runFile.remove()
      this.#runFileTimer = setTimeout(() => this.#writeRunFile(() => this.#runFile.write()), RUN_FILE_RETRY_MS).unref()
      if (!isFirst) return
      this.#options.log.pino.warn(
        { err: error },
        'DATA_DIR cannot be written: npm run reindex will not find this process',
      )
    }
  }
}

function urlsOf(config: Config): string {
  return config.hosts.map((host) => config[host].url).join(' ')
}
