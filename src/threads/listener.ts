// Entry of a listener thread: every host on its port, with its own search workers for all of them.
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { getSystemErrorName } from 'node:util'
import { ReaderCounts } from '../analytics/reader-counts.ts'
import type { AccountListener } from '../hosts/account/account-listener.ts'
import type { HostName } from '../config/env.ts'
import { emptyGeneration } from '../generation/empty-generation.ts'
import type { Generation } from '../generation/generation.ts'
import { freeMemory } from '../generation/free-memory.ts'
import type { DocsListener } from '../hosts/docs/docs-listener.ts'
import type { Host } from '../hosts/host.ts'
import { connectionsFor, limitConnections, readDescriptorLimit } from '../http/server/connection-limit.ts'
import type { IconsListener } from '../hosts/icons/icons-listener.ts'
import { createLimits } from '../hosts/limits-link.ts'
import type { ListenerCommand, ListenerEvent, ListenerInput, ServeInput } from '../process/listener-messages.ts'
import { SearchDispatcher } from '../pool/search-dispatcher.ts'
import { threadEnds } from '../pool/supervised-worker.ts'
import { TokenDispatcher } from '../pool/token-dispatcher.ts'
import { createLog, logFaults } from '../shared/log.ts'
import { assetUrls, loadStaticFiles } from '../web/static-files.ts'
import { loadNative } from '../engine/native/load-native.ts'
import { reasonOf } from '../shared/reason.ts'

const HTML_QUEUE_LIMIT = 256
const TOKEN_QUEUE_LIMIT = 4096
const TOKEN_TIMEOUT_MS = 2000
/** Time for which a start waits until the account host can answer. Its stores may be away. */
const ACCOUNT_READY_LIMIT_MS = 2000

const { config, position, searchThreads, tokenThreads } = workerData as ListenerInput
const log = createLog({ level: config.logLevel, bindings: { thread: `listener-${position}` } })
const onFault = logFaults(log)
limitConnections(connectionsFor(readDescriptorLimit(), config.threads.listeners))

// The main thread opens the index meanwhile. Until then this thread can load modules and start workers.
const staticFiles = loadStaticFiles()
const dispatcher = new SearchDispatcher({
  workers: searchThreads,
  queueLimit: config.search.queueLimit,
  htmlQueueLimit: HTML_QUEUE_LIMIT,
  timeoutMs: config.search.timeoutMs,
  ownCores: config.threads.listeners + config.threads.search <= availableParallelism(),
  generation: null,
  settings: {
    assets: assetUrls(staticFiles),
    kernel: config.search.kernel,
    imageOrigins: config.docs.imageOrigins,
    counted: config.analytics !== null,
  },
  onFault,
  onReleased(oldest) {
    freeMemory()
    post({ type: 'released', oldest })
  },
})
// Redis, or this process, counts for all hosts; hosts with credentials have signing threads.
const limits = createLimits(config, log)
const signs = config.hosts.some((host) => host !== 'docs')
const workers = signs
  ? new TokenDispatcher({ threads: tokenThreads, queueLimit: TOKEN_QUEUE_LIMIT, timeoutMs: TOKEN_TIMEOUT_MS, onFault })
  : null
const serves = (host: HostName): boolean => config.hosts.includes(host)
// Modules of hosts that are not served would take longer to load than the index.
const [docsModule, iconsModule, accountModule] = await Promise.all([
  serves('docs') ? import('../hosts/docs/docs-listener.ts') : null,
  serves('icons') ? import('../hosts/icons/icons-listener.ts') : null,
  serves('account') ? import('../hosts/account/account-listener.ts') : null,
])

const counts = config.analytics === null ? null : new ReaderCounts((counted) => post({ type: 'counted', counted }))
const services = new Map<HostName, { swap(next: Generation): void }>()
const hosts = new Map<HostName, Host>()
let docsListener: DocsListener | null = null
let iconsListener: IconsListener | null = null
let accountListener: AccountListener | null = null

// Commands wait in the port until a listener is added.
const first = await new Promise<ListenerCommand>((resolve) => parentPort?.once('message', resolve))
if (first.type === 'serve') {
  try {
    await serve(first)
    parentPort?.on('message', handleCommand)
  } catch (error) {
    post({ type: 'refused', reason: reasonOf(error) })
    await end()
  }
} else {
  await workersUp()
  await end()
}

async function serve({ account, generation, keys, ports }: ServeInput): Promise<void> {
  dispatcher.swap(generation)
  if (docsModule !== null) {
    docsListener = docsModule.createDocsListener({ config, counts, dispatcher, staticFiles, limits, log })
    services.set('docs', docsListener.docs)
    hosts.set('docs', docsListener.host)
  }
  if (iconsModule !== null && workers !== null && keys !== null) {
    iconsListener = iconsModule.createIconsListener({
      config,
      counts,
      dispatcher,
      staticFiles,
      limits,
      workers,
      keys,
      log,
    })
    services.set('icons', iconsListener.icons)
    hosts.set('icons', iconsListener.host)
  }
  if (accountModule !== null && workers !== null && account !== null) {
    accountListener = accountModule.createAccountListener({
      config,
      databasePort: account.port,
      icons: iconsListener?.icons ?? null,
      staticFiles,
      limits,
      workers,
      log,
    })
    hosts.set('account', accountListener.host)
    if (account.databaseReady) accountListener.databaseReady()
  }
  reportThread()
  const unchanged = favourListener(config.listenerNice)
  if (unchanged !== null) log.pino.info({ reason: unchanged }, 'the listener keeps its niceness')
  const accountReady = account?.databaseReady === true ? accountListener?.answers(ACCOUNT_READY_LIMIT_MS) : null
  await Promise.all([dispatcher.ready(), workers?.ready(), accountReady])
  const listening = await Promise.all(
    [...hosts].map(async ([name, host]) => [name, await host.app.listen(ports[name] ?? 0, config.bind)] as const),
  )
  const metrics = [...hosts.values()].map(({ app }) => app.metrics.shared)
  post({ type: 'ready', ports: Object.fromEntries(listening), metrics })
}

/**
 * Waits for the workers. Ending a worker while it loads its modules can crash the process (seen in Node 20, where
 * Piscina requires them).
 */
async function workersUp(): Promise<void> {
  dispatcher.swap(emptyGeneration(1))
  const up = Promise.all([dispatcher.ready(), workers?.ready()])
  await Promise.race([up, sleep(config.drainTimeoutMs, undefined, { ref: false })])
}

function handleCommand(command: ListenerCommand): void {
  if (command.type === 'drain') void drain()
  else if (command.type === 'keys') iconsListener?.update(command.keys)
  else if (command.type === 'database') accountListener?.databaseReady()
  else if (command.type === 'database-leaves') void leaveDatabase()
  else if (command.type === 'account-keys') accountListener?.rereadKeys()
  else if (command.type === 'swap') {
    for (const service of services.values()) service.swap(command.generation)
    dispatcher.swap(command.generation)
    for (const host of hosts.values()) host.contentChanged()
    post({ type: 'swapped', generation: command.generation.number })
  }
}

async function leaveDatabase(): Promise<void> {
  await accountListener?.leaveDatabase()
  post({ type: 'database-left' })
}

/** Reports what belongs to the thread, its pool and its limits, through one host, so that sums over hosts are right. */
function reportThread(): void {
  const [reporting] = hosts.values()
  let busyMs = 0
  let sampledAt = performance.now()
  reporting?.app.metrics.onSample(() => {
    const { stats } = dispatcher
    const now = performance.now()
    reporting.app.metrics.set('queueDepth', stats.queued)
    reporting.app.metrics.set('poolUtilisation', (stats.busyMs - busyMs) / (now - sampledAt) / stats.workers)
    reporting.app.metrics.set('limiterFallback', limits.state() === 'unreachable' ? 1 : 0)
    reporting.app.metrics.set('limiterCommands', limits.timing.count)
    reporting.app.metrics.set('limiterSeconds', limits.timing.seconds)
    reporting.app.metrics.set('threadRestarts', threadEnds())
    busyMs = stats.busyMs
    sampledAt = now
  })
}

function post(event: ListenerEvent): void {
  parentPort?.postMessage(event)
}

/**
 * Finishes the work under way, then lets the thread end by itself. Terminating a thread of uWebSockets.js with open
 * sockets can crash the process (uWebSockets.js issue 324).
 */
async function drain(): Promise<void> {
  for (const { app } of hosts.values()) app.stopAccepting()
  const drained = Promise.all([...hosts.values()].map(({ app }) => app.drained()))
  await Promise.race([drained, sleep(config.drainTimeoutMs, undefined, { ref: false })])
  await end()
}

async function end(): Promise<void> {
  for (const host of hosts.values()) {
    host.app.close()
    host.close()
  }
  await accountListener?.close()
  await docsListener?.close()
  limits.close()
  await workers?.close()
  await dispatcher.close()
  counts?.close()
  await log.flush()
  parentPort?.close()
}

/**
 * Lets a listener send all its answers before their readers run on its core. Each answer wakes its client. A client on
 * the same core would otherwise run for that one answer, and give the core back. SCHED_BATCH keeps the listener from
 * doing the same to its clients; without it a lower niceness alone makes things worse.
 *
 * @param nice Niceness; 0 changes nothing.
 * @returns the reason why the system refused; null on success, or when nothing was to change
 */
function favourListener(nice: number): string | null {
  if (nice === 0) return null
  const native = loadNative()
  if (!native.ok) return `the native kernel is missing: ${native.reason}`
  const fault = native.addon.favourThread(nice)
  return fault === 0 ? null : getSystemErrorName(fault)
}
