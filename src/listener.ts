// The entry of a listener thread: the docs host on its port, with search workers of its own.
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { freeMemory } from './generation/free-memory.ts'
import { createDocsHost } from './hosts/docs.ts'
import type { ListenerCommand, ListenerEvent, ListenerInput } from './listener-messages.ts'
import { PooledDocsService } from './pool/pooled-docs-service.ts'
import { SearchDispatcher } from './pool/search-dispatcher.ts'
import { createLog } from './shared/log.ts'
import { assetUrls, loadStaticFiles } from './web/static-files.ts'

const HTML_QUEUE_LIMIT = 256

const { config, generation, port, position, searchThreads } = workerData as ListenerInput
const log = createLog({ level: config.logLevel, bindings: { thread: `listener-${position}` } })
const onFault = (message: string, cause: unknown): void => log.pino.error({ err: cause }, message)

const staticFiles = loadStaticFiles()
const dispatcher = new SearchDispatcher({
  workers: searchThreads,
  queueLimit: config.search.queueLimit,
  htmlQueueLimit: HTML_QUEUE_LIMIT,
  timeoutMs: config.search.timeoutMs,
  generation,
  settings: { assets: assetUrls(staticFiles) },
  onFault,
  onReleased(oldest) {
    freeMemory()
    post({ type: 'released', oldest })
  },
})
const docs = new PooledDocsService(dispatcher, onFault)
const host = createDocsHost({ docs, config, staticFiles, log })

let busyMs = 0
let sampledAt = performance.now()
host.metrics.onSample(() => {
  const { stats } = dispatcher
  const now = performance.now()
  host.metrics.set('queueDepth', stats.queued)
  host.metrics.set('poolUtilisation', (stats.busyMs - busyMs) / (now - sampledAt) / stats.workers)
  busyMs = stats.busyMs
  sampledAt = now
})

parentPort?.on('message', (command: ListenerCommand) => {
  if (command.type === 'drain') void drain()
  else {
    docs.swap(command.generation)
    dispatcher.swap(command.generation)
    post({ type: 'swapped', generation: command.generation.number })
  }
})

try {
  await dispatcher.ready()
  post({ type: 'ready', port: await host.listen(port, config.bind), metrics: host.metrics.shared })
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
  host.stopAccepting()
  await Promise.race([host.drained(), sleep(config.drainTimeoutMs, undefined, { ref: false })])
  await end()
}

async function end(): Promise<void> {
  host.close()
  await dispatcher.close()
  await log.flush()
  parentPort?.close()
}
