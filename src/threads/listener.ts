// Entry of a listener thread: every host on its port, with its own search workers for all of them.
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { getSystemErrorName } from 'node:util'
import { ReaderCounts } from '../analytics/reader-counts.ts'
import type { AccountListener } from '../hosts/account/account-listener.ts'
import type { HostName } from '../config/env.ts'
import { emptyGeneration } from '../generation/empty-generation.ts'
import type { DegradedCode, Generation } from '../generation/generation.ts'
import { freeMemory } from '../generation/free-memory.ts'
import type { FollowState } from '../generation/follow/follow-state.ts'
import type { DocsListener } from '../hosts/docs/docs-listener.ts'
import type { Host } from '../hosts/host.ts'
import { connectionsFor, limitConnections, readDescriptorLimit } from '../http/server/connection-limit.ts'
import type { IconsListener } from '../hosts/icons/icons-listener.ts'
import { createLimits } from '../hosts/limits-link.ts'
import { createWaitingHost } from '../hosts/waiting-host.ts'
import type { ListenerCommand, ListenerEvent, ListenerInput, ServeInput } from '../process/listener-messages.ts'
import { SearchDispatcher } from '../pool/search-dispatcher.ts'
import { threadEnds } from '../pool/supervised-worker.ts'
import { TokenDispatcher } from '../pool/token-dispatcher.ts'
import { createLog, logFaults } from '../shared/log.ts'
import { assetUrls, loadStaticFiles } from '../web/static-files.ts'
import { loadNative } from '../engine/native/load-native.ts'
import { reasonOf } from '../shared/reason.ts'
import { activeTracer, traceRequests } from '../shared/trace/request-trace.ts'

const HTML_QUEUE_LIMIT = 256
const TOKEN_QUEUE_LIMIT = 4096
const TOKEN_TIMEOUT_MS = 2000
/** Time for which a start waits until the account host can answer. Its stores may be away. */
const ACCOUNT_READY_LIMIT_MS = 2000

const { config, position, searchThreads, tokenThreads } = workerData as ListenerInput
const log = createLog({
  level: config.logLevel,
  format: config.logFormat,
  bindings: { thread: `listener-${position}` },
})
const onFault = logFaults(log)
if (config.traces) {
  const { createTracer } = await import('../http/observe/open-telemetry.ts')
  traceRequests(createTracer(log))
}
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
/** Services of the hosts that have content. */
const services = new Map<HostName, { swap(next: Generation): void }>()
const hosts = new Map<HostName, Host>()
let degraded: readonly DegradedCode[] = []
/** How far the node follows what is published; null where it builds its content. */
let followed: FollowState | null = null
let docsListener: DocsListener | null = null
let iconsListener: IconsListener | null = null
let accountListener: AccountListener | null = null
/** Hosts on their way to their ports. */
const beginning = new Set<Promise<void>>()

const unchanged = favourListener(config.listenerNice)
if (unchanged !== null) log.pino.info({ reason: unchanged }, 'the listener keeps its niceness')
// Commands wait in the port until a listener is added.
parentPort?.on('message', handleCommand)

async function serve(input: ServeInput): Promise<void> {
  const host = createHostOf(input)
  if (input.host === 'account') {
    const answers = input.account.databaseReady ? accountListener?.answers(ACCOUNT_READY_LIMIT_MS) : null
    await Promise.all([workers?.ready(), answers])
  } else await Promise.all([dispatcher.ready(), workers?.ready()])
  const port = await host.app.listen(input.port, config.bind)
  const before = hosts.get(input.host)
  hosts.set(input.host, host)
  reportThread(host)
  if (before !== undefined) void retire(before)
  post({ type: 'serves', host: input.host, port, metrics: host.app.metrics.shared })
}

/** Creates the host, or what stands for it while the generation has nothing for it. It runs before a later command is handled. */
function createHostOf(input: ServeInput): Host {
  const { locales, icons } = dispatcher.generation
  const shared = { config, counts, staticFiles, limits, log, degraded: () => degraded.filter(concerns) }
  function concerns(code: DegradedCode): boolean {
    return code === 'pointer_fault' || code.startsWith('icons_') === (input.host === 'icons')
  }
  if (input.host === 'docs') {
    if (docsModule === null || locales.size === 0) return createWaitingHost('docs', config, log)
    docsListener = docsModule.createDocsListener({ ...shared, dispatcher, wake: () => post({ type: 'wake' }) })
    if (followed !== null) docsListener.follow(followed)
    services.set('docs', docsListener)
    return docsListener.host
  }
  // A host with credentials has threads for signatures.
  if (workers === null) throw new Error('there are no token threads')
  if (input.host === 'icons') {
    if (iconsModule === null || icons === null) return createWaitingHost('icons', config, log)
    iconsListener = iconsModule.createIconsListener({ ...shared, dispatcher, workers, keys: input.keys })
    services.set('icons', iconsListener.icons)
    return iconsListener.host
  }
  if (accountModule === null) throw new Error('the account host is not served')
  accountListener = accountModule.createAccountListener({
    ...shared,
    databasePort: input.account.port,
    icons: serves('icons') ? () => iconsListener?.icons ?? null : null,
    workers,
  })
  if (input.account.databaseReady) accountListener.databaseReady()
  return accountListener.host
}

/** Ends a host that another one has replaced on its port, once its clients have their answers. */
async function retire(host: Host): Promise<void> {
  host.app.stopAccepting()
  await Promise.race([host.app.drained(), sleep(config.drainTimeoutMs, undefined, { ref: false })])
  host.app.close()
  host.close()
}

function begin(input: ServeInput): void {
  const served = serve(input)
    .catch(async (error: unknown) => {
      post({ type: 'refused', reason: reasonOf(error) })
      beginning.delete(served)
      await end()
    })
    .finally(() => beginning.delete(served))
  beginning.add(served)
}

/**
 * Waits for the workers. Ending a worker while it loads its modules can crash the process (seen in Node 20, where
 * Piscina requires them).
 */
async function workersUp(): Promise<void> {
  if (dispatcher.generation.number === 0) dispatcher.swap(emptyGeneration(1))
  const up = Promise.all([dispatcher.ready(), workers?.ready()])
  await Promise.race([up, sleep(config.drainTimeoutMs, undefined, { ref: false })])
}

function handleCommand(command: ListenerCommand): void {
  if (command.type === 'drain') void drain()
  else if (command.type === 'serve') begin(command)
  else if (command.type === 'degraded') degraded = command.degraded
  else if (command.type === 'withdraw') docsListener?.withdraw(command.content)
  else if (command.type === 'followed') {
    followed = command.state
    docsListener?.follow(followed)
  } else if (command.type === 'keys') iconsListener?.update(command.keys)
  else if (command.type === 'database') accountListener?.databaseReady()
  else if (command.type === 'database-leaves') void leaveDatabase()
  else if (command.type === 'account-keys') accountListener?.rereadKeys()
  else if (command.type === 'swap') {
    degraded = command.generation.degraded
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

/** Reports what belongs to the thread, its pool and its limits, through its first host, so that sums over hosts are right. */
function reportThread(host: Host): void {
  const { metrics } = host.app
  let busyMs = 0
  let sampledAt = performance.now()
  metrics.onSample(() => {
    if (hosts.values().next().value !== host) return
    const { stats } = dispatcher
    const now = performance.now()
    metrics.set('queueDepth', stats.queued)
    metrics.set('poolUtilisation', (stats.busyMs - busyMs) / (now - sampledAt) / stats.workers)
    metrics.set('limiterFallback', limits.state() === 'unreachable' ? 1 : 0)
    metrics.set('limiterCommands', limits.timing.count)
    metrics.set('limiterSeconds', limits.timing.seconds)
    metrics.set('threadRestarts', threadEnds())
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
  await Promise.all(beginning)
  for (const { app } of hosts.values()) app.stopAccepting()
  const drained = Promise.all([...hosts.values()].map(({ app }) => app.drained()))
  await Promise.race([drained, sleep(config.drainTimeoutMs, undefined, { ref: false })])
  if (services.size === 0) await workersUp()
  await end()
}

async function end(): Promise<void> {
  for (const host of hosts.values()) {
    host.app.close()
    host.close()
  }
  await accountListener?.close()
  await docsListener?.close()
  await iconsListener?.close()
  limits.close()
  await workers?.close()
  await dispatcher.close()
  counts?.close()
  await activeTracer()?.close()
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
