import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { NOBODY } from '../bench/fuzz/member.ts'
import { Random } from '../bench/fuzz/random.ts'
import { makeRequest } from '../bench/fuzz/requests.ts'
import { learnSurface } from '../bench/fuzz/surface.ts'
import type { Ports } from '../bench/fuzz/target.ts'
import { untilReady } from '../bench/load/service.ts'
import { freePort } from '../test/support/free-port.ts'

/**
 * Sends the same requests to this build and to that of another checkout, and prints the answers that differ in a byte. It
 * verifies changes that must not change any answer. Both checkouts must be built. Both services begin with the same empty
 * accounts and the same key. Values that differ each time are masked: dates, request ids, tokens, ids of registrations and
 * keys of forms.
 */

const USAGE = 'usage: npm run ts scripts/compare-answers.ts <other checkout> [--requests <n>] [--seed <n>]'
const SHOWN = 10
/** A stream has no end. Its answer is what has arrived when nothing follows for this long. */
const SILENCE_MS = 1500
const AT_ONCE = 16
/**
 * Answers that differ are asked for again: the first reader of a page sees code without colours, and one in 256 answers
 * without a body ends its connection.
 */
const ASKED_AGAIN = 30
const PAUSE_MS = 300
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/^(date|x-request-id|set-cookie|last-modified|retry-after): .*$/gim, '$1: …'],
  [/^(ratelimit[^:]*): .*$/gim, '$1: …'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'token'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'time'],
  [/"(requestId|request_id|messageId|contextId|client_id|registration_id|kid|x|y|nonce)":"[^"]*"/g, '"$1":"…"'],
  // Each build makes an index of its own.
  [/"generation":\d+/g, '"generation":0'],
  [/\b(iat|exp|client_id_issued_at|identity_expires_at)":\s?\d+/g, '$1": 0'],
  [/name="formKey" value="[^"]*"/g, 'formKey'],
  [/nonce-[\w+/=-]+/g, 'nonce'],
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { requests: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
})
const [other] = positionals
if (other === undefined) throw new Error(USAGE)
const count = Number(values.requests)
const seed = Number(values.seed)

interface Service {
  readonly ports: Ports
  readonly child: ChildProcess
  readonly dataDir: string
}

async function start(checkout: string, dataDir: string): Promise<Service> {
  const ports: Ports = { docs: await freePort(), account: await freePort(), icons: await freePort() }
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: checkout,
    env: {
      PATH: process.env['PATH'],
      HOSTS: 'docs,account,icons',
      CONTENT_DIR: resolve('content'),
      DATA_DIR: dataDir,
      DOCS_PORT: String(ports.docs),
      ACCOUNT_PORT: String(ports.account),
      ICONS_PORT: String(ports.icons),
      DOCS_URL: 'http://docs.example',
      ACCOUNT_URL: 'http://account.example',
      ICONS_URL: 'http://icons.example',
      METRICS_PORT: String(await freePort()),
      LISTENERS: '1',
      SEARCH_THREADS: '1',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  for (const port of Object.values(ports)) await untilReady(`http://127.0.0.1:${port}/readyz`, child)
  return { ports, child, dataDir }
}

async function stop({ child }: Service): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** @returns all bytes that arrive until the connection ends or falls silent */
function ask(port: number, bytes: Buffer, request: number): Promise<string> {
  return new Promise((settle) => {
    const chunks: Buffer[] = []
    // Limits count requests by address. Many addresses keep the limits from changing answers.
    const localAddress = `127.17.${(request >> 7) & 255}.${(request & 127) + 1}`
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.setTimeout(SILENCE_MS, () => socket.destroy())
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => undefined)
    socket.once('close', () => settle(Buffer.concat(chunks).toString('latin1')))
    socket.write(bytes)
  })
}

function masked(answer: string): string {
  return MASKS.reduce((text, [pattern, mask]) => text.replaceAll(pattern, mask), answer)
}

const folder = mkdtempSync(join(tmpdir(), 'signpost-compare-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const mine = join(folder, 'mine')
mkdirSync(mine, { mode: 0o700 })
cpSync('data/catalogues', join(mine, 'catalogues'), { recursive: true })
// The first start makes the key and the tables, of which both services get a copy.
await stop(await start('.', mine))
const theirs = join(folder, 'theirs')
cpSync(mine, theirs, { recursive: true })
const services = [await start('.', mine), await start(resolve(other), theirs)] as const
const surface = await learnSurface(services[0].ports, NOBODY)

let differing = 0
let empty = 0
let next = 0
const statuses = new Map<string, number>()

async function work(): Promise<void> {
  for (let request = next++; request < count; request = next++) {
    const random = new Random(seed, request)
    const host = random.pick(surface.hosts)
    const { bytes } = makeRequest(random, surface, host)
    const closing = Buffer.from(bytes.toString('latin1').replace('\r\n', '\r\nConnection: close\r\n'), 'latin1')
    let own = ''
    let their = ''
    for (let asked = 0; asked === 0 || (own !== their && asked < ASKED_AGAIN); asked++) {
      if (asked > 0) await sleep(PAUSE_MS)
      const answers = await Promise.all(services.map(({ ports }) => ask(ports[host.name], closing, request)))
      ;[own = '', their = ''] = answers.map(masked)
    }
    const status = /^HTTP\/1\.1 (\d+)/.exec(own)?.[1] ?? 'none'
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (own === '') empty++
    if (own === their) continue
    if (++differing > SHOWN) continue
    const at = [...own].findIndex((character, position) => character !== their[position])
    const from = Math.max(0, at - 80)
    console.log(`${host.name}: ${closing.toString('latin1').slice(0, 300)}\n`)
    console.log(`  here:  ${JSON.stringify(own.slice(from, from + 240))}`)
    console.log(`  other: ${JSON.stringify(their.slice(from, from + 240))}\n`)
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work))
await Promise.all(services.map(stop))
const listed = [...statuses].toSorted(([a], [b]) => a.localeCompare(b)).map(([status, times]) => `${status}: ${times}`)
console.log(`${count} requests, seed ${seed}; answers that differ: ${differing}; without any answer: ${empty}`)
console.log(listed.join(', '))
if (differing > 0 || empty === count) process.exitCode = 1
