// Entry of the process: configuration, service, signals.
import './process/check-install.ts'
import { availableParallelism } from 'node:os'
import { isatty } from 'node:tty'
import { ConfigError, loadConfig, type Config } from './config/config.ts'
import { secureDataFolder } from './process/data-folder.ts'
import { Service } from './process/service.ts'
import { findKernel } from './engine/native/load-native.ts'
import { createLog } from './shared/log.ts'
import { reasonOf } from './shared/reason.ts'

/** npm passes Ctrl-C on to a process that the terminal has already signalled, so signals this close together count as one. */
const SAME_SIGNAL_MS = 500
/** Time beyond the drain for threads to end. */
const ENDING_LIMIT_MS = 3000
/** Status with which `ecosystem.config.js` has pm2 start no other process. */
const REPLACED_STATUS = 3

const startedOnTerminal = isatty(0)
const config = readConfig()
const log = createLog({ level: config.logLevel, bindings: { thread: 'main' } })
const service = new Service({
  config,
  log,
  managed: process.send !== undefined,
  // pm2 sets these. The number is 0 for each of its apps with one instance.
  app: process.env['pm_id'] === undefined ? null : (process.env['name'] ?? null),
  instance: process.env['NODE_APP_INSTANCE'] ?? '0',
  onBroken: (cause) => void stop(cause, 1),
  onReplaced: (by) => void stop(`process ${by} has replaced this one`, REPLACED_STATUS),
})
let stoppedAt: number | null = null

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stoppedAt === null) void stop(signal)
    else if (performance.now() - stoppedAt > SAME_SIGNAL_MS) dieOf(signal)
  })
}
process.on('SIGHUP', () => {
  // Closing the terminal sends this signal too. Nobody could then stop the service by hand.
  if (startedOnTerminal && !isatty(0)) void stop('the terminal was closed')
  else {
    void service.rereadKeys()
    service.rebuild('SIGHUP')
  }
})
// pm2 sends this message with `shutdown_with_message`.
process.on('message', (message) => {
  if (message === 'shutdown') void stop('shutdown message')
})

try {
  // This precedes every write.
  const { links, repaired } = secureDataFolder(config)
  if (repaired > 0) log.pino.warn({ repaired }, 'other users could reach files of DATA_DIR; now they cannot')
  if (links.length > 0)
    log.pino.warn({ links }, 'DATA_DIR has symbolic links; set the permissions of their targets yourself')
  // Fails at once when the native kernel is required and missing.
  const kernel = findKernel(config.search.kernel)
  const ports = await service.start()
  const { listeners, search, token } = config.threads
  const urls = Object.fromEntries(config.hosts.map((host) => [host, config[host].url]))
  const store = config.redisUrl === null ? 'in this process' : 'Redis'
  log.pino.info(
    {
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
} catch (error) {
  // A stop in progress ends the process itself; the threads that it ends make the start fail.
  if (stoppedAt === null) await giveUp(error)
}

async function giveUp(error: unknown): Promise<never> {
  const reason = reasonOf(error)
  log.pino.fatal({ reason }, 'the service could not start')
  await log.flush()
  process.stderr.write(`Signpost could not start: ${reason}\n`)
  process.exit(1)
}

function readConfig(): Config {
  try {
    return loadConfig(process.env, availableParallelism())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

async function stop(cause: string, status = 0): Promise<void> {
  if (stoppedAt !== null) return
  stoppedAt = performance.now()
  log.pino.info({ cause }, 'stopping')
  setTimeout(() => {
    log.pino.fatal('the listener threads did not end')
    log.flushSync()
    dieOf('SIGKILL')
  }, config.drainTimeoutMs + ENDING_LIMIT_MS).unref()
  await service.stop()
  log.pino.info('stopped')
  await log.flush()
  process.exit(status)
}

/** Ends the process with the system's default for the signal: running threads of uWebSockets.js must not end in disorder. */
function dieOf(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}
