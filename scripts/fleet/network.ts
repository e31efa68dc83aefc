// The network of a fleet: a namespace for each machine, joined by a bridge in the namespace of the clients. Nothing of it is
// seen by the machine itself, so ports and addresses collide with nothing.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const PREFIX = 'signpost-fleet-'
const NETWORK = '10.77.0'
const BRIDGE = 'fleet'
/** Where iproute2 looks for files that a namespace sees instead of those of the machine. */
const FILES_OF_NAMESPACES = '/etc/netns'

/** The machine of the clients, which runs the proof itself. */
export const CLIENTS = 'clients'

/** Last number of the address of each machine. */
const MACHINES: Readonly<Record<string, number>> = {
  [CLIENTS]: 1,
  balancer: 2,
  publisher: 3,
  coordinator: 4,
  ...numbered('node', 5, 11),
  ...numbered('redis', 6, 21),
  ...numbered('postgres', 2, 31),
}

function numbered(kind: string, count: number, first: number): Readonly<Record<string, number>> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`${kind}-${n + 1}`, first + n]))
}

/** @returns the names of the machines of one kind, such as `node` */
export function machinesOf(kind: string): readonly string[] {
  return Object.keys(MACHINES).filter((name) => name.startsWith(`${kind}-`))
}

export function addressOf(machine: string): string {
  const last = MACHINES[machine]
  if (last === undefined) throw new Error(`no machine is named ${machine}`)
  return `${NETWORK}.${last}`
}

/** @returns the command that runs another one on this machine */
export function on(machine: string, ...command: readonly string[]): readonly [string, ...string[]] {
  return ['ip', 'netns', 'exec', `${PREFIX}${machine}`, ...command]
}

function run(...words: readonly string[]): string {
  const [command = '', ...args] = words
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Makes all machines. @param names Host names that the clients find at the balancer */
export function buildNetwork(names: readonly string[]): void {
  const folder = `${FILES_OF_NAMESPACES}/${PREFIX}${CLIENTS}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/hosts`, `127.0.0.1 localhost\n${addressOf('balancer')} ${names.join(' ')}\n`)
  for (const name of Object.keys(MACHINES)) {
    run('ip', 'netns', 'add', `${PREFIX}${name}`)
    run(...on(name, 'ip', 'link', 'set', 'lo', 'up'))
  }
  run(...on(CLIENTS, 'ip', 'link', 'add', BRIDGE, 'type', 'bridge'))
  run(...on(CLIENTS, 'ip', 'address', 'add', `${addressOf(CLIENTS)}/24`, 'dev', BRIDGE))
  run(...on(CLIENTS, 'ip', 'link', 'set', BRIDGE, 'up'))
  for (const name of Object.keys(MACHINES)) if (name !== CLIENTS) connect(name)
}

function connect(machine: string): void {
  const peer = ['peer', 'name', 'eth0', 'netns', `${PREFIX}${machine}`]
  run(...on(CLIENTS, 'ip', 'link', 'add', machine, 'type', 'veth', ...peer))
  run(...on(CLIENTS, 'ip', 'link', 'set', machine, 'master', BRIDGE, 'up'))
  run(...on(machine, 'ip', 'address', 'add', `${addressOf(machine)}/24`, 'dev', 'eth0'))
  run(...on(machine, 'ip', 'link', 'set', 'eth0', 'up'))
}

/** Pulls the cable of a machine, or puts it back. Its processes go on, and nobody gets an answer, not even a refusal. */
export function setCable(machine: string, state: 'up' | 'down'): void {
  run(...on(CLIENTS, 'ip', 'link', 'set', machine, state))
}

/** Drops all that goes between two groups of machines, in both directions. @returns what lets it through again */
export function cut(one: readonly string[], other: readonly string[]): () => void {
  const pairs = one.flatMap((from) => other.map((to) => [from, to] as const))
  const change = (verb: '-A' | '-D'): void => {
    for (const [from, to] of pairs) {
      for (const [chain, way] of [
        ['INPUT', '-s'],
        ['OUTPUT', '-d'],
      ] as const) {
        run(...on(from, 'iptables', '-w', verb, chain, way, addressOf(to), '-j', 'DROP'))
      }
    }
  }
  change('-A')
  return () => change('-D')
}

/** @returns ids of the processes that run on a machine; those that this proof itself has started there */
function processesOf(machine: string): readonly number[] {
  return run('ip', 'netns', 'pids', `${PREFIX}${machine}`).split('\n').filter(Boolean).map(Number)
}

/** @returns names of machines that are there, of this or an earlier run */
export function machinesThere(): readonly string[] {
  return run('ip', 'netns', 'list')
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '')
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length))
}

/** Ends what runs on the machines, and removes them. */
export function removeNetwork(): void {
  for (const name of machinesThere()) {
    for (const pid of processesOf(name)) if (pid !== process.pid) endAtOnce(pid)
    run('ip', 'netns', 'delete', `${PREFIX}${name}`)
  }
  rmSync(`${FILES_OF_NAMESPACES}/${PREFIX}${CLIENTS}`, { recursive: true, force: true })
  if (isEmpty(FILES_OF_NAMESPACES)) rmSync(FILES_OF_NAMESPACES, { recursive: true })
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch {
    return false
  }
}

/** Kills all that runs on a machine, as when its power is lost. */
export function losePower(machine: string): void {
  for (const pid of processesOf(machine)) endAtOnce(pid)
}

export function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

/** @returns processor time that a process and its threads have used, or 0 if it has ended */
export function processorMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    // The kernel counts in hundredths of a second: utime and stime are the fields 14 and 15, of which two stand before.
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}
