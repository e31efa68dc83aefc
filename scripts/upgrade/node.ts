// A process of Signpost of any version, started as a process manager does: with a channel on which it says that it is ready.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A start that builds an index and copies a catalogue on a busy machine. */
const READY_LIMIT_MS = 120_000

export type Env = Readonly<Record<string, string>>

export interface Node {
  readonly pid: number
  /** What its log said at level 40 and above, each message once. */
  readonly warnings: ReadonlySet<string>
  /** Asks it to stop, and waits until it has ended. @returns its status */
  stop(): Promise<number | null>
}

export interface Refusal {
  readonly code: number | null
  readonly text: string
}

const running = new Set<() => Promise<unknown>>()

/** @throws {Error} if it ends before it is ready */
export async function startNode(main: string, env: Env): Promise<Node> {
  const { child, ended, output, warnings } = begin(main, env)
  const outcome = await Promise.race([once(child, 'message', { signal: AbortSignal.timeout(READY_LIMIT_MS) }), ended])
  if (outcome[0] !== 'ready') throw new Error(`it did not start: ${output()}`)
  const stop = async (): Promise<number | null> => {
    running.delete(stop)
    child.kill('SIGTERM')
    return (await ended)[0]
  }
  running.add(stop)
  return { pid: child.pid ?? 0, warnings, stop }
}

/** Starts a process that is expected to refuse, and waits until it has ended. */
export async function startInVain(main: string, env: Env): Promise<Refusal> {
  const { child, ended, output } = begin(main, env)
  const stops = once(child, 'message').then(() => child.kill('SIGTERM'))
  const [code] = await ended
  stops.catch(() => undefined)
  return { code, text: output().trim() }
}

/** Ends what still runs. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((stop) => stop()))
}

function begin(main: string, env: Env) {
  const child = fork(main, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
  })
  let text = ''
  const warnings = new Set<string>()
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  createInterface({ input: child.stdout! }).on('line', (line) => {
    const { level, msg } = JSON.parse(line) as { readonly level: number; readonly msg: string }
    if (level >= 40) warnings.add(`Log, level ${level}: ${msg}.`)
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  return { child, ended, output: () => text, warnings }
}
