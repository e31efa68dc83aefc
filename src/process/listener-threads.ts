import { Worker, type MessagePort } from 'node:worker_threads'
import type { Counted } from '../analytics/counted.ts'
import type { AccountDatabase } from './account-database.ts'
import type { Config } from '../config/config.ts'
import type { HostName } from '../config/env.ts'
import type { DegradedCode, Generation } from '../generation/generation.ts'
import type { FollowState } from '../generation/follow/follow-state.ts'
import type { SharedMetrics } from '../http/observe/metrics.ts'
import { ignoreInstalledFonts } from '../shared/images/load-sharp.ts'
import { limitRequestHeads } from '../http/uws.ts'
import { stackOf } from '../shared/reason.ts'
import type { KeyState } from '../tokens/key-keeper.ts'
import type { HostPorts, ListenerCommand, ListenerEvent, ListenerInput } from './listener-messages.ts'

export interface ListenerThreadsOptions {
  readonly config: Config
  /** Called when a listener ends by itself. */
  readonly onDeath: (reason: string) => void
  /** Called with what readers did, where that is counted. */
  readonly onCounted: (counted: readonly Counted[]) => void
  /** Called when no listener uses an earlier generation any more. */
  readonly onReleased: (oldest: number) => void
  /** Called when a client named a generation that this node has never served. */
  readonly onWake: () => void
  /** Called when all listeners serve a host. */
  readonly onServes: (host: HostName, port: number) => void
}

/** A host that all listeners are to serve. */
export type HostStart =
  | { readonly host: 'docs' }
  | { readonly host: 'icons'; readonly keys: KeyState }
  | { readonly host: 'account'; readonly account: AccountDatabase }

interface Listener {
  readonly worker: Worker
  /** Resolves to the reason why it ended. */
  readonly ended: Promise<string>
  /** Oldest generation that may still be in use there. */
  released: number
  /** Metrics of each host that it serves. */
  readonly metrics: Map<HostName, SharedMetrics>
  readonly onServes: Map<HostName, (port: number) => void>
  onSwapped: (() => void) | null
  onLeft: (() => void) | null
}

/** The listener threads of the process, which all listen on the same ports, one for each host. */
export class ListenerThreads {
  readonly #options: ListenerThreadsOptions
  readonly #listeners: Listener[] = []
  readonly #ports = new Map<HostName, number>()
  #drained: Promise<void> | null = null
  #released = 0

  /** Starts the threads, which load their modules and wait for commands. */
  constructor(options: ListenerThreadsOptions) {
    limitRequestHeads()
    ignoreInstalledFonts()
    this.#options = options
    for (let position = 0; position < options.config.threads.listeners; position++) this.#add(position)
  }

  /**
   * Has every listener serve a host, with what the generation has for it. Resolves to its port when all listen. Rejects when a
   * listener cannot; drain the others then. It is called again when a host that had nothing to serve has something.
   */
  async serve(start: HostStart): Promise<number> {
    const [first, ...others] = this.#listeners
    if (first === undefined) throw new Error('the listener threads have ended')
    // The first may take any free port, which the others share.
    const port = await serveOn(first, start, this.#ports.get(start.host) ?? this.#options.config[start.host].port)
    this.#ports.set(start.host, port)
    await Promise.all(others.map((listener) => serveOn(listener, start, port)))
    this.#options.onServes(start.host, port)
    return port
  }

  get ports(): HostPorts {
    return Object.fromEntries(this.#ports)
  }

  get metrics(): SharedMetrics[] {
    return this.#listeners.flatMap(({ metrics }) => [...metrics.values()])
  }

  /** Resolves when every listener answers from the generation. */
  async swap(generation: Generation): Promise<void> {
    await this.#askAll({ type: 'swap', generation }, 'onSwapped')
  }

  /** Sends every listener the current signing key. Messages keep their order, so no listener returns to an older key. */
  update(keys: KeyState): void {
    for (const listener of this.#listeners) send(listener, { type: 'keys', keys })
  }

  /** Tells every listener what the generation lacks. */
  announce(degraded: readonly DegradedCode[]): void {
    for (const listener of this.#listeners) send(listener, { type: 'degraded', degraded })
  }

  /** Tells every listener how far the node follows what is published. */
  follow(state: FollowState): void {
    for (const listener of this.#listeners) send(listener, { type: 'followed', state })
  }

  /** Ends a generation of documentation for those who name it. */
  withdraw(content: string): void {
    for (const listener of this.#listeners) send(listener, { type: 'withdraw', content })
  }

  /** Sends every listener a command of the account host. */
  notifyAccount(type: 'database' | 'account-keys'): void {
    for (const listener of this.#listeners) send(listener, { type })
  }

  /** Resolves when no listener uses the database of the account host any more. */
  async leaveDatabase(): Promise<void> {
    await this.#askAll({ type: 'database-leaves' }, 'onLeft')
  }

  /** Sends every listener a command. Resolves when each has answered it or has ended. */
  async #askAll(command: ListenerCommand, answered: 'onSwapped' | 'onLeft'): Promise<void> {
    await Promise.all(
      this.#listeners.map(async (listener) => {
        const done = new Promise<void>((resolve) => {
          listener[answered] = resolve
        })
        send(listener, command)
        await Promise.race([done, listener.ended])
      }),
    )
  }

  /** Resolves when all have finished their work and ended by themselves. It may be called again. */
  drain(): Promise<void> {
    this.#drained ??= this.#drainAll()
    return this.#drained
  }

  async #drainAll(): Promise<void> {
    for (const listener of this.#listeners) send(listener, { type: 'drain' })
    await Promise.all(this.#listeners.map(({ ended }) => ended))
  }

  #add(position: number): void {
    const { config } = this.#options
    const { listeners, search, token } = config.threads
    const searchThreads = shareOf(search, listeners, position)
    const tokenThreads = shareOf(token, listeners, position)
    const input: ListenerInput = { position, config, searchThreads, tokenThreads }
    const file = import.meta.url.endsWith('.ts') ? '../threads/listener.ts' : '../threads/listener.js'
    const worker = new Worker(new URL(file, import.meta.url), { workerData: input })
    let reason = 'it ended without a reason'
    worker.on('message', (event: ListenerEvent) => {
      if (event.type === 'serves') {
        listener.metrics.set(event.host, event.metrics)
        listener.onServes.get(event.host)?.(event.port)
      } else if (event.type === 'refused') reason = event.reason
      else if (event.type === 'counted') this.#options.onCounted(event.counted)
      else if (event.type === 'wake') this.#options.onWake()
      else if (event.type === 'swapped') listener.onSwapped?.()
      else if (event.type === 'database-left') listener.onLeft?.()
      else this.#release(listener, event.oldest)
    })
    worker.on('error', (error) => {
      reason = stackOf(error)
    })
    const ended = new Promise<string>((resolve) => {
      worker.once('exit', () => {
        this.#listeners.splice(this.#listeners.indexOf(listener), 1)
        resolve(reason)
        if (this.#drained === null) this.#options.onDeath(reason)
      })
    })
    const listener: Listener = {
      worker,
      ended,
      released: 0,
      metrics: new Map(),
      onServes: new Map(),
      onSwapped: null,
      onLeft: null,
    }
    this.#listeners.push(listener)
  }

  #release(listener: Listener, oldest: number): void {
    listener.released = oldest
    const released = Math.min(...this.#listeners.map((each) => each.released))
    if (released <= this.#released) return
    this.#released = released
    this.#options.onReleased(released)
  }
}

/** Share of one listener when threads are divided evenly; the first ones take the remainder. */
function shareOf(total: number, listeners: number, position: number): number {
  return Math.floor(total / listeners) + (position < total % listeners ? 1 : 0)
}

/** Resolves to the port on which the listener serves the host; rejects when the listener ends before. */
async function serveOn(listener: Listener, start: HostStart, port: number): Promise<number> {
  const serves = new Promise<number>((resolve) => listener.onServes.set(start.host, resolve))
  if (start.host === 'account') {
    const database = start.account.connect()
    const account = { port: database, databaseReady: start.account.ready }
    send(listener, { type: 'serve', host: 'account', port, account }, database === null ? [] : [database])
  } else send(listener, { type: 'serve', port, ...start })
  const ended = listener.ended.then((reason) => {
    throw new Error(reason)
  })
  return Promise.race([serves, ended])
}

function send(listener: Listener, command: ListenerCommand, transferList: readonly MessagePort[] = []): void {
  listener.worker.postMessage(command, transferList)
}
