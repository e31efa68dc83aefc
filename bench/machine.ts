import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, totalmem } from 'node:os'

export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memoryGiB: number
  readonly node: string
  /** Short hash of the commit, with `+` if the working tree differs from it. */
  readonly commit: string
  readonly date: string
}

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    commit: describeCommit(),
    date: new Date().toISOString().slice(0, 10),
  }
}

export function formatMachine(machine: Machine): string {
  return `${formatHardware(machine)}; commit ${machine.commit}; ${machine.date}`
}

export function formatHardware({ cores, cpu, memoryGiB, node }: Machine): string {
  return `${cpu}, ${cores} cores, ${memoryGiB} GiB; Node ${node}`
}

function describeCommit(): string {
  try {
    const hash = git('rev-parse', '--short', 'HEAD')
    // Results that a run writes do not count as changes of the code.
    const changed = git('status', '--porcelain', '--', '.', ':!bench/results') !== ''
    return changed ? `${hash}+` : hash
  } catch {
    return 'unknown'
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}
