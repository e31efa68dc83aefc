import type { Server } from 'node:http'
import type { AccountDatabase } from './account-database.ts'
import { startAnalytics, type Analytics } from './analytics.ts'
import { readBuildInfo } from '../config/build-info.ts'
import type { Config } from '../config/config.ts'
import { startControl, type ControlServer } from './control/control-server.ts'
import type { HostName } from '../config/env.ts'
import type { BuilderMessage } from '../generation/builder-messages.ts'
import { followPublished, type FollowedPublished } from './followed-content.ts'
import { followContent, type FollowedContent } from '../generation/watch/follow-content.ts'
import { Rebuilder, type BuildReport } from '../generation/rebuilder.ts'
import { RunFile } from '../generation/run-file.ts'
import { createBar, createProgressLines, type Progress } from '../generation/show-progress.ts'
import {
  startMetricsServer,
  type LocalAnswer,
  type LocalService,
  type MetricsServer,
} from '../http/observe/metrics-server.ts'
import { infoGauge, type Reading } from '../http/observe/reading.ts'
import { assertPortFree } from '../http/port.ts'
import type { HostPorts } from './listener-messages.ts'
import { ListenerThreads } from './listener-threads.ts'
import { readMetricsToken } from './metrics-token.ts'
import { notifySystemd } from './notify-systemd.ts'
import { startProbeServer } from './probe-server.ts'
import { ALLOW_LOSS } from './control/allow-loss.ts'
import { PublishedContent } from './published-content.ts'
import { RebuildCounts } from './rebuild-counts.ts'
import { openSharedDatabase, type SharedDatabase } from './shared-database.ts'
import { Siblings } from './siblings.ts'
import { statusReadings } from './status-readings.ts'
import type { Log } from '../shared/log.ts'
import { WITHDRAW, withdrawGeneration, type Withdrawal } from './withdraw-generation.ts'
import type { KeyKeeper, KeyState } from '../tokens/key-keeper.ts'

const METRICS_RETRY_MS = 2000
const RUN_FILE_RETRY_MS = 2000

export interface ServiceOptions {
  readonly config: Config
  readonly log: Log
  /** Whether a process manager started this process. It may briefly run a second one on the same ports. */
  readonly managed: boolean
  /** Name that the process manager has for this service; null where it has none. */
  readonly app: string | null
  /** Distinguishes instances that a process manager runs concurrently. A process has the same value as the one it replaces. */
  readonly instance: string
  /** Called when a listener thread dies: the process should stop and be restarted. */
  readonly onBroken: (cause: string) => void
  /** Called when another process has replaced this one, which should stop and not be restarted. */
  readonly onReplaced: (by: number) => void
  /** Called when a host answers on its port, and again when one that had nothing to serve has something. */
  readonly onServes?: (host: HostName, port: number) => void
}

/** The service in its main thread: it builds, loads and swaps generations, and owns the listener threads. */
export class Service {
  readonly #options: ServiceOptions
  readonly #rebuilder: Rebuilder
  readonly #rebuilds: RebuildCounts
  readonly #runFile: RunFile
  readonly #progress: Progress
  readonly #siblings: Siblings
  readonly #content: PublishedContent
  #threads: ListenerThreads | null = null
  /** Whether all hosts listen. */
  #started = false
  #metrics: MetricsServer | null = null
  #metricsTimer: NodeJS.Timeout | undefined
  #probes: Server | null = null
  /** Runs while the run file could not be written. */
  #runFileTimer: NodeJS.Timeout | undefined
  #watched: FollowedContent | null = null
  /** Follows `GENERATION_URL`; null where this process builds its content. */
  readonly #published: FollowedPublished | null
  /** Cause of a rebuild that was requested before all hosts listen; it runs once they do. */
  #askedEarly: string | null = null
  #analytics: Analytics | null = null
  /** Database of what all nodes share beside accounts; null if nothing needs one. */
  #shared: SharedDatabase | null = null
  #keys: KeyKeeper | null = null
  #keyState: KeyState | null = null
  #account: AccountDatabase | null = null
  #control: ControlServer | null = null
  /** Called when the next build ends. */
  readonly #whenBuilt: (() => void)[] = []
  #stopping = false

  constructor(options: ServiceOptions) {
    const { app, config, instance, log, onReplaced } = options
    const { contentDir, dataDir, docs, hosts, icons } = config
    this.#options = options
    this.#progress = process.stderr.isTTY
      ? createBar(process.stderr)
      : createProgressLines((stage, pages) => log.pino.info({ stage, pages }, 'index progress'))
    const manager = options.managed ? process.ppid : null
    const listens = `${config.bind} ${hosts.map((host) => `${host}:${config[host].port}`).join(' ')}`
    this.#runFile = new RunFile(dataDir, urlsOf(config), { listens, app, instance, manager })
    const sayAlive = (): void => this.#writeRunFile(() => this.#runFile.alive())
    this.#siblings = new Siblings({ dataDir, runFile: this.#runFile, log, sayAlive, onReplaced })
    this.#content = new PublishedContent({
      hosts,
      log,
      keys: () => this.#keyState,
      followed: () => this.#published?.follower.codes ?? [],
    })
    this.#published = followPublished({
      config,
      log,
      current: this.#content.current,
      rebuild: (cause) => this.rebuild(cause),
      onLooked: () => this.#announce(),
    })
    const published = this.#published
    this.#rebuilder = new Rebuilder({
      contentDir,
      dataDir,
      docs: hosts.includes('docs') ? { siteUrl: docs.url, pageDeadlineMs: docs.pageDeadlineMs } : null,
      icons: hosts.includes('icons') ? { siteUrl: icons.url } : null,
      current: this.#content.current,
      followed: published === null ? undefined : () => published.follower.followed,
      onMessage: (message) => this.#onMessage(message),
      onPart: async (result) => {
        published?.settle(result.part, result.fault, result.refused)
        if (this.#threads !== null && !this.#stopping) await this.#content.publish(result, this.#threads)
      },
      onReport: (report, begunAtMs) => this.#report(report, begunAtMs),
    })
    this.#rebuilds = new RebuildCounts(() => this.#rebuilder.runningSinceMs)
  }

  /**
   * Resolves to the ports when all hosts listen. Each listens as soon as it can answer, and waits for no other. Rejects with the
   * reason when none can answer; no listener thread is then left running.
   */
  async start(): Promise<HostPorts> {
    const { config, log, managed, onBroken } = this.#options
    if (!managed) {
      for (const host of config.hosts) await assertPortFree(config[host].port, config.bind)
      await assertPortFree(config.metricsPort, config.metricsBind)
      if (config.probePort !== null) await assertPortFree(config.probePort, config.bind)
    }
    this.#assertWanted()
    log.pino.info({ hosts: config.hosts, pid: process.pid }, 'starting')
    this.#shared = await openSharedDatabase(config, log)
    this.#analytics = startAnalytics(config, log, this.#shared?.searchCounts ?? null)
    let giveUp = (_reason: Error): void => undefined
    const died = new Promise<never>((_resolve, reject) => (giveUp = reject))
    // The threads load their modules while the index is opened, which takes about as long.
    const threads = new ListenerThreads({
      config,
      onDeath: (reason) => {
        if (!this.#started) return giveUp(new Error(reason))
        log.pino.fatal({ reason }, 'a listener thread died')
        onBroken('a listener thread died')
      },
      onCounted: (counted) => this.#analytics?.add(counted),
      onReleased: (oldest) => this.#content.closeBefore(oldest),
      onWake: () => this.#published?.follower.wake(),
      onServes: (host, port) => this.#options.onServes?.(host, port),
    })
    this.#threads = threads
    try {
      if (config.probePort !== null) {
        const { bind, hosts, probePort: port } = config
        this.#probes = await startProbeServer({ port, bind, hosts, ports: () => threads.ports })
      }
      await Promise.race([this.#serveHosts(threads), died])
      this.#assertWanted()
      this.#started = true
      this.#content.started()
      this.#control = startControl({ dataDir: config.dataDir, log }, async (operation, input) =>
        this.#operate(operation, input),
      )
      this.#writeRunFile(() => this.#runFile.ready(this.#content.current.number))
      this.#siblings.start()
      if (this.#askedEarly !== null) this.rebuild(this.#askedEarly)
      notifySystemd('READY=1', log)
      return threads.ports
    } catch (error) {
      this.#watched?.close()
      await threads.drain()
      throw error
    }
  }

  /** Resolves when all hosts listen. */
  async #serveHosts(threads: ListenerThreads): Promise<void> {
    const token = readMetricsToken(this.#options.config.metricsToken)
    // The key precedes the build, which takes longer: a missing key stops the start.
    await this.#startKeys()
    // Watching also precedes it: a change during the build causes another build.
    await this.#followContent()
    await this.#published?.follower.start()
    const [report] = await Promise.all([
      this.#rebuilder.first(),
      this.#serveAccount(threads),
      this.#serveMetrics(token),
    ])
    this.#progress.end()
    this.#published?.follower.settled()
    this.#announce()
    if (report.outcome !== 'failed') this.#logReport(report)
    // The reason of a failure is told once, by who started the service.
    else if (!this.#content.canAnswer) throw new Error(report.reason)
    if (this.#account?.isElsewhere !== true) return
    this.#assertWanted()
    await this.#account.takeOver()
    await threads.serve({ host: 'account', account: this.#account })
  }

  async #serveAccount(threads: ListenerThreads): Promise<void> {
    this.#account = await this.#openAccountDatabase()
    // While the process that this one replaces has the database, that one answers alone.
    if (this.#account?.isElsewhere === false) await threads.serve({ host: 'account', account: this.#account })
  }

  /** Rebuilds if the content has changed, and once more if a rebuild is already under way. */
  rebuild(cause: string): void {
    if (!this.#started) {
      this.#askedEarly = cause
      this.#rebuilder.endOutdated()
    } else {
      this.#options.log.pino.info({ cause }, 'rebuild asked for')
      if (this.#published === null) this.#rebuilder.request()
      // A person asks for what is published now.
      else void this.#published.follower.look().then(() => this.#rebuilder.request())
    }
  }

  async #operate(operation: string, input: unknown): Promise<unknown> {
    if (operation === WITHDRAW) return this.#withdraw(input)
    if (operation !== ALLOW_LOSS) return this.#account?.operate(operation, input)
    this.#rebuilder.allowLoss()
    return {}
  }

  /** Reads the signing keys again; a changed key takes effect at once. */
  async rereadKeys(): Promise<void> {
    this.#threads?.notifyAccount('account-keys')
    await this.#keys?.reread()
  }

  /** Resolves when all work under way is finished and all listener threads have ended. A start in progress rejects. */
  async stop(): Promise<void> {
    this.#stopping = true
    notifySystemd('STOPPING=1', this.#options.log)
    this.#watched?.close()
    this.#published?.follower.close()
    this.#keys?.close()
    this.#control?.close()
    clearTimeout(this.#runFileTimer)
    this.#siblings.close()
    this.#runFile.remove()
    clearTimeout(this.#metricsTimer)
    await this.#metrics?.close()
    this.#probes?.close()
    await this.#threads?.drain()
    await this.#analytics?.close()
    await this.#shared?.close()
    await this.#account?.close()
  }

  #assertWanted(): void {
    if (this.#stopping) throw new Error('it was stopped before it had started')
  }

  #withdraw(input: unknown): Promise<Withdrawal> {
    return withdrawGeneration(
      {
        dataDir: this.#options.config.dataDir,
        current: this.#content.current,
        published: this.#published,
        end: (hash) => this.#threads?.withdraw(hash),
        rebuild: () =>
          new Promise((resolve) => {
            this.#whenBuilt.push(resolve)
            this.#rebuilder.request()
          }),
      },
      input,
    )
  }

  /** Tells the listeners how far this node follows what is published. */
  #announce(): void {
    if (this.#published === null) return
    const { confirmedAtMs, followed, isCurrent } = this.#published.follower
    this.#threads?.announce(this.#content.degraded)
    const withdrawn = [...followed.withdrawn, ...(followed.pointer?.withdrawn ?? [])]
    this.#threads?.follow({ confirmedAtMs, isCurrent, withdrawn })
  }

  /** Serves metrics. The process that this one replaces may have the port until it ends, so the start is retried. */
  async #serveMetrics(token: string | null): Promise<void> {
    const { config, log, managed } = this.#options
    try {
      this.#metrics = await startMetricsServer(
        { port: config.metricsPort, bind: config.metricsBind, token },
        () => this.#threads?.metrics ?? [],
        this.#localService(),
      )
    } catch (error) {
      if (!managed) throw error
      log.pino.warn({ err: error }, 'no metrics yet')
      this.#metricsTimer = setTimeout(() => void this.#serveMetrics(token), METRICS_RETRY_MS)
    }
  }

  /** What metrics show of the main thread. */
  #readings(): Reading[] {
    return [
      infoGauge('signpost_build_info', 'Version of Signpost and commit of its sources.', () => [
        { ...readBuildInfo() },
      ]),
      infoGauge('signpost_index_info', 'Hash of the content that a host serves.', () => this.#contents()),
      ...this.#rebuilds.readings,
      ...(this.#published?.readings ?? []),
      ...statusReadings(() => this.#content.degraded, this.#siblings),
      ...(this.#analytics?.readings ?? []),
    ]
  }

  /** Hash of the content of each host that serves any. */
  #contents(): { readonly host: string; readonly content: string }[] {
    const { docs, icons } = this.#content.current
    const hashes = { docs: docs?.docs.content ?? '', icons: icons?.icons.content ?? '' }
    return Object.entries(hashes).flatMap(([host, hash]) => (hash === '' ? [] : [{ host, content: `sha256:${hash}` }]))
  }

  /** Metrics and pages of the main thread, for this machine or who has the token. */
  #localService(): LocalService {
    const analytics = this.#analytics
    return {
      readings: this.#readings(),
      answer: (url) => (url.pathname === '/status' ? this.#status() : (analytics?.answer(url) ?? null)),
    }
  }

  /** What health checks do not say in public. */
  #status(): LocalAnswer {
    const { pid } = process
    const { current, degraded, faults } = this.#content
    const state = { pid, generation: current.number, degraded, faults, siblings: this.#siblings.found }
    return { status: 200, headers: { 'Content-Type': 'application/json' }, body: `${JSON.stringify(state)}\n` }
  }

  /** Starts with the signing key of the icons host, where that is served. */
  async #startKeys(): Promise<void> {
    const { config, log } = this.#options
    if (!config.hosts.includes('icons')) return
    const { createIconsKeys } = await import('./icons-keys.ts')
    this.#keys = await createIconsKeys(config, log, this.#shared, (keys) => this.#updateKeys(keys))
    this.#keyState = await this.#keys.start()
  }

  async #openAccountDatabase(): Promise<AccountDatabase | null> {
    const { config, instance, log, managed, onBroken } = this.#options
    if (!config.hosts.includes('account')) return null
    const { openAccountDatabase } = await import('./account-database.ts')
    return openAccountDatabase({
      config,
      log,
      service: managed ? `${urlsOf(config)} ${instance}` : null,
      onLeave: async () => this.#threads?.leaveDatabase(),
      onReady: () => this.#threads?.notifyAccount('database'),
      onDeath: (reason) => {
        log.pino.fatal({ reason }, 'the embedded database ended')
        onBroken('the embedded database ended')
      },
    })
  }

  #updateKeys(keys: KeyState): void {
    this.#keyState = keys
    this.#threads?.update(keys)
  }

  #report(report: BuildReport, begunAtMs: number): void {
    this.#logReport(report)
    this.#published?.follower.settled()
    this.#announce()
    for (const resolve of this.#whenBuilt.splice(0)) resolve()
    this.#writeRunFile(() => this.#runFile.report(report, begunAtMs))
  }

  #logReport(report: BuildReport): void {
    const { log } = this.#options
    this.#progress.end()
    this.#rebuilds.add(report, Date.now())
    // What cannot be followed is tried again and again, and the log has it once.
    if (report.outcome === 'failed') {
      if (this.#published === null) log.pino.error(report, 'the index could not be built')
    } else
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
    if (way === 'off' || this.#published !== null) return
    this.#watched = await followContent({
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
