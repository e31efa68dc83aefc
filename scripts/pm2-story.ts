// What pm2 does to a service under load while its content has a fault: `npm run ts scripts/pm2-story.ts`. It needs npx, which
// fetches pm2 as a tool, and ends everything that it starts. It prints the answers of each host by phase. With one instance,
// connections are refused after a kill until pm2 has started another process, and after `pm2 delete`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const PM2 = 'pm2@7.0.4'
const READY_LIMIT_MS = 120_000
const PAUSE_MS = 20
const ANSWER_LIMIT_MS = 5000
/** Longer than the time after which a process ends that pm2 has forgotten. */
const SETTLE_MS = 45_000
const FRESH_CONNECTIONS = 40

const home = mkdtempSync(join(tmpdir(), 'signpost-pm2-'))
const content = join(home, 'content')
const siteYaml = join(content, 'site.yaml')
const ports = { docs: await freePort(), account: await freePort(), icons: await freePort(), metrics: await freePort() }
const env = {
  PATH: process.env['PATH'],
  HOME: home,
  PM2_HOME: join(home, 'pm2'),
  CONTENT_DIR: content,
  DATA_DIR: join(home, 'data'),
  DOCS_PORT: String(ports.docs),
  ACCOUNT_PORT: String(ports.account),
  ICONS_PORT: String(ports.icons),
  METRICS_PORT: String(ports.metrics),
  LISTENERS: '1',
  SEARCH_THREADS: '1',
  LOG_LEVEL: 'error',
  // With these, several instances can be tried.
  ...pick('INSTANCES', 'REDIS_URL', 'DATABASE_URL', 'HOSTS'),
  npm_config_cache: process.env['npm_config_cache'] ?? join(process.env['HOME'] ?? home, '.npm'),
}
const allLanes = {
  docs: `http://127.0.0.1:${ports.docs}/en`,
  icons: `http://127.0.0.1:${ports.icons}/openapi.json`,
  account: `http://127.0.0.1:${ports.account}/readyz`,
}
const lanes = Object.entries(allLanes).filter(([host]) => (process.env['HOSTS'] ?? 'docs,icons,account').includes(host))
let phase = ''
let loading = true
const counts = new Map<string, number>()

async function pm2(...args: string[]): Promise<number | null> {
  const [status] = await once(spawn('npx', ['-y', '-p', PM2, 'pm2', ...args], { env, stdio: 'ignore' }), 'exit')
  return status as number | null
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function pick(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

/** @returns status and body, or the code of the error */
function ask(url: string, agent?: Agent): Promise<{ status: string; body: string }> {
  return new Promise((resolve) => {
    // pm2 gives connections to the metrics port to a process that may have died meanwhile, and they are never answered.
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS)
    get(url, { agent: agent ?? new Agent({ keepAlive: false }), signal }, (response) => {
      let body = ''
      response.on('data', (chunk) => (body += String(chunk)))
      response.on('error', () => resolve({ status: 'cut off', body: '' }))
      response.on('end', () => resolve({ status: String(response.statusCode), body }))
    }).on('error', (error: NodeJS.ErrnoException) => resolve({ status: error.code ?? 'error', body: '' }))
  })
}

async function load(host: string, url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  while (loading) {
    const { status } = await ask(url, agent)
    const key = `${phase.padEnd(34)} ${host.padEnd(8)} ${status}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    await sleep(PAUSE_MS)
  }
}

interface Status {
  readonly pid: number
  readonly degraded: readonly string[]
  readonly siblings: readonly unknown[]
}

async function statusOf(isWanted: (status: Status) => boolean): Promise<Status> {
  for (const endMs = performance.now() + READY_LIMIT_MS; performance.now() < endMs; await sleep(PAUSE_MS)) {
    const { body, status } = await ask(`http://127.0.0.1:${ports.metrics}/status`)
    const hosts = await Promise.all(lanes.map(([, url]) => ask(url)))
    if (status === '200' && hosts.every((host) => host.status === '200') && isWanted(JSON.parse(body) as Status))
      return JSON.parse(body) as Status
  }
  throw new Error(`the service did not come up in phase ${phase}`)
}

function writePage(word: string): void {
  writeFileSync(join(content, 'docs/en/index.md'), `# Home\n\n${word}\n`)
}

/** Processes that run this service on its `DATA_DIR`. */
function processes(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return (
          Number.isInteger(pid) &&
          readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DATA_DIR=${env.DATA_DIR}\0`) &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('dist/main.js')
        )
      } catch {
        return false
      }
    })
}

mkdirSync(join(content, 'docs/en'), { recursive: true })
writePage('before')
try {
  await pm2('start', 'ecosystem.config.js')
  const first = await statusOf(() => true)
  phase = '1 calm'
  const loads = lanes.map(([host, url]) => load(host, url))
  await sleep(3000)
  writeFileSync(siteYaml, 'name: [\n')
  phase = '2 broken site.yaml, kill -9'
  process.kill(first.pid, 'SIGKILL')
  const second = await statusOf(({ pid }) => pid !== first.pid)
  console.log('after kill -9:', JSON.stringify(second.degraded))
  phase = '3 up again, broken'
  await sleep(3000)
  phase = '4 pm2 reload, broken'
  console.log('pm2 reload: status', await pm2('reload', 'signpost'))
  const third = await statusOf(({ pid }) => pid !== second.pid)
  console.log('after reload:', JSON.stringify(third.degraded), 'another process:', third.pid !== second.pid)
  await sleep(3000)
  phase = '5 pm2 delete, mended, pm2 start'
  await pm2('delete', 'signpost')
  rmSync(siteYaml)
  writePage('after')
  await pm2('start', 'ecosystem.config.js')
  const last = await statusOf(({ pid }) => pid !== third.pid)
  phase = '6 mended'
  await sleep(SETTLE_MS)
  const words = new Map<string, number>()
  for (let n = 0; n < FRESH_CONNECTIONS; n++) {
    const { body } = await ask(allLanes.docs)
    const word = body.includes('<p>after') ? 'after' : body.includes('<p>before') ? 'before' : 'neither'
    words.set(word, (words.get(word) ?? 0) + 1)
  }
  loading = false
  await Promise.all(loads)
  const end = await statusOf(({ pid }) => pid === last.pid)
  console.log('at the end:', JSON.stringify(end))
  console.log(`${FRESH_CONNECTIONS} new connections were answered:`, Object.fromEntries(words))
  console.log('processes of the service:', processes().length)
  for (const [key, count] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))) console.log(key, count)
} finally {
  loading = false
  await pm2('delete', 'all')
  await pm2('kill')
  rmSync(home, { recursive: true, force: true })
}
