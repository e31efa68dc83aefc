// `npm run ts bench/beside-build.ts -- <main.js of another build> [<rounds> [<seconds>]]`: what a request costs this build and
// another one, in processor time of the listener and of the whole process. Both serve the content of this folder and take turns in
// every round, first the one and then the other. The median of the ratios of the rounds counts.
import { readFileSync, readdirSync } from 'node:fs'
import { composeIconQueries } from './load/icon-queries.ts'
import { measureLoad, writeMessages, type Message, type MessageFile } from './load/messages.ts'
import { composeQueries } from './load/query-stream.ts'
import { SERVICE_ENTRY, startService, type Service } from './load/service.ts'
import { median } from './timing.ts'

const USAGE = 'usage: npm run ts bench/beside-build.ts -- <main.js of another build> [<rounds> [<seconds>]]'
const CONNECTIONS = 32
/** Clients behind the load generator, which acts as one proxy, so that no limit of an address is reached. */
const ADDRESSES = 200_000
const WARM_UP_SECONDS = 2
const QUERIES = 400
const UNCACHED_QUERIES = 4000
const SEED = 20_261_128
/** Length of a tick of `/proc/<pid>/task/<tid>/stat`. */
const TICK_US = 10_000
const USER_TICKS = 11
const SYSTEM_TICKS = 12
const NICENESS = 16

const [other, rounds = '9', seconds = '3'] = process.argv.slice(2)
if (other === undefined) throw new Error(USAGE)

interface Load {
  readonly name: string
  readonly messages: MessageFile
  /** The same service of both builds. */
  readonly pair: readonly [own: Service, other: Service]
}

interface Cost {
  readonly listenerUs: number
  readonly processUs: number
}

const started: Service[] = []
try {
  for (const { name, messages, pair } of await composeLoads()) {
    for (const service of pair) await measure(service, messages, WARM_UP_SECONDS)
    const ratios: Cost[] = []
    const own: Cost[] = []
    for (let round = 0; round < Number(rounds); round++) {
      const turns = round % 2 === 0 ? [0, 1] : [1, 0]
      const costs: Cost[] = []
      for (const at of turns) costs[at] = await measure(pair[at]!, messages, Number(seconds))
      const [mine, theirs] = costs as [Cost, Cost]
      own.push(mine)
      ratios.push({ listenerUs: mine.listenerUs / theirs.listenerUs, processUs: mine.processUs / theirs.processUs })
    }
    const line = (key: keyof Cost): string => {
      const sorted = ratios.map((ratio) => ratio[key]).toSorted((a, b) => a - b)
      const range = `${sorted[0]!.toFixed(2)} to ${sorted.at(-1)!.toFixed(2)}`
      return `${median(own.map((cost) => cost[key])).toFixed(1)} µs, ${median(sorted).toFixed(3)} of the other (${range})`
    }
    console.log(`${name}: listener ${line('listenerUs')}; process ${line('processUs')}`)
    await messages.remove()
  }
} finally {
  for (const service of started) await service.stop()
}

async function composeLoads(): Promise<Load[]> {
  const docs = await startPair('docs')
  const uncached = await startPair('docs', { CACHE_MIB: '0' })
  const icons = await startPair('icons')
  const titles = await titlesOf(docs[0])
  const iconQueries = await composeIconQueries(icons[0].origin)
  const load = async (name: string, pair: Load['pair'], messages: readonly Message[]): Promise<Load> => ({
    name,
    pair,
    messages: await writeMessages(messages),
  })
  return [
    await load('search, cached', docs, composeQueries(titles, QUERIES, SEED).map(toSearch)),
    await load('search, uncached', uncached, composeQueries(titles, UNCACHED_QUERIES, SEED).map(toSearch)),
    await load('MCP call', docs, composeQueries(titles, QUERIES, SEED).map(toCall)),
    await load(
      'icon search',
      icons,
      iconQueries.map((query) => ({ path: `/api/v1/icons?q=${encodeURIComponent(query)}` })),
    ),
  ]
}

async function startPair(
  host: 'docs' | 'icons',
  env: Readonly<Record<string, string>> = {},
): Promise<readonly [Service, Service]> {
  const start = async (entry: string): Promise<Service> => {
    const service = await startService({
      host,
      entry,
      contentDir: 'content',
      env: { TRUSTED_PROXIES: '127.0.0.1/32', ...env },
    })
    started.push(service)
    return service
  }
  return [await start(SERVICE_ENTRY), await start(other!)]
}

async function titlesOf({ origin }: Service): Promise<string[]> {
  const index = await (await fetch(`${origin}/llms.txt`)).text()
  return [...index.matchAll(/^- \[(.+?)\]\(/gm)].map(([, title = '']) => title)
}

function toSearch(query: string): Message {
  return { path: `/api/search?q=${encodeURIComponent(query)}` }
}

function toCall(query: string): Message {
  return {
    path: '/mcp',
    fields: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-11-25',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search_docs', arguments: { query } },
    }),
  }
}

async function measure(service: Service, messages: MessageFile, lengthSeconds: number): Promise<Cost> {
  const before = listenerTimeUs(service.pid)
  const { cpuUs, sent } = await measureLoad(service, {
    messages,
    addresses: ADDRESSES,
    connections: CONNECTIONS,
    seconds: lengthSeconds,
  })
  return { listenerUs: (listenerTimeUs(service.pid) - before) / sent, processUs: cpuUs }
}

/** @returns the processor time of the threads with a niceness below zero, which are listeners (`LISTENER_NICE`) */
function listenerTimeUs(pid: number): number {
  const fields = readdirSync(`/proc/${pid}/task`).map((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number),
  )
  const listeners = fields.filter((each) => each[NICENESS]! < 0)
  if (listeners.length === 0)
    throw new Error('no listener has a niceness of its own: run it as root, with the native kernel')
  return listeners.reduce((sum, each) => sum + each[USER_TICKS]! + each[SYSTEM_TICKS]!, 0) * TICK_US
}
