import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../test/support/free-port.ts'
import { SERVICE_ENTRY, untilReady } from '../load/service.ts'
import { writeFuzzedContent } from './fuzzed-content.ts'
import type { Pinning } from './pinning.ts'
import type { Ports } from './surface.ts'

const CATALOGUES = 'data/catalogues'
const PAGE_BYTES = 4096
const ERROR_LEVEL = 50
const WARNING = 'Warning: uWS.'
const KEPT_LINES = 200
const STOP_LIMIT_MS = 20_000

export interface FuzzedService {
  readonly ports: Ports
  readonly pid: number
  /** Exit code or signal of the service, or null while it runs. */
  readonly ended: string | null
  /** The first lines of output that report an error or are not log records. */
  readonly complaints: readonly string[]
  readonly complaintCount: number
  /** Number of warnings that uWebSockets.js has printed itself. */
  readonly warningCount: number
  residentBytes(): Promise<number>
  /** @returns metrics as Prometheus text */
  metrics(): Promise<string>
  /** @returns the exit code or signal */
  stop(): Promise<string>
}

/** Starts the built service with all hosts, one listener, an embedded database and a new data folder. */
export async function startFuzzedService(
  pinning: Pinning,
  env: Readonly<Record<string, string>>,
): Promise<FuzzedService> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-fuzz-'))
  const [dataDir, contentDir] = [join(folder, 'data'), join(folder, 'content')]
  await mkdir(dataDir)
  await mkdir(CATALOGUES, { recursive: true })
  await symlink(resolve(CATALOGUES), join(dataDir, 'catalogues'))
  await writeFuzzedContent(contentDir)
  const ports: Ports = { docs: await freePort(), account: await freePort(), icons: await freePort() }
  const metricsPort = await freePort()
  const [command, ...args] = pinning.service([process.execPath, ...nodeArguments(env), SERVICE_ENTRY]) as [
    string,
    ...string[],
  ]
  const child = spawn(command, args, {
    env: {
      PATH: process.env['PATH'],
      HOSTS: 'docs,account,icons',
      CONTENT_DIR: contentDir,
      // The addresses of events are there.
      SEARCH_ANALYTICS: 'on',
      DATA_DIR: dataDir,
      DOCS_PORT: String(ports.docs),
      ACCOUNT_PORT: String(ports.account),
      ICONS_PORT: String(ports.icons),
      METRICS_PORT: String(metricsPort),
      LISTENERS: '1',
      SEARCH_THREADS: '1',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const complaints: string[] = []
  let complaintCount = 0
  let warningCount = 0
  const onLine = (line: string): void => {
    if (line.startsWith(WARNING)) warningCount++
    if (!isComplaint(line)) return
    complaintCount++
    if (complaints.length < KEPT_LINES) complaints.push(line)
  }
  createInterface({ input: child.stdout }).on('line', onLine)
  createInterface({ input: child.stderr }).on('line', onLine)
  const service = {
    ports,
    pid: child.pid ?? 0,
    get ended() {
      return describeEnd(child)
    },
    complaints,
    get complaintCount() {
      return complaintCount
    },
    get warningCount() {
      return warningCount
    },
    residentBytes: async () => Number((await readFile(`/proc/${child.pid}/statm`, 'utf8')).split(' ')[1]) * PAGE_BYTES,
    metrics: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    async stop() {
      if (describeEnd(child) === null) {
        const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
        child.kill('SIGTERM')
        await once(child, 'exit')
        clearTimeout(timer)
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      return describeEnd(child) ?? 'unknown'
    },
  }
  try {
    for (const port of Object.values(ports)) await untilReady(`http://127.0.0.1:${port}/readyz`, child)
  } catch (error) {
    throw new Error(`${String(error)}\n${complaints.join('\n')}`, { cause: error })
  }
  return service
}

/** Options of Node.js, such as those for a profile. */
function nodeArguments({ FUZZ_NODE_ARGUMENTS = '' }: Readonly<Record<string, string>>): string[] {
  return FUZZ_NODE_ARGUMENTS.split(' ').filter((argument) => argument !== '')
}

function describeEnd({ exitCode, signalCode }: ChildProcess): string | null {
  if (signalCode !== null) return `signal ${signalCode}`
  return exitCode === null ? null : `exit code ${exitCode}`
}

function isComplaint(line: string): boolean {
  try {
    return (JSON.parse(line) as { readonly level: number }).level >= ERROR_LEVEL
  } catch {
    return !line.startsWith(WARNING)
  }
}
