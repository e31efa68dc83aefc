import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, mkdir, symlink, readFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort } from '../test/support/free-port.ts'
import { end, SERVICE_ENTRY, spawnService, untilReady } from './load/service.ts'
import { ATTACKS, type AttackName } from './stall-attacks.ts'
import { percentile } from './timing.ts'

const USAGE = `usage: npm run ts bench/stall.ts -- [<attack>…] [--entry <compiled main.js>] [--seconds <10>] [--connections <1,8>]

Asks /healthz of the account host while one address sends requests that make another host work, and prints how long
these answers took beside a calm phase before. Attacks: ${Object.keys(ATTACKS).join(', ')}.`

/** Pause between two requests of the bystander. */
const PAUSE_MS = 10
const CALM_MS = 3000

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    entry: { type: 'string', default: SERVICE_ENTRY },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '1,8' },
  },
})
const names = (positionals.length === 0 ? Object.keys(ATTACKS) : positionals) as AttackName[]
if (names.some((name) => !(name in ATTACKS))) {
  console.error(USAGE)
  process.exit(2)
}

const dataDir = await mkdtemp(join(tmpdir(), 'signpost-stall-'))
await mkdir('data/catalogues', { recursive: true })
await symlink(resolve('data/catalogues'), join(dataDir, 'catalogues'))
const [docsPort, iconsPort] = await Promise.all([freePort(), freePort()])
const service = await spawnService({
  host: 'account',
  contentDir: 'content',
  dataDir,
  entry: values.entry,
  env: {
    HOSTS: 'docs,account,icons',
    DOCS_PORT: String(docsPort),
    ICONS_PORT: String(iconsPort),
    LISTENERS: '1',
    SEARCH_THREADS: '1',
    LOG_LEVEL: 'error',
  },
})
const origins = {
  docs: `http://127.0.0.1:${docsPort}`,
  icons: `http://127.0.0.1:${iconsPort}`,
  account: service.origin,
}
try {
  await Promise.all(Object.values(origins).map((origin) => untilReady(`${origin}/readyz`, service.child)))
  console.log('attack              conns   calm p50/p95   under it p50/p95/max   RSS    answers')
  for (const name of names) {
    for (const connections of values.connections.split(',')) await measure(name, connections)
  }
} finally {
  await end(service.child, () => service.child.kill('SIGTERM'))
  await rm(dataDir, { recursive: true, force: true })
}

async function measure(name: AttackName, connections: string): Promise<void> {
  const calm = await standBy(CALM_MS)
  const child = fork(fileURLToPath(new URL('stall-child.ts', import.meta.url)), [
    name,
    connections,
    JSON.stringify(origins),
  ])
  await sleep(500)
  const under = await standBy(Number(values.seconds) * 1000)
  const reported = once(child, 'message')
  child.send('stop')
  const [{ bytes, counted }] = (await reported) as [{ counted: Record<string, number>; bytes: number }]
  const status = await readFile(`/proc/${service.child.pid}/status`, 'utf8')
  const rss = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  const answers = Object.entries(counted).map(([code, count]) => `${code}×${count}`)
  const kib = Math.round(
    bytes /
      1024 /
      Math.max(
        1,
        Object.values(counted).reduce((sum, count) => sum + count, 0),
      ),
  )
  console.log(
    `${name.padEnd(20)}${connections.padStart(4)}   ${shown(calm, [0.5, 0.95])}      ${shown(under, [0.5, 0.95, 1])}   ${rss} MiB   ${answers.join(' ')} of ${kib} KiB   load ${loadavg()[0]?.toFixed(1)}`,
  )
  await sleep(500)
}

function shown(latencies: readonly number[], parts: readonly number[]): string {
  const sorted = Float64Array.from(latencies).sort()
  return parts.map((part) => percentile(sorted, part).toFixed(1).padStart(6)).join(' ')
}

/** Asks one question after another for a time. @returns how long each took, in milliseconds */
async function standBy(forMs: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const latencies: number[] = []
  const until = performance.now() + forMs
  while (performance.now() < until) {
    const began = performance.now()
    await new Promise<void>((done, fail) => {
      get(`${origins.account}/healthz`, { agent }, (answer) => answer.resume().on('end', done)).on('error', fail)
    })
    latencies.push(performance.now() - began)
    await sleep(PAUSE_MS)
  }
  agent.destroy()
  return latencies
}
