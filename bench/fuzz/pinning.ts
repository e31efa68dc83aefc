import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Which cores the service has, and which the clients. */
export interface Pinning {
  /** A command for the service, so that it runs on its cores. */
  service(command: readonly string[]): readonly string[]
  /** Moves a process of clients to the other cores. */
  clients(pid: number): void
  readonly text: string
}

/**
 * The first half of the cores is for the service, where there are several and `taskset` is to be had.
 *
 * @param wanted Cores of the service as `taskset` writes them, or `all`; null: the first half.
 */
export function choosePinning(wanted: string | null): Pinning {
  const cores = availableParallelism()
  if (wanted === 'all' || cores < 2 || !hasTaskset()) {
    return { service: (command) => command, clients: () => undefined, text: 'service and clients share all cores' }
  }
  const half = cores >> 1
  const own = wanted ?? `0-${half - 1}`
  const others = `${half}-${cores - 1}`
  return {
    service: (command) => ['taskset', '-c', own, ...command],
    clients: (pid) => {
      execFileSync('taskset', ['-acp', others, String(pid)], { stdio: 'ignore' })
    },
    text: `the service on cores ${own}, clients on ${others}`,
  }
}

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['-cp', String(process.pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
