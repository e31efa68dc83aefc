// The stores of a fleet: a Redis Cluster of three primaries with a replica each, and PostgreSQL with a standby under Patroni.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, losePower, machinesOf } from './network.ts'
import { run, start, when } from './processes.ts'

const REDIS_PORT = 6379
const ETCD_PORT = 2379
const PATRONI_PORT = 8008
const POSTGRES_PORT = 5432
const POSTGRES_BIN = '/usr/lib/postgresql/15/bin'
const CLUSTER = 'signpost'
/** Debian's user, since PostgreSQL refuses to run as root. */
const USER = 'postgres'

export interface Redis {
  readonly url: string
  /** @returns the primary that a machine sees, by its slots */
  primaries(seenBy: string): readonly string[]
  start(machine: string): void
}

export async function startRedis(folder: string): Promise<Redis> {
  const machines = machinesOf('redis')
  const startOne = (machine: string): void => {
    const own = join(folder, machine)
    mkdirSync(own, { recursive: true })
    const settings = {
      port: REDIS_PORT,
      bind: addressOf(machine),
      dir: own,
      'protected-mode': 'no',
      'cluster-enabled': 'yes',
      'cluster-node-timeout': 2000,
      save: '',
      appendonly: 'no',
      loglevel: 'notice',
    }
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
    start(machine, ['redis-server', ...args], { log: join(folder, `${machine}.log`) })
  }
  for (const machine of machines) startOne(machine)
  const cli = (machine: string, ...words: string[]): string =>
    run(machine, 'redis-cli', '-h', addressOf(machine), '-p', String(REDIS_PORT), ...words)
  for (const machine of machines) await when(`${machine} answers`, () => cli(machine, 'PING').startsWith('PONG'))
  const [first = ''] = machines
  const addresses = machines.map((machine) => `${addressOf(machine)}:${REDIS_PORT}`)
  run(first, 'redis-cli', '--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes')
  const lines = (machine: string): readonly string[] => cli(machine, 'CLUSTER', 'NODES').split('\n')
  await when('the cluster has three primaries with a replica each', () =>
    machines.every(
      (machine) =>
        cli(machine, 'CLUSTER', 'INFO').includes('cluster_state:ok') &&
        lines(machine).filter((line) => line.includes('slave')).length === 3,
    ),
  )
  return {
    url: `redis+cluster://${addresses.join(',')}`,
    start: startOne,
    primaries: (seenBy) =>
      machines.filter((machine) =>
        lines(seenBy).some(
          (line) => line.includes(` ${addressOf(machine)}:`) && line.includes('master') && !line.includes('fail'),
        ),
      ),
  }
}

export interface Postgres {
  readonly machines: readonly string[]
  /** Name of the database with the user that owns it. */
  readonly login: string
  primary(): Promise<string | null>
  standby(): Promise<string | null>
  /** Kills PostgreSQL and Patroni of a machine, as when its power is lost. */
  losePower(machine: string): void
  start(machine: string): void
  /** Makes the standby the primary, in good order. */
  switchOver(): Promise<void>
}

export async function startPostgres(folder: string): Promise<Postgres> {
  const machines = machinesOf('postgres')
  const etcd = `http://${addressOf('coordinator')}`
  const etcdArgs = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': `${etcd}:${ETCD_PORT}`,
    'advertise-client-urls': `${etcd}:${ETCD_PORT}`,
    'listen-peer-urls': `${etcd}:2380`,
    'initial-advertise-peer-urls': `${etcd}:2380`,
    'initial-cluster': `default=${etcd}:2380`,
  }
  const args = Object.entries(etcdArgs).map(([name, value]) => `--${name}=${value}`)
  start('coordinator', ['etcd', ...args], { log: join(folder, 'etcd.log') })
  const startOne = (machine: string): void =>
    void start(machine, ['patroni', join(folder, `${machine}.json`)], {
      log: join(folder, `${machine}.log`),
      user: USER,
    })
  const role = async (machine: string, path: string): Promise<boolean> => {
    const url = `http://${addressOf(machine)}:${PATRONI_PORT}${path}`
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null)
    await answer?.arrayBuffer()
    return answer?.status === 200
  }
  const withRole = async (path: string): Promise<string | null> => {
    for (const machine of machines) if (await role(machine, path)) return machine
    return null
  }
  for (const machine of machines) {
    // YAML reads JSON.
    writeFileSync(join(folder, `${machine}.json`), JSON.stringify(patroniSettings(machine, folder), null, 1))
    const own = join(folder, machine)
    mkdirSync(own, { recursive: true })
    run('coordinator', 'chown', USER, own)
    startOne(machine)
    if (machine === machines[0]) await when('there is a primary', async () => (await withRole('/primary')) !== null)
  }
  await when('the standby is synchronous', async () => (await withRole('/sync')) !== null)
  const primary = (): Promise<string | null> => withRole('/primary')
  const sql = `create role signpost login password 'signpost'; create database signpost owner signpost`
  const statements = sql.split('; ').flatMap((statement) => ['-c', statement])
  const first = await primary()
  const at = ['-h', addressOf(first ?? ''), '-U', USER, '-d', 'postgres']
  run('coordinator', 'psql', '-X', '-q', ...at, ...statements)
  return {
    machines,
    login: 'signpost:signpost',
    primary,
    standby: () => withRole('/replica'),
    losePower,
    start: startOne,
    async switchOver() {
      const from = await primary()
      run(
        'coordinator',
        'patronictl',
        '-c',
        join(folder, `${machines[0]}.json`),
        'switchover',
        CLUSTER,
        '--master',
        from ?? '',
        '--force',
      )
      await when('the standby is the primary', async () => {
        const now = await primary()
        return now !== null && now !== from
      })
    },
  }
}

function patroniSettings(machine: string, folder: string): unknown {
  const address = addressOf(machine)
  return {
    scope: CLUSTER,
    name: machine,
    restapi: { listen: `${address}:${PATRONI_PORT}`, connect_address: `${address}:${PATRONI_PORT}` },
    etcd3: { hosts: `${addressOf('coordinator')}:${ETCD_PORT}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        // A write is acknowledged when the standby has it too, so that its promotion loses nothing.
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 200, shared_buffers: '32MB', log_min_messages: 'warning' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'no-sync'],
      pg_hba: ['host all all 10.77.0.0/24 trust', 'host replication all 10.77.0.0/24 trust', 'local all all trust'],
    },
    postgresql: {
      listen: `${address}:${POSTGRES_PORT}`,
      connect_address: `${address}:${POSTGRES_PORT}`,
      data_dir: join(folder, machine, 'data'),
      bin_dir: POSTGRES_BIN,
      pgpass: join(folder, machine, 'pgpass'),
      authentication: {
        superuser: { username: USER, password: 'postgres' },
        replication: { username: 'replicator', password: 'replicator' },
      },
      parameters: { unix_socket_directories: join(folder, machine) },
    },
  }
}
