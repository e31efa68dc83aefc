// Starts programs on the machines of a fleet. They end with the proof, also when it is killed.
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { promisify } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { endAtOnce, on } from './network.ts'

const WAIT_MS = 180_000

export interface Program {
  readonly pid: number
  readonly ended: Promise<unknown>
  kill(): Promise<void>
}

export interface StartOptions {
  /** File to which the program writes what it says. */
  readonly log: string
  readonly env?: Readonly<Record<string, string>>
  /** Default: root. */
  readonly user?: string
}

/** Starts a program on a machine. It is the process itself that is started, without one between. */
export function start(machine: string, command: readonly string[], { log, env, user }: StartOptions): Program {
  const file = openSync(log, 'a')
  const as = user === undefined ? [] : ['--reuid', user, '--regid', user, '--clear-groups']
  // The kernel forgets that a process ends with its parent when it changes its user, so it is said after that.
  const words = on(machine, 'setpriv', ...as, '--', 'setpriv', '--pdeathsig', 'KILL', '--', ...command)
  const child = spawn(words[0], words.slice(1), {
    stdio: ['ignore', file, file],
    env: { PATH: process.env['PATH'], ...env },
  })
  const ended = once(child, 'exit')
  return { pid: child.pid ?? 0, ended, kill: () => kill(child, ended) }
}

async function kill(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  endAtOnce(child.pid ?? 0)
  await ended
}

/** Runs a command on a machine to its end. @returns what it wrote */
export function run(machine: string, ...command: readonly string[]): string {
  const [first, ...rest] = on(machine, ...command)
  return execFileSync(first, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: WAIT_MS })
}

/** Runs a command of `on` to its end, while other work goes on. Rejects with what it wrote if it fails. */
export async function runLong(
  [command, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { env: { PATH: process.env['PATH'], ...env } })
  return stdout
}

export async function when(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limitMs = WAIT_MS,
): Promise<void> {
  const deadline = Date.now() + limitMs
  for (;;) {
    if (await holds(condition)) return
    if (Date.now() > deadline) throw new Error(`waited ${limitMs} ms until ${what}`)
    await sleep(200)
  }
}

async function holds(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await condition()
  } catch {
    return false
  }
}
