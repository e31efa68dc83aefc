import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { TEST_FLAGS } from '../../scripts/test-flags.ts'

const SERVER = fileURLToPath(new URL('fixture-server.ts', import.meta.url))
const OPEN_TRANSPORT = new URL('open-transport.ts', import.meta.url)

export interface Fixture {
  readonly origin: string
  readonly pid: number
  /** Header fields that its clients have to send. `startBalancer` adds them for clients that cannot. */
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Starts one node of the fixture in its own process, until the test ends.
 *
 * @param options `args` are the arguments of its transport. `transport` is a module that exports an `OpenTransport`; the
 * default is open to everyone.
 */
export async function startFixture(
  t: Test,
  args: readonly string[] = [],
  transport: URL = OPEN_TRANSPORT,
): Promise<Fixture> {
  const command = [...TEST_FLAGS, '--import=./scripts/register-typescript.mjs', SERVER, transport.href, ...args]
  const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'] })
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
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), failed])) as [string]
  const { fields, port } = JSON.parse(line) as { fields: Fixture['fields']; port: number }
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, fields }
}
