// The Signposts of a fleet: one process of the compiled program on each machine.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ACCOUNT_URL, DOCS_URL } from './balancer.ts'
import { addressOf, processorMs } from './network.ts'
import { start, when, type Program } from './processes.ts'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
/** Limit for a request to one node. */
const ASK_LIMIT_MS = 5000

export interface Node {
  readonly name: string
  /** Processor time of all processes that ran under this name. */
  processorMs(): number
  /** @returns the hash of the content that this node serves, or null if it does not answer */
  content(): Promise<string | null>
  isReady(): Promise<boolean>
  kill(): Promise<void>
  start(): void
  /** @returns messages of the log with this level or a higher one */
  complaints(level: number): readonly string[]
}

export interface NodeSettings {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

/** Starts a node with a data folder of its own, and does not wait until it is ready. */
export function startNode(name: string, { folder, env }: NodeSettings): Node {
  const log = join(folder, `${name}.log`)
  const settings = {
    HOSTS: 'docs,account',
    DATA_DIR: join(folder, name),
    DOCS_URL,
    ACCOUNT_URL,
    BIND: '0.0.0.0',
    TRUSTED_PROXIES: addressOf('balancer'),
    SIGNUP: 'open',
    LISTENERS: '1',
    SEARCH_THREADS: '1',
    TOKEN_THREADS: '1',
    ...env,
  }
  let program: Program | null = null
  let usedBefore = 0
  const url = `http://${addressOf(name)}:4000`
  const ready = async (port: number, host: string): Promise<Response | null> =>
    fetch(`http://${addressOf(name)}:${port}/readyz`, {
      headers: { host },
      signal: AbortSignal.timeout(ASK_LIMIT_MS),
    }).catch(() => null)
  const node: Node = {
    name,
    processorMs: () => usedBefore + (program === null ? 0 : processorMs(program.pid)),
    async content() {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ASK_LIMIT_MS) }).catch(() => null)
      const body = (await answer?.json().catch(() => null)) as { readonly content?: string } | null
      return body?.content ?? null
    },
    async isReady() {
      const answers = await Promise.all([ready(4000, 'docs.example.com'), ready(4001, 'account.example.com')])
      for (const answer of answers) await answer?.arrayBuffer()
      return answers.every((answer) => answer?.status === 200)
    },
    async kill() {
      usedBefore = node.processorMs()
      const ended = program
      program = null
      await ended?.kill()
    },
    start() {
      program = start(name, [process.execPath, MAIN], { log, env: settings })
    },
    complaints: (level) =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('{') && levelOf(line) >= level)
        .map((line) => /"msg":"([^"]*)"/.exec(line)?.[1] ?? 'a line without a message'),
  }
  node.start()
  return node
}

function levelOf(line: string): number {
  return Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0)
}

export function allReady(nodes: readonly Node[]): Promise<void> {
  return when('all nodes are ready', async () =>
    (await Promise.all(nodes.map((node) => node.isReady()))).every(Boolean),
  )
}
