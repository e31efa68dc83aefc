import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'

const SERVER = fileURLToPath(new URL('fixture-server.ts', import.meta.url))

export interface Fixture {
  readonly origin: string
  readonly pid: number
}

/** Starts one node of the fixture in a process of its own, until the test ends. */
export async function startFixture(t: Test, args: readonly string[] = []): Promise<Fixture> {
  const child = spawn(process.execPath, ['--import=tsx', SERVER, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  t.teardown(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.stdin.end()
    await ended
  })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the fixture ended with ${String(code)}`)
  })
  failed.catch(() => {})
  const [port] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), failed])) as [string]
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 }
}
