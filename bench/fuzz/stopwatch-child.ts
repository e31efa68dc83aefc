import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOST_NAMES, type HostName } from '../../src/config/env.ts'
import { percentile } from '../timing.ts'
import type { HostLatencies, Latency, Phase } from './latency.ts'
import type { FromStopwatch, ToStopwatch } from './messages.ts'
import { Random } from './random.ts'
import type { Surface } from './surface.ts'

/** Limit for an answer. */
const LIMIT_MS = 10_000
const PAUSE_MS = 10
/** Searches have longer pauses, because limits by address count them and each takes a new connection. */
const SEARCH_PAUSE_MS = 50
const ADDRESSES = 250
const SEARCHES: Readonly<Record<HostName, string | null>> = {
  docs: '/api/search?q=',
  account: null,
  icons: '/api/v1/icons?q=',
}

interface Measured {
  readonly ms: number[]
  refused: number
  failed: number
}

const none = (): Measured => ({ ms: [], refused: 0, failed: 0 })
const noPhase = (): Record<HostName, { health: Measured; search: Measured }> => ({
  docs: { health: none(), search: none() },
  account: { health: none(), search: none() },
  icons: { health: none(), search: none() },
})

let phase = noPhase()
let address = 0

process.on('message', (message: ToStopwatch) => {
  if (message.kind === 'start') start(message.surface)
  else lap()
})
process.on('disconnect', () => process.exit())

/** Reports on the phase that ends, and begins the next one. */
function lap(): void {
  const ended = phase
  phase = noPhase()
  const hosts = HOST_NAMES.map((host): [HostName, HostLatencies] => {
    const { health, search } = ended[host]
    return [host, { health: summary(health), search: SEARCHES[host] === null ? null : summary(search) }]
  })
  const message: FromStopwatch = { phase: Object.fromEntries(hosts) as Phase }
  process.send?.(message, undefined, undefined, () => undefined)
}

function start({ found, hosts }: Surface): void {
  for (const { name, port } of hosts) {
    void askForEver(port, PAUSE_MS, new Agent({ keepAlive: true, maxSockets: 1, localAddress: '127.0.20.1' }), {
      path: () => '/healthz',
      into: () => phase[name].health,
    })
    const search = SEARCHES[name]
    if (search === null) continue
    const random = new Random(1, port)
    // Two words are seldom the same two, so that most searches are in no cache.
    const path = (): string => search + encodeURIComponent(`${random.pick(found.words)} ${random.pick(found.words)}`)
    void askForEver(port, SEARCH_PAUSE_MS, null, { path, into: () => phase[name].search })
  }
}

/** @param agent With null, each request comes from another address. */
async function askForEver(
  port: number,
  pauseMs: number,
  agent: Agent | null,
  { into, path }: { readonly path: () => string; readonly into: () => Measured },
): Promise<never> {
  for (;;) {
    const measured = into()
    const began = performance.now()
    const status = await ask(port, path(), agent ?? oneAgent())
    // An answer counts in the phase in which it was asked for.
    measured.ms.push(performance.now() - began)
    if (status === 429 || status === 503) measured.refused++
    else if (status !== 200) measured.failed++
    await sleep(pauseMs)
  }
}

function oneAgent(): Agent {
  address = (address + 1) % ADDRESSES
  return new Agent({ localAddress: `127.0.21.${1 + address}` })
}

/** @returns the status, or 0 without a complete answer */
function ask(port: number, path: string, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path, agent, timeout: LIMIT_MS }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
      answer.once('error', () => resolve(0))
    })
    asked.once('timeout', () => asked.destroy())
    asked.once('error', () => resolve(0))
    asked.end()
  })
}

function summary({ failed, ms, refused }: Measured): Latency {
  const sorted = Float64Array.from(ms).sort()
  return {
    requests: sorted.length,
    p50Ms: percentile(sorted, 0.5),
    p95Ms: percentile(sorted, 0.95),
    maxMs: percentile(sorted, 1),
    refused,
    failed,
  }
}
