import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'
import type { Test } from 'tap'
import { TEST_FLAGS } from '../../scripts/test-flags.ts'
import { markedPages, contentTree, temporaryFolder, type Files } from './content-tree.ts'
import { freePort } from './free-port.ts'
import { embeddedFolder } from './start-embedded.ts'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
/** Limit for the end of a service. After that it is killed, and its test fails. */
const STOP_LIMIT_MS = 20_000

export interface ServiceOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Files of the content folder, or the path of an existing folder. */
  readonly content?: Files | string
  /** Program that serves. Default: the compiled one of this repository. */
  readonly program?: string
  /** Command and arguments that run the service. Default: none. */
  readonly under?: readonly string[]
}

export interface LogLine {
  readonly level: number
  readonly msg: string
  readonly [member: string]: unknown
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface RunningService {
  /** Address of the docs host. */
  readonly url: string
  readonly iconsUrl: string
  readonly metricsUrl: string
  readonly pid: number
  readonly contentDir: string
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  /** Lines of the log so far. */
  readonly logs: readonly LogLine[]
  /** Resolves to the first line of the log with this message, counted from `after`. */
  logged(message: string, after?: number): Promise<LogLine>
  signal(signal: NodeJS.Signals): void
  /** Sends SIGTERM and waits until the service has ended. */
  stop(): Promise<Ended>
  readonly ended: Promise<Ended>
}

export interface FailedService extends Ended {
  readonly stderr: string
  readonly logs: readonly LogLine[]
}

interface Spawned {
  readonly service: RunningService
  readonly stderr: () => string
}

/**
 * Starts the built service on free ports with new data, and stops it when the test ends. Rejects if the service does not
 * start.
 */
export async function startService(t: Test, options: ServiceOptions = {}): Promise<RunningService> {
  const { service, stderr } = await spawnService(t, options)
  const failed = service.ended.then(({ code }) => {
    throw new Error(`the service ended with ${code}: ${stderr()}`)
  })
  await Promise.race([service.logged('ready'), failed])
  return service
}

/** Starts the service and does not wait until it is ready. */
export async function beginService(t: Test, options: ServiceOptions = {}): Promise<RunningService> {
  return (await spawnService(t, options)).service
}

/** Starts the built service and waits until it ends by itself. */
export async function failToStart(t: Test, options: ServiceOptions): Promise<FailedService> {
  const { service, stderr } = await spawnService(t, options)
  return { ...(await service.ended), stderr: stderr(), logs: service.logs }
}

/** If the service needs an embedded database, it is copied from a template, because creating its tables takes seconds. */
async function dataFolder(t: Test, { DATABASE_URL, HOSTS = '' }: Readonly<Record<string, string>>): Promise<string> {
  return HOSTS.includes('account') && DATABASE_URL === undefined
    ? embeddedFolder(t, { tables: true })
    : temporaryFolder(t)
}

async function spawnService(t: Test, options: ServiceOptions): Promise<Spawned> {
  const content = options.content ?? markedPages('first', 5)
  const contentDir = typeof content === 'string' ? content : await contentTree(t, content)
  const docsPort = options.env?.['DOCS_PORT'] ?? String(await freePort())
  const iconsPort = options.env?.['ICONS_PORT'] ?? String(await freePort())
  const metricsPort = options.env?.['METRICS_PORT'] ?? String(await freePort())
  const dataDir = options.env?.['DATA_DIR'] ?? (await dataFolder(t, options.env ?? {}))
  const env = {
    CONTENT_DIR: contentDir,
    DATA_DIR: dataDir,
    // Most tests use only the docs host, and the icons' catalogue takes a while to build.
    HOSTS: 'docs',
    DOCS_PORT: docsPort,
    ICONS_PORT: iconsPort,
    METRICS_PORT: metricsPort,
    LISTENERS: '1',
    SEARCH_THREADS: '1',
    // On a busy machine a search may take longer than people would wait for it.
    SEARCH_TIMEOUT_MS: '30000',
    ...options.env,
  }
  const [command, ...rest] = [
    ...(options.under ?? []),
    process.execPath,
    ...TEST_FLAGS,
    options.program ?? MAIN,
  ] as const
  const child = spawn(command, rest, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const logs: LogLine[] = []
  const listeners = new Set<() => void>()
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    logs.push(JSON.parse(line) as LogLine)
    for (const listener of listeners) listener()
  })
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    for (const listener of listeners) listener()
    return { code: code as number | null, signal: signal as NodeJS.Signals | null }
  })
  const service: RunningService = {
    url: env['DOCS_URL' as keyof typeof env] ?? `http://localhost:${docsPort}`,
    iconsUrl: env['ICONS_URL' as keyof typeof env] ?? `http://localhost:${iconsPort}`,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    pid: child.pid ?? 0,
    contentDir,
    dataDir,
    env,
    logs,
    logged: (message, after = 0) =>
      new Promise((resolve) => {
        const look = (): void => {
          const line = logs.slice(after).find(({ msg }) => msg === message)
          if (line === undefined) return
          listeners.delete(look)
          resolve(line)
        }
        listeners.add(look)
        look()
      }),
    signal: (signal) => child.kill(signal),
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
      const result = await ended
      clearTimeout(timer)
      return result
    },
    ended,
  }
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null) await service.stop()
  })
  return { service, stderr: () => stderr }
}
