import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../test/support/free-port.ts'

/** A server under load, in a process of its own. */
export interface Server {
  readonly origin: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

export interface Service extends Server {
  /** Prometheus text. */
  metrics(): Promise<string>
}

export const SERVICE_ENTRY = 'dist/main.js'
const CATALOGUES = 'data/catalogues'
/** Reading and indexing 15,000 files on a busy machine. */
const START_TIMEOUT_MS = 180_000

export interface ServiceOptions {
  readonly host: 'docs' | 'icons' | 'account'
  readonly contentDir: string
  /** Compiled entry; default the one that `npm run build` made. */
  readonly entry?: string
  readonly env?: Readonly<Record<string, string>>
  /** Kept afterwards; default one of its own, which goes when the service stops. */
  readonly dataDir?: string
}

/** The built service as `npm start` runs it, with one host, one listener and one search worker. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'signpost-bench-data-')))
  if (options.dataDir === undefined) {
    // The icons' catalogue that the build has made; without it every start would draw some thousand stills.
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

/** Its process as soon as there is one. */
export async function spawnService(options: ServiceOptions & { readonly dataDir: string }): Promise<SpawnedService> {
  const { contentDir, dataDir, entry, env, host } = options
  const [port, metricsPort] = await Promise.all([freePort(), freePort()])
  const child = spawn(process.execPath, [entry ?? SERVICE_ENTRY], {
    // A line in the log for every request is a cost that none of the others has.
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

/** uWebSockets.js alone, answering everything with this body. */
export const startRawServer = (body: Uint8Array): Promise<Server> =>
  startFixedServer(new URL('raw-server.ts', import.meta.url), body)

/** The same through node:http. */
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

/** A module that sends its port to its parent, and ends with it. */
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

/** Resolves when the address is answered with success. */
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
