import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { TEST_FLAGS } from '../../scripts/test-flags.ts'

/** Runs a command of the compiled `signpost`, such as `keys rotate`, with this environment and nothing on its standard input. */
export async function runCommand(name: string, env: Readonly<Record<string, string>>, ...args: string[]) {
  const program = fileURLToPath(new URL('../../dist/commands/signpost.js', import.meta.url))
  const child = spawn(process.execPath, [...TEST_FLAGS, program, ...name.split(' '), ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, error] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, error }
}
