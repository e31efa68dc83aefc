import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, realpathSync, renameSync, symlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A link to the Node 22 that npx provides, because to ask npx takes much longer than to start Node. */
const LINK = fileURLToPath(new URL('../../node_modules/.cache/node-22', import.meta.url))

/** @returns the path of Node 22 or newer, which some test tools require. If this process is older, npx provides it. */
function node22(): string {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath
  if (existsSync(LINK)) return realpathSync(LINK)
  const path = execFileSync('npx', ['-y', '-p', 'node@22', '-c', 'command -v node'], { encoding: 'utf8' }).trim()
  mkdirSync(dirname(LINK), { recursive: true })
  // A rename replaces a link to a Node that is gone, and the same link of another test.
  const making = `${LINK}-${process.pid}`
  symlinkSync(path, making)
  renameSync(making, LINK)
  return path
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Receives each piece of the standard output. */
  readonly onOutput?: (text: string) => void
}

/** Runs a script to its end under Node 22 or newer. */
export function runUnderNode22(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return run([node22(), ...args], options)
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
