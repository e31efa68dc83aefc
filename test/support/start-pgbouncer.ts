import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { freePort } from './free-port.ts'
import { serverUser } from './start-postgres.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

/**
 * Starts Debian's PgBouncer with its defaults before a PostgreSQL, until the test ends.
 *
 * @returns the address through it
 */
export async function startPgBouncer(
  t: Pick<Test, 'teardown'>,
  { mode, to }: { readonly mode: 'session' | 'transaction'; readonly to: string },
): Promise<string> {
  const url = new URL(to)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'signpost-pgbouncer-'))
  chmodSync(folder, 0o755)
  const users = join(folder, 'users')
  writeFileSync(users, `"${url.username}" ""\n`)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${url.hostname} port=${url.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 3
`,
  )
  const child = spawn(PROGRAM, [file], { ...serverUser(), cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  t.teardown(async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : null
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  let output = ''
  child.stderr.setEncoding('utf8')
  for await (const text of child.stderr) {
    output += text as string
    if (output.includes('process up')) break
  }
  if (!output.includes('process up')) throw new Error(`PgBouncer could not be started: ${output}`)
  child.stderr.on('error', () => {})
  url.port = String(port)
  return url.href
}
