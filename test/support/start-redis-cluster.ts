import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { freePort } from './free-port.ts'
import { askRedis, crash, launchRedis } from './start-redis.ts'

const PRIMARIES = 3
const SLOTS = 16_384
const START_LIMIT_MS = 30_000

export interface TestRedisCluster {
  readonly url: string
  /** Ports of the nodes. At the start the first three are primaries, each of a third of the slots. */
  readonly ports: readonly number[]
  /** Sends one command to one node. @returns the raw answer */
  command(port: number, words: readonly string[]): Promise<string>
  kill(port: number): Promise<void>
  restart(port: number): Promise<void>
  /** Keeps the connections of one node open, which answers nothing, like a machine that hangs. */
  hang(port: number): void
  resume(port: number): void
}

/**
 * Starts a cluster of three primaries on free ports, until the test ends.
 *
 * @param replicas With 1 the first primary has a replica, which takes over a second after the primary has ended.
 */
export async function startRedisCluster(t: Test, replicas: 0 | 1 = 0): Promise<TestRedisCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-cluster-'))
  const buses = new Map<number, number>()
  for (let i = 0; i < PRIMARIES + replicas; i++) buses.set(await freePort(), await freePort())
  const ports = [...buses.keys()]
  const launch = async (port: number) =>
    launchRedis(port, [
      '--dir',
      folder,
      '--cluster-enabled',
      'yes',
      '--cluster-port',
      String(buses.get(port)),
      '--cluster-config-file',
      `nodes-${port}.conf`,
      '--cluster-node-timeout',
      // A part without a replica is not taken over, so nothing waits until it is missed.
      replicas === 0 ? '5000' : '1000',
      '--cluster-require-full-coverage',
      'no',
      '--repl-diskless-sync-delay',
      '0',
    ])
  const nodes = new Map(await Promise.all(ports.map(async (port) => [port, await launch(port)] as const)))
  t.teardown(async () => {
    await Promise.all([...nodes.values()].map(crash))
    await rm(folder, { recursive: true, force: true })
  })
  const [first = 0] = ports
  for (const [n, port] of ports.entries()) {
    if (n > 0) await askRedis(first, ['CLUSTER', 'MEET', '127.0.0.1', `${port}`, `${buses.get(port)}`])
    if (n >= PRIMARIES) continue
    const [from, to] = [n, n + 1].map((third) => Math.floor((third * SLOTS) / PRIMARIES))
    await askRedis(port, ['CLUSTER', 'ADDSLOTSRANGE', String(from), String(to! - 1)])
  }
  await when('the nodes agree', async () => {
    const infos = await Promise.all(ports.map((port) => askRedis(port, ['CLUSTER', 'INFO'])))
    return infos.every((info) =>
      ['cluster_state:ok', `cluster_known_nodes:${ports.length}`, `cluster_size:${PRIMARIES}`].every((line) =>
        info.includes(line),
      ),
    )
  })
  const replica = ports[PRIMARIES]
  if (replica !== undefined) {
    const id = /[\da-f]{40}/.exec(await askRedis(first, ['CLUSTER', 'MYID']))?.[0] ?? ''
    await when('the replica knows its primary', async () =>
      (await askRedis(replica, ['CLUSTER', 'REPLICATE', id])).startsWith('+OK'),
    )
    await when('the replica has it all', async () =>
      (await askRedis(replica, ['INFO', 'replication'])).includes('master_link_status:up'),
    )
    // Nodes do not vote for a replica that they do not know.
    await when('the others know the replica', async () => {
      const views = await Promise.all(ports.map((port) => askRedis(port, ['CLUSTER', 'NODES'])))
      return views.every((view) => view.includes(`slave ${id}`))
    })
  }
  return {
    url: `redis+cluster://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`,
    ports,
    command: askRedis,
    kill: async (port) => crash(nodes.get(port)!),
    restart: async (port) => void nodes.set(port, await launch(port)),
    hang: (port) => void nodes.get(port)!.kill('SIGSTOP'),
    resume: (port) => void nodes.get(port)!.kill('SIGCONT'),
  }
}

export async function when(what: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`Waited too long until ${what}`)
    await sleep(50)
  }
}
