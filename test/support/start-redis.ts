import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { freePort } from './free-port.ts'

const START_LIMIT_MS = 10_000
/** A service counts alone when Redis takes 60 ms, so a busy machine must not keep it waiting. Only root may set it. */
const NICENESS = -10

export interface TestRedis {
  readonly url: string
  readonly port: number
  /** Ends the server like a crash. All of its data are lost. */
  kill(): Promise<void>
  /** Starts the server again on the same port, without data. */
  restart(): Promise<void>
  /** Keeps connections open and answers nothing, like a machine that hangs. */
  hang(): void
  resume(): void
  /** Sends one command, such as `['FLUSHALL']`, on a new connection. */
  command(words: readonly string[]): Promise<string>
}

/** Starts a Redis on a free port, without files, until the test ends. */
export async function startRedis(t: Test): Promise<TestRedis> {
  const port = await freePort()
  let child = await launchRedis(port)
  const end = (): Promise<void> => crash(child)
  t.teardown(end)
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill: end,
    async restart() {
      await end()
      child = await launchRedis(port)
    },
    hang: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    command: (words) => askRedis(port, words),
  }
}

/**
 * Starts a server that listens only on this machine, keeps everything in memory and answers on this port. Its caller ends
 * it.
 */
export function launchRedis(port: number, args: readonly string[] = []): Promise<ChildProcess> {
  return launch(port, ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--loglevel', 'warning', ...args])
}

/** Starts a sentinel. Its caller ends it. */
export function launchSentinel(port: number, config: string): Promise<ChildProcess> {
  return launch(port, [config, '--sentinel'])
}

async function launch(port: number, args: readonly string[]): Promise<ChildProcess> {
  const child = spawn('redis-server', [...args, '--port', String(port)], { stdio: 'ignore' })
  const failed = once(child, 'error').then(([error]) => {
    throw new Error('redis-server could not be started', { cause: error })
  })
  try {
    await Promise.race([answering(port), failed])
    if (process.getuid?.() === 0 && child.pid !== undefined) setPriority(child.pid, NICENESS)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return child
}

/** Kills a process, and waits until it has ended. */
export async function crash(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function answering(port: number): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS
  for (;;) {
    const answer = await askRedis(port, ['PING']).catch(() => '')
    // A server that requires a password is also ready.
    if (answer.startsWith('+PONG') || answer.startsWith('-NOAUTH')) return
    if (Date.now() > deadline) throw new Error('redis-server does not answer')
    await sleep(20)
  }
}

/** @returns the first piece of the raw answer, in the format of the protocol */
export function askRedis(port: number, words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('no answer')))
    socket.once('data', (data) => {
      socket.destroy()
      resolve(data.toString())
    })
    socket.write(`*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`)
  })
}
