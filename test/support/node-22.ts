import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Command of Node 22 or newer, which some test tools require. If this process is older, npx provides it. */
const COMMAND =
  Number(process.versions.node.split('.')[0]) >= 22 ? [process.execPath] : ['npx', '-y', '-p', 'node@22', 'node']

export interface RunOptions {
  readonly cwd?: string
  /** Receives each piece of the standard output. */
  readonly onOutput?: (text: string) => void
}

/** Runs a script to its end under Node 22 or newer. */
export function runUnderNode22(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return run([...COMMAND, ...args], options)
}

export async function run(
  [program = '', ...args]: readonly string[],
  { onOutput, ...options }: RunOptions = {},
): Promise<Ran> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
    onOutput?.(chunk)
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}
