import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Test } from 'tap'
import { freePort } from './free-port.ts'

const PACKAGES = '/usr/lib/postgresql'
const START_LIMIT_MS = 20_000
const SUPERUSER = 'postgres'

export interface TestPostgres {
  /** Address of the database that exists from the start. */
  readonly url: string
  readonly port: number
  /** Creates an empty database. @returns its address */
  createDatabase(): Promise<string>
  /** Ends the server like a power failure. What it has acknowledged is on disk. */
  kill(): Promise<void>
  /** Shuts the server down without waiting for its clients. */
  stop(): Promise<void>
  /** Starts the server again with the same port and data, and waits until it answers. */
  restart(): Promise<void>
  /** Keeps connections open and answers nothing, like a machine that hangs. */
  hang(): void
  resume(): void
  /**
   * Runs one statement on a new connection. @param url Default: `url`.
   * @returns its rows
   */
  query(statement: string, url?: string): Promise<readonly Record<string, unknown>[]>
  /** Starts a standby that streams from this server. @param name What `synchronous_standby_names` may name. */
  startStandby(name: string): Promise<TestPostgres>
  /** Makes a primary of this standby. */
  promote(): Promise<void>
}

/** Starts a PostgreSQL from the Debian package on a free port, until the test ends. It writes its data to disk. */
export async function startPostgres(t: Pick<Test, 'teardown'>): Promise<TestPostgres> {
  return serve(t, (server, data) => void execFileSync('cp', ['-a', clusterTemplate(server), data]))
}

async function serve(t: Pick<Test, 'teardown'>, make: (server: string, data: string) => void): Promise<TestPostgres> {
  const server = newestServer()
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'signpost-postgres-'))
  chmodSync(folder, 0o755)
  const { gid, uid } = serverUser() ?? {}
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  const data = join(folder, 'data')
  make(server, data)
  let child = await launch(server, data, port)
  let databases = 0

  const end = async (signal: 'SIGINT' | 'SIGKILL'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    // If the server process alone is killed, its children end only when they check on it.
    const all = signal === 'SIGKILL' ? family(child) : [child.pid]
    for (const pid of all) send(pid, signal)
    await ended
  }
  t.teardown(async () => {
    await end('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  const url = `postgres://${SUPERUSER}@127.0.0.1:${port}/postgres`
  return {
    url,
    port,
    async createDatabase() {
      const name = `test_${++databases}`
      await ask(url, `create database ${name}`)
      return url.replace(/postgres$/, name)
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
    async restart() {
      await end('SIGKILL')
      child = await launch(server, data, port)
    },
    hang() {
      // The server process stops first, so that it starts no more children.
      send(child.pid, 'SIGSTOP')
      for (const pid of family(child)) send(pid, 'SIGSTOP')
    },
    resume() {
      for (const pid of family(child)) send(pid, 'SIGCONT')
    },
    query: (statement, of = url) => ask(of, statement),
    startStandby: (name) =>
      serve(t, (programs, copy) => {
        const from = `host=127.0.0.1 port=${port} user=${SUPERUSER} application_name=${name}`
        const options = ['--pgdata', copy, '--dbname', from, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
        execFileSync(join(programs, 'pg_basebackup'), options, { ...serverUser(), cwd: '/', stdio: 'pipe' })
      }),
    async promote() {
      await ask(url, 'select pg_promote()')
    },
  }
}

/** @returns the path of a program of the newest PostgreSQL, such as `pg_dump` */
export function postgresProgram(name: string): string {
  return join(newestServer(), name)
}

function newestServer(): string {
  const versions = existsSync(PACKAGES) ? readdirSync(PACKAGES) : []
  const newest = versions
    .filter((version) => existsSync(join(PACKAGES, version, 'bin/initdb')))
    .toSorted((a, b) => Number(b) - Number(a))[0]
  if (newest === undefined) throw new Error(`there is no PostgreSQL server under ${PACKAGES}: install "postgresql"`)
  return join(PACKAGES, newest, 'bin')
}

/** @returns the user that runs PostgreSQL, which refuses to run as root */
export function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(users) ?? /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** @returns a cluster to copy. It is kept in the temporary folder for later runs, because creating one takes a second. */
function clusterTemplate(server: string): string {
  const version = server.split('/').at(-2) ?? ''
  const template = join(tmpdir(), `signpost-postgres-template-${version}-${process.getuid?.() ?? 0}`)
  if (existsSync(template)) return template
  const making = mkdtempSync(join(tmpdir(), 'signpost-postgres-making-'))
  const user = serverUser()
  if (user !== undefined) chownSync(making, user.uid, user.gid)
  const cluster = join(making, 'data')
  const choices = ['--auth=trust', `--username=${SUPERUSER}`, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(join(server, 'initdb'), ['-D', cluster, ...choices], { ...user, cwd: making, stdio: 'pipe' })
  try {
    renameSync(cluster, template)
  } catch (error) {
    // Another test has created the template meanwhile.
    if (!existsSync(template)) throw error
  }
  rmSync(making, { recursive: true, force: true })
  return template
}

async function launch(server: string, data: string, port: number): Promise<ChildProcess> {
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=32MB',
    'log_min_messages=fatal',
  ]
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const deadline = Date.now() + START_LIMIT_MS
  for (;;) {
    const child = spawn(join(server, 'postgres'), args, {
      ...serverUser(),
      cwd: data,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let output = ''
    child.stderr?.on('data', (text: Buffer) => {
      output = `${output}${text.toString()}`.slice(-2000)
    })
    await Promise.race([answering(port, deadline), once(child, 'exit')])
    if (child.exitCode === null && child.signalCode === null) return child
    // After a kill, what is left of the server may hold its memory for a moment.
    if (Date.now() > deadline) throw new Error(`PostgreSQL could not be started: ${output}`)
    await sleep(50)
  }
}

async function answering(port: number, deadline: number): Promise<void> {
  for (;;) {
    const up = await ask(`postgres://${SUPERUSER}@127.0.0.1:${port}/postgres`, 'select 1').catch(() => null)
    if (up !== null) return
    if (Date.now() > deadline) throw new Error('PostgreSQL does not answer')
    await sleep(20)
  }
}

async function ask(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 20_000 })
  // The end of the server is reported twice: here and to the waiting caller.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}

/** @returns the ids of the server process and its children */
function family({ pid }: ChildProcess): readonly (number | undefined)[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

function send(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, signal)
  } catch {
    // The process has ended meanwhile.
  }
}
