import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { TEST_FLAGS } from '../../scripts/test-flags.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

type Command = 'add' | 'password' | 'delete'

/** Runs a compiled command, with a folder for its database. @param more Further variables of its environment. */
export async function runUserCommand(
  command: Command,
  folder: string,
  words: readonly string[],
  input: string | Readable,
  more: Readonly<Record<string, string>> = {},
) {
  const program = [...TEST_FLAGS, 'dist/commands/signpost.js', 'user', command, ...words]
  const env = { PATH: process.env['PATH'], DATA_DIR: folder, ...more }
  const child = spawn(process.execPath, program, { cwd: ROOT, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text))
  }
  child.stdin.on('error', () => {})
  if (typeof input === 'string') child.stdin.end(input)
  else input.pipe(child.stdin)
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}
