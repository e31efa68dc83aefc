// The proof itself, which runs on the machine of the clients.
import { setTimeout as sleep } from 'node:timers/promises'
import { startBalancer } from './balancer.ts'
import { FAULTS, type Fleet } from './faults.ts'
import { createLedger } from './ledger.ts'
import { measure, type Costs } from './measure.ts'
import { addressOf, machinesOf } from './network.ts'
import { allReady, startNode, type Node } from './nodes.ts'
import { when } from './processes.ts'
import { startPublisher, type Publisher } from './publisher.ts'
import { startReads } from './readers.ts'
import type { Proof } from './report.ts'
import { startPostgres, startRedis } from './stores.ts'
import { createWriters } from './writers.ts'

const READERS = 10
const READ_PAUSE_MS = 300
const WRITERS = 3
const WRITE_PAUSE_MS = 400
/** HAProxy looks every two seconds. */
const SEEN_MS = 5000
/** Log level of what an operator must look at. */
const ERROR_LEVEL = 50

export interface Choices {
  readonly minutes: number
  readonly generations: number
  readonly folder: string
  /** Whether Signposts find the primary through HAProxy or are given all servers. */
  readonly database: 'balancer' | 'hosts'
}

export async function prove(choices: Choices, say: (text: string) => void): Promise<Proof> {
  const { folder, generations, minutes } = choices
  const ledger = createLedger()
  say('the stores start')
  const [redis, postgres] = await Promise.all([startRedis(folder), startPostgres(folder)])
  await startBalancer(folder)
  const publisher = await startPublisher(folder, ledger)
  const hosts =
    choices.database === 'balancer'
      ? `${addressOf('balancer')}:5432`
      : postgres.machines.map((machine) => `${addressOf(machine)}:5432`).join(',')
  const stores = { REDIS_URL: redis.url, DATABASE_URL: `postgres://${postgres.login}@${hosts}/signpost` }
  const begin = (name: string): Node => startNode(name, { folder, env: { ...stores, ...publisher.env } })
  const [firstName = '', ...otherNames] = machinesOf('node')

  say('one Signpost starts')
  await publisher.publish(0)
  const first = begin(firstName)
  await allReady([first])
  await sleep(SEEN_MS)
  const writers = await createWriters(WRITERS, ledger)
  const costs: Costs[] = [await measure([first], writers, ledger)]

  say(`${otherNames.length} more start`)
  const nodes = [first, ...otherNames.map(begin)]
  await allReady(nodes)
  await sleep(SEEN_MS)
  costs.push(await measure(nodes, writers, ledger))

  say(`${generations} publications in ${minutes} minutes`)
  const startMs = performance.now()
  const reads = startReads(READERS, READ_PAUSE_MS, ledger)
  const writes = writers.start(WRITE_PAUSE_MS)
  const fleet: Fleet = { nodes, redis, postgres, ledger }
  const lengthMs = minutes * 60_000
  await Promise.all([publishAll(publisher, generations, lengthMs), meetFaults(fleet, startMs, lengthMs, say)])
  await when('all nodes serve the last publication', async () => serveTheSame(nodes, ledger.hashes, generations)).catch(
    (error: unknown) => ledger.unrecovered.push(String(error)),
  )
  await rollBack(fleet, publisher, generations - 1)
  const [read, written] = [await reads.stop(), await writes.stop()]
  say('what was acknowledged is read back')
  const settled = await writers.settle()
  return {
    choices,
    costs,
    read,
    written,
    settled,
    publications: new Set(ledger.hashes.values()).size,
    events: ledger.events.map((event) => ({
      ...event,
      startMs: event.startMs - startMs,
      endMs: (event.endMs ?? 0) - startMs,
    })),
    startMs,
    unrecovered: ledger.unrecovered,
    complaints: nodes.flatMap((node) => node.complaints(ERROR_LEVEL)),
  }
}

async function publishAll(publisher: Publisher, generations: number, lengthMs: number): Promise<void> {
  const pauseMs = lengthMs / (generations + 1)
  for (let publication = 1; publication <= generations; publication++) {
    const since = performance.now()
    await publisher.publish(publication)
    await sleep(Math.max(0, pauseMs - (performance.now() - since)))
  }
}

async function meetFaults(fleet: Fleet, startMs: number, lengthMs: number, say: (text: string) => void): Promise<void> {
  for (const { at, run } of FAULTS) {
    await sleep(Math.max(0, startMs + at * lengthMs - performance.now()))
    await run(fleet).catch((error: unknown) => fleet.ledger.unrecovered.push(String(error)))
    const last = fleet.ledger.events.at(-1)
    if (last !== undefined) say(`${last.what}: ${Math.round(((last.endMs ?? 0) - last.startMs) / 100) / 10} s`)
  }
}

/** Lets the pointer go back under load. Readers that have seen more still read no older content. */
async function rollBack({ ledger, nodes }: Fleet, publisher: Publisher, publication: number): Promise<void> {
  const end = ledger.begin('the pointer rolled back to the publication before')
  publisher.rollBack()
  await when('all nodes serve the publication before', async () =>
    serveTheSame(nodes, ledger.hashes, publication),
  ).catch((error: unknown) => ledger.unrecovered.push(String(error)))
  await sleep(SEEN_MS)
  end()
}

async function serveTheSame(nodes: readonly Node[], hashes: ReadonlyMap<string, number>, publication: number) {
  const contents = await Promise.all(nodes.map((node) => node.content()))
  return contents.every((content) => content !== null && hashes.get(content) === publication)
}
