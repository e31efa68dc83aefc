import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { TEST_FLAGS } from '../../scripts/test-flags.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

type Command = 'user-add' | 'user-password' | 'user-delete'

/** Runs a compiled command, with a folder for its database. */
export async function runUserCommand(command: Command, folder: string, words: readonly string[], input: string) {
  const program = [...TEST_FLAGS, `dist/commands/${command}.js`, ...words]
  const child = spawn(process.execPath, program, { cwd: ROOT, env: { PATH: process.env['PATH'], DATA_DIR: folder } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text))
  }
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}
