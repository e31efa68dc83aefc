// The entry of a listener thread: every host on its port, with search workers of its own for all of them.
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { createAccountListener, type AccountListener } from './account-listener.ts'
import type { HostName } from './config/env.ts'
import type { Generation } from './generation/generation.ts'
import { freeMemory } from './generation/free-memory.ts'
import { createDocsHost } from './hosts/docs.ts'
import type { Host } from './hosts/host.ts'
import { createIconsListener, type IconsListener } from './icons-listener.ts'
import { createLimits } from './limits-link.ts'
import type { ListenerCommand, ListenerEvent, ListenerInput } from './listener-messages.ts'
import { PooledDocsService } from './pool/pooled-docs-service.ts'
import { PooledIconsService } from './pool/pooled-icons-service.ts'
import { SearchDispatcher } from './pool/search-dispatcher.ts'
import { TokenDispatcher } from './pool/token-dispatcher.ts'
import { createLog, logFaults } from './shared/log.ts'
import { assetUrls, loadStaticFiles } from './web/static-files.ts'

const HTML_QUEUE_LIMIT = 256
const TOKEN_QUEUE_LIMIT = 4096
const TOKEN_TIMEOUT_MS = 2000

const { account, config, generation, keys, ports, position, searchThreads, tokenThreads } = workerData as ListenerInput
const log = createLog({ level: config.logLevel, bindings: { thread: `listener-${position}` } })
const onFault = logFaults(log)

const staticFiles = loadStaticFiles()
const dispatcher = new SearchDispatcher({
  workers: searchThreads,
  queueLimit: config.search.queueLimit,
  htmlQueueLimit: HTML_QUEUE_LIMIT,
  timeoutMs: config.search.timeoutMs,
  generation,
  settings: { assets: assetUrls(staticFiles), kernel: config.search.kernel },
  onFault,
  onReleased(oldest) {
    freeMemory()
    post({ type: 'released', oldest })
  },
})
const services = new Map<HostName, { swap(next: Generation): void }>()
const hosts = new Map<HostName, Host>()
// What the hosts with credentials share: Redis, or this process, counts; threads of their own sign.
const counts = config.hosts.some((host) => host !== 'docs')
const limits = counts ? createLimits(config, log) : null
const workers = counts
  ? new TokenDispatcher({ threads: tokenThreads, queueLimit: TOKEN_QUEUE_LIMIT, timeoutMs: TOKEN_TIMEOUT_MS, onFault })
  : null
let iconsListener: IconsListener | null = null
if (config.hosts.includes('docs')) {
  const docs = new PooledDocsService(dispatcher, onFault)
  services.set('docs', docs)
  hosts.set('docs', createDocsHost({ docs, config, staticFiles, log }))
}
if (limits !== null && workers !== null && keys !== null) {
  const icons = new PooledIconsService(dispatcher, onFault)
  services.set('icons', icons)
  iconsListener = createIconsListener({ icons, config, staticFiles, limits, workers, keys, log })
  hosts.set('icons', iconsListener.host)
}

let accountListener: AccountListener | null = null
if (limits !== null && workers !== null && account !== null) {
  const icons = services.get('icons')
  accountListener = createAccountListener({
    config,
    databasePort: account.port,
    icons: icons instanceof PooledIconsService ? icons : null,
    staticFiles,
    limits,
    workers,
    log,
  })
  hosts.set('account', accountListener.host)
  if (account.databaseReady) accountListener.databaseReady()
}

let busyMs = 0
let sampledAt = performance.now()
// The pool belongs to the thread; one host reports it, so that sums over hosts are right.
const [reporting] = hosts.values()
reporting?.app.metrics.onSample(() => {
  const { stats } = dispatcher
  const now = performance.now()
  reporting.app.metrics.set('queueDepth', stats.queued)
  reporting.app.metrics.set('poolUtilisation', (stats.busyMs - busyMs) / (now - sampledAt) / stats.workers)
  busyMs = stats.busyMs
  sampledAt = now
})

parentPort?.on('message', (command: ListenerCommand) => {
  if (command.type === 'drain') void drain()
  else if (command.type === 'keys') iconsListener?.update(command.keys)
  else if (command.type === 'database') accountListener?.databaseReady()
  else if (command.type === 'account-keys') accountListener?.rereadKeys()
  else {
    for (const service of services.values()) service.swap(command.generation)
    dispatcher.swap(command.generation)
    for (const host of hosts.values()) host.contentChanged()
    post({ type: 'swapped', generation: command.generation.number })
  }
})

try {
  await Promise.all([dispatcher.ready(), workers?.ready()])
  const listening = await Promise.all(
    [...hosts].map(async ([name, host]) => [name, await host.app.listen(ports[name] ?? 0, config.bind)] as const),
  )
  const metrics = [...hosts.values()].map(({ app }) => app.metrics.shared)
  post({ type: 'ready', ports: Object.fromEntries(listening), metrics })
} catch (error) {
  post({ type: 'refused', reason: error instanceof Error ? error.message : String(error) })
  await end()
}

function post(event: ListenerEvent): void {
  parentPort?.postMessage(event)
}

/**
 * Finishes what is under way, then lets the thread end by itself: a thread of uWebSockets.js that is terminated while
 * sockets are open can take the process down (uWebSockets.js issue 324).
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
  limits?.close()
  await workers?.close()
  await dispatcher.close()
  await log.flush()
  parentPort?.close()
}
