// What is done to a fleet while it is read and written, at which part of the time.
import { setTimeout as sleep } from 'node:timers/promises'
import { KILL_MS, type Ledger } from './ledger.ts'
import { cut, losePower, machinesOf, setCable } from './network.ts'
import type { Node } from './nodes.ts'
import { when } from './processes.ts'
import type { Postgres, Redis } from './stores.ts'

export interface Fleet {
  readonly nodes: readonly Node[]
  readonly redis: Redis
  readonly postgres: Postgres
  readonly ledger: Ledger
}

export interface Fault {
  /** Part of the whole time after which it begins. */
  readonly at: number
  readonly run: (fleet: Fleet) => Promise<void>
}

/** How long something stays away. */
const AWAY_MS = 8000
/** Longer than a cluster waits until it takes a primary for lost, which is two seconds. */
const CUT_MS = 20_000
/** Longer than a node may be behind and still be ready. One that sees nothing does not know that it is behind. */
const UNSEEN_MS = 40_000

export const FAULTS: readonly Fault[] = [
  { at: 0.04, run: (fleet) => killNodes(fleet, [1]) },
  { at: 0.12, run: (fleet) => killNodes(fleet, [3]) },
  { at: 0.2, run: (fleet) => pullCable(fleet, 4) },
  { at: 0.24, run: cutPublisher },
  { at: 0.32, run: cutRedis },
  { at: 0.42, run: (fleet) => killNodes(fleet, [0, 2]) },
  { at: 0.5, run: losePrimary },
  { at: 0.66, run: killRedisPrimary },
  { at: 0.74, run: switchOver },
  { at: 0.84, run: (fleet) => killNodes(fleet, [0, 1, 2, 3]) },
]

async function killNodes({ ledger, nodes }: Fleet, positions: readonly number[]): Promise<void> {
  const chosen = positions.flatMap((position) => nodes[position] ?? [])
  const end = ledger.begin(`kill -9 ${chosen.map(({ name }) => name).join(', ')}`, KILL_MS)
  await Promise.all(chosen.map((node) => node.kill()))
  await sleep(AWAY_MS)
  for (const node of chosen) node.start()
  for (const node of chosen) await when(`${node.name} is ready again`, () => node.isReady())
  end()
}

async function pullCable({ ledger, nodes }: Fleet, position: number): Promise<void> {
  const name = nodes[position]?.name ?? ''
  const end = ledger.begin(`cable of ${name} pulled`, AWAY_MS)
  setCable(name, 'down')
  await sleep(AWAY_MS)
  setCable(name, 'up')
  end()
}

/** Two nodes do not see what is published any more. */
async function cutPublisher({ ledger, nodes }: Fleet): Promise<void> {
  const blind = nodes.slice(3).map(({ name }) => name)
  const end = ledger.begin(`${blind.join(', ')} cut off from what is published`)
  const heal = cut(blind, ['publisher'])
  await sleep(UNSEEN_MS)
  heal()
  end()
}

/** A primary and two Signposts on one side, everything else on the other. */
async function cutRedis({ ledger, nodes, redis }: Fleet): Promise<void> {
  const machines = machinesOf('redis')
  const [alone = ''] = redis.primaries(machines.at(-1) ?? '')
  const minority = [alone, ...nodes.slice(0, 2).map(({ name }) => name)]
  const majority = [...machines.filter((name) => name !== alone), ...nodes.slice(2).map(({ name }) => name)]
  const end = ledger.begin(`Redis cut in two: ${minority.join(', ')} from the rest`)
  const heal = cut(minority, majority)
  await sleep(CUT_MS)
  heal()
  end()
}

async function losePrimary({ ledger, postgres }: Fleet): Promise<void> {
  const lost = (await postgres.primary()) ?? ''
  const end = ledger.begin(`power of ${lost} lost, its standby promoted`)
  postgres.losePower(lost)
  await when('the standby is the primary', async () => ![null, lost].includes(await postgres.primary()))
  postgres.start(lost)
  await when('the old primary is the standby', async () => (await postgres.standby()) === lost)
  end()
}

async function killRedisPrimary({ ledger, redis }: Fleet): Promise<void> {
  const machines = machinesOf('redis')
  const lost = redis.primaries(machines[0] ?? '').at(-1) ?? ''
  const seenBy = machines.find((name) => name !== lost) ?? ''
  const end = ledger.begin(`power of ${lost} lost, its replica promoted`)
  losePower(lost)
  await when('three other primaries are there', () => {
    const now = redis.primaries(seenBy)
    return now.length === 3 && !now.includes(lost)
  })
  redis.start(lost)
  end()
}

async function switchOver({ ledger, postgres }: Fleet): Promise<void> {
  const end = ledger.begin('PostgreSQL switched over to its standby')
  await postgres.switchOver()
  end()
}
