import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Assignment of cores to the service and to its clients. */
export interface Pinning {
  /** @returns a command that runs the service on its cores */
  service(command: readonly string[]): readonly string[]
  /** Moves a client process to the other cores. */
  clients(pid: number): void
  readonly text: string
}

/**
 * Gives the first half of the cores to the service, if there are several cores and `taskset` is available.
 *
 * @param wanted Cores of the service as `taskset` writes them, or `all`. With null it has the first half.
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
