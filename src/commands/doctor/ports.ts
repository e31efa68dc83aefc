import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import { runningProcesses, type RunState } from '../../generation/run-file.ts'
import { isRunning } from '../../shared/processes.ts'
import type { Finding } from './finding.ts'

/** State of a listening socket in `/proc/net/tcp`. */
const LISTENING = '0A'

/** Processes that listen on the ports of the service: its own, those that nobody manages any more, and others. */
export function examinePorts(config: Config): Finding[] {
  const own = runningProcesses(config.dataDir)
  const listeners = findListeners()
  const ports = [
    ...config.hosts.map((host) => ({ name: host, port: config[host].port })),
    { name: 'metrics', port: config.metricsPort },
    ...(config.probePort === null ? [] : [{ name: 'probes', port: config.probePort }]),
  ]
  const findings = ports.flatMap(({ name, port }): Finding[] => {
    const subject = `port ${port} (${name})`
    const pids = listeners.get(port)
    if (port === 0 || pids === undefined) return [{ subject, state: 'ok', says: 'it is free' }]
    if (pids.size === 0)
      return [
        {
          subject,
          state: 'warning',
          says: 'a process of another user listens there',
          advice: `Run this as root to see which, or look with ss -ltnp sport = :${port}.`,
        },
      ]
    return [...pids].map((pid) => ({ subject, ...listenerFound(pid, own) }))
  })
  const many = new Set(own.map(({ generation }) => generation ?? null))
  if (many.size > 1)
    findings.push({
      subject: 'processes',
      state: 'warning',
      says: `${own.length} processes serve different generations: ${[...many].join(', ')}`,
      advice: 'signpost reindex makes them equal.',
    })
  return [...findings, ...own.flatMap((state) => replacedFound(state, own))]
}

/** A process whose place another one has, and which answers all the same: from older content, for ever. */
function replacedFound(state: RunState, own: readonly RunState[]): Finding[] {
  const newer = own.find(
    (each) =>
      each.listens === state.listens &&
      each.app === state.app &&
      each.instance === state.instance &&
      (each.readyAtMs ?? 0) > (state.readyAtMs ?? 0),
  )
  if (newer === undefined) return []
  const says = `process ${newer.pid} has replaced process ${state.pid}, which still answers`
  return [{ subject: 'processes', state: 'fault', says, advice: `If no reload is under way: kill ${state.pid}.` }]
}

function listenerFound(pid: number, own: readonly RunState[]): Omit<Finding, 'subject'> {
  const state = own.find((each) => each.pid === pid)
  const manager = state?.manager ?? null
  // A process manager that runs several instances listens in their name.
  if (state === undefined && own.some((each) => each.manager === pid))
    return { state: 'ok', says: `the manager ${pid} listens` }
  if (state === undefined)
    return {
      state: 'fault',
      says: `process ${pid} listens there, which is no Signpost of this DATA_DIR`,
      advice: `Stop it, or set another port: kill ${pid}.`,
    }
  if (manager !== null && !isRunning(manager, null))
    return {
      state: 'fault',
      says: `process ${pid} answers, and its manager is gone`,
      advice: `Nobody stops or renews it: kill ${pid}.`,
    }
  return { state: 'ok', says: `process ${pid} of this service listens` }
}

/** Processes by the port that they listen on. A port has none where they are another user's. */
function findListeners(): ReadonlyMap<number, Set<number>> {
  const ports = new Map<number, Set<number>>()
  const portOf = new Map<string, number>()
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6'])
    for (const line of readText(table).split('\n').slice(1)) {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
      if (state !== LISTENING) continue
      const port = Number.parseInt(local.split(':')[1] ?? '', 16)
      portOf.set(inode, port)
      if (!ports.has(port)) ports.set(port, new Set())
    }
  for (const pid of namesIn('/proc').filter((name) => /^\d+$/.test(name)))
    for (const fd of namesIn(`/proc/${pid}/fd`)) {
      const [, inode = ''] = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`)) ?? []
      const port = portOf.get(inode)
      if (port !== undefined) ports.get(port)?.add(Number(pid))
    }
  return ports
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
