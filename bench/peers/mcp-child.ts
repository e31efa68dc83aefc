import { freeMemory } from '../../src/generation/free-memory.ts'

/** Report of a server under measurement about itself. */
export interface ChildUsage {
  /** User and system time since the start of the process. */
  readonly cpuUs: number
  readonly residentBytes: number
  readonly heapBytes: number
}

/** Sends the port to the parent process, answers its requests for reports, and exits with it. */
export function reportToParent(port: number): void {
  process.on('message', () => {
    freeMemory()
    const { user, system } = process.cpuUsage()
    const { heapUsed, rss } = process.memoryUsage()
    process.send!({ cpuUs: user + system, residentBytes: rss, heapBytes: heapUsed } satisfies ChildUsage)
  })
  process.on('disconnect', () => process.exit())
  process.send!(port)
}
