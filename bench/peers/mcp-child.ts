import { freeMemory } from '../../src/generation/free-memory.ts'

/** What a server under measurement tells about itself when it is asked. */
export interface ChildUsage {
  /** User and system time since its start. */
  readonly cpuUs: number
  readonly residentBytes: number
  readonly heapBytes: number
}

/** Tells the parent the port, answers its questions, and ends with it. */
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
