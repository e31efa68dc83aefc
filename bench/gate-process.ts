import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { GateChildUsage } from './icons-gate-child.ts'

export interface GateChild {
  readonly origin: string
  readonly usage: () => Promise<GateChildUsage>
  readonly stop: () => Promise<void>
}

/** @param redisUrl Address of Redis. With `''` the process counts requests itself. */
export async function startGateChild(redisUrl: string): Promise<GateChild> {
  const child = fork(fileURLToPath(new URL('icons-gate-child.ts', import.meta.url)), [redisUrl])
  const [port] = (await once(child, 'message')) as [number]
  return {
    origin: `http://127.0.0.1:${port}`,
    async usage() {
      child.send('usage')
      const [usage] = (await once(child, 'message')) as [GateChildUsage]
      return usage
    },
    async stop() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
