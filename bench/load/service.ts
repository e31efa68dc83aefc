import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../test/support/free-port.ts'

/** A server under load, in its own process. */
export interface Server {
  readonly origin: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

export interface Service extends Server {
  /** @returns metrics as Prometheus text */
  metrics(): Promise<string>
}

export const SERVICE_ENTRY = 'dist/main.js'
const CATALOGUES = 'data/catalogues'
/** Time to read and index 15,000 files on a busy machine. */
const START_TIMEOUT_MS = 180_000

export interface ServiceOptions {
  readonly host: 'docs' | 'icons' | 'account'
  readonly contentDir: string
  /** Path of the compiled entry. Default: the one that `npm run build` made. */
  readonly entry?: string
  readonly env?: Readonly<Record<string, string>>
  /** Data folder, which is kept. Default: a new one, which is removed when the service stops. */
  readonly dataDir?: string
}

/** Starts the built service as `npm start` does, with one host, one listener and one search worker. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'signpost-bench-data-')))
  if (options.dataDir === undefined) {
    // The icons' catalogue of the build is used. Without it every start would render some thousand still images.
    await mkdir(CATALOGUES, { recursive: true })
    await symlink(resolve(CATALOGUES), join(dataDir, 'catalogues'))
  }
  const { child, metricsPort, origin } = await spawnService({ ...options, dataDir })
  await untilReady(`${origin}/readyz`, child)
  return {
    origin,
    pid: child.pid ?? 0,
    metrics: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    stop: async () => {
      await end(child, () => child.kill('SIGTERM'))
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export interface SpawnedService {
  readonly child: ChildProcess
  readonly origin: string
  readonly metricsPort: number
}

/** Starts the process, and does not wait until it is ready. */
export async function spawnService(options: ServiceOptions & { readonly dataDir: string }): Promise<SpawnedService> {
  const { contentDir, dataDir, entry, env, host } = options
  const [port, metricsPort] = await Promise.all([freePort(), freePort()])
  const child = spawn(process.execPath, [entry ?? SERVICE_ENTRY], {
    // Logging a line for every request would be a cost that no other server has.
    env: {
      PATH: process.env['PATH'],
      HOSTS: host,
      CONTENT_DIR: contentDir,
      DATA_DIR: dataDir,
      [`${host.toUpperCase()}_PORT`]: String(port),
      METRICS_PORT: String(metricsPort),
      LISTENERS: '1',
      SEARCH_THREADS: '1',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { child, origin: `http://127.0.0.1:${port}`, metricsPort }
}

/** Starts uWebSockets.js alone, which answers every request with this body. */
export const startRawServer = (body: Uint8Array): Promise<Server> =>
  startFixedServer(new URL('raw-server.ts', import.meta.url), body)

/** Starts node:http alone, which answers every request with this body. */
export const startNodeServer = (body: Uint8Array): Promise<Server> =>
  startFixedServer(new URL('node-server.ts', import.meta.url), body)

async function startFixedServer(entry: URL, body: Uint8Array): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-bench-raw-'))
  const file = join(folder, 'body')
  await writeFile(file, body)
  const server = await forkServer(entry, [file])
  await rm(folder, { recursive: true })
  return server
}

/** Runs a module that sends its port to the parent process and ends with it. */
export async function forkServer(entry: URL, args: readonly string[] = []): Promise<Server> {
  const child = fork(fileURLToPath(entry), [...args])
  const [port] = (await once(child, 'message')) as [number]
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => end(child, () => child.disconnect()) }
}

export async function end(child: ChildProcess, ask: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  ask()
  await exited
}

/** Waits until the address answers with success. */
export async function untilReady(url: string, child: ChildProcess, intervalMs = 200): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the service ended with code ${child.exitCode}`)
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await sleep(intervalMs)
  }
  child.kill('SIGTERM')
  throw new Error(`the service was not ready within ${START_TIMEOUT_MS} ms`)
}
