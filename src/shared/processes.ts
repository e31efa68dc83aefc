import { readFileSync } from 'node:fs'

/** Whether a process of this machine runs, be it somebody else's. A pid alone may have gone to another process meanwhile. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * When a process began, which tells it from a later one with its pid; null where the system does not say.
 *
 * @returns Clock ticks since the system's start: field 22 of /proc/<pid>/stat (proc(5)), counted after the name.
 */
export function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
