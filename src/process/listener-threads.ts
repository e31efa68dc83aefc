import { Worker, type MessagePort } from 'node:worker_threads'
import type { Counted } from '../analytics/counted.ts'
import type { AccountDatabase } from './account-database.ts'
import type { Config } from '../config/config.ts'
import type { Generation } from '../generation/generation.ts'
import type { SharedMetrics } from '../http/observe/metrics.ts'
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
}

/** Initial state that the listeners serve. */
export interface FirstState {
  readonly generation: Generation
  /** Key of the icons host; null when that is not served. */
  readonly keys: KeyState | null
  readonly account: AccountDatabase | null
}

interface Listener {
  readonly worker: Worker
  /** Resolves to its ports when it listens; rejects when it ends before. */
  readonly ready: Promise<HostPorts>
  readonly ended: Promise<void>
  /** Oldest generation that may still be in use there. */
  released: number
  metrics: readonly SharedMetrics[]
  onSwapped: (() => void) | null
  onLeft: (() => void) | null
}

/** The listener threads of the process, which all listen on the same ports, one for each host. */
export class ListenerThreads {
  readonly #options: ListenerThreadsOptions
  readonly #listeners: Listener[] = []
  #drained: Promise<void> | null = null
  #released = 0

  /** Starts the threads, which load their modules and wait for `serve`. */
  constructor(options: ListenerThreadsOptions) {
    limitRequestHeads()
    this.#options = options
    for (let position = 0; position < options.config.threads.listeners; position++) this.#add(position)
  }

  /** Resolves when all listen. Rejects when one cannot; drain the others then. */
  async serve(state: FirstState): Promise<HostPorts> {
    const [first, ...others] = this.#listeners
    if (first === undefined) throw new Error('the listener threads have ended')
    // The first may take any free port, which the others share.
    const ports = await serveOn(first, configuredPorts(this.#options.config), state)
    await Promise.all(others.map((listener) => serveOn(listener, ports, state)))
    return ports
  }

  get metrics(): SharedMetrics[] {
    return this.#listeners.flatMap(({ metrics }) => metrics)
  }

  /** Resolves when every listener answers from the generation. */
  async swap(generation: Generation): Promise<void> {
    await this.#askAll({ type: 'swap', generation }, 'onSwapped')
  }

  /** Sends every listener the current signing key. Messages keep their order, so no listener returns to an older key. */
  update(keys: KeyState): void {
    for (const listener of this.#listeners) send(listener, { type: 'keys', keys })
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
    let started = false
    const ready = new Promise<HostPorts>((resolve, reject) => {
      worker.on('message', (event: ListenerEvent) => {
        if (event.type === 'ready') {
          listener.metrics = event.metrics
          started = true
          resolve(event.ports)
        } else if (event.type === 'refused') reason = event.reason
        else if (event.type === 'counted') this.#options.onCounted(event.counted)
        else if (event.type === 'swapped') listener.onSwapped?.()
        else if (event.type === 'database-left') listener.onLeft?.()
        else this.#release(listener, event.oldest)
      })
      worker.on('error', (error) => {
        reason = stackOf(error)
      })
      worker.once('exit', () => {
        if (!started) {
          reject(new Error(reason))
          return
        }
        this.#listeners.splice(this.#listeners.indexOf(listener), 1)
        if (this.#drained === null) this.#options.onDeath(reason)
      })
    })
    // `serve` reports the failure.
    ready.catch(() => undefined)
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    const listener: Listener = { worker, ready, ended, released: 0, metrics: [], onSwapped: null, onLeft: null }
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

function configuredPorts(config: Config): HostPorts {
  return Object.fromEntries(config.hosts.map((host) => [host, config[host].port]))
}

/** Share of one listener when threads are divided evenly; the first ones take the remainder. */
function shareOf(total: number, listeners: number, position: number): number {
  return Math.floor(total / listeners) + (position < total % listeners ? 1 : 0)
}

function serveOn(listener: Listener, ports: HostPorts, { account, ...state }: FirstState): Promise<HostPorts> {
  const database = account === null ? null : { port: account.connect(), databaseReady: account.ready }
  const transferList = database?.port == null ? [] : [database.port]
  send(listener, { type: 'serve', ports, ...state, account: database }, transferList)
  return listener.ready
}

function send(listener: Listener, command: ListenerCommand, transferList: readonly MessagePort[] = []): void {
  listener.worker.postMessage(command, transferList)
}
