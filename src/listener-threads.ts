import { Worker } from 'node:worker_threads'
import type { AccountDatabase } from './account-database.ts'
import type { Config } from './config/config.ts'
import type { Generation } from './generation/generation.ts'
import type { SharedMetrics } from './http/metrics.ts'
import { limitRequestHeads } from './http/uws.ts'
import type { KeyState } from './tokens/key-keeper.ts'
import type { HostPorts, ListenerCommand, ListenerEvent, ListenerInput } from './listener-messages.ts'

export interface ListenerThreadsOptions {
  readonly config: Config
  readonly generation: Generation
  /** Of the icons host; null where it is not served. */
  readonly keys: KeyState | null
  readonly account: AccountDatabase | null
  /** A listener ended by itself; it has not been told to. */
  readonly onDeath: (reason: string) => void
  /** No listener uses a generation before this one any more. */
  readonly onReleased: (oldest: number) => void
}

interface Listener {
  readonly worker: Worker
  readonly ended: Promise<void>
  /** Nothing before this generation is in use there. */
  released: number
  metrics: readonly SharedMetrics[]
  started: boolean
  onSwapped: (() => void) | null
}

/** The listener threads of the process, which all listen on the same ports, one for each host. */
export class ListenerThreads {
  readonly #options: ListenerThreadsOptions
  readonly #listeners: Listener[] = []
  #draining = false
  #released: number

  private constructor(options: ListenerThreadsOptions) {
    this.#options = options
    this.#released = options.generation.number
  }

  /** Resolves when all listen. Rejects when one cannot; the process should then end. */
  static async start(options: ListenerThreadsOptions): Promise<{ threads: ListenerThreads; ports: HostPorts }> {
    limitRequestHeads()
    const threads = new ListenerThreads(options)
    const { listeners } = options.config.threads
    // The first may take any free port; the others share it.
    const ports = await threads.#add(0, configuredPorts(options.config))
    const others = Array.from({ length: listeners - 1 }, (_, other) => threads.#add(other + 1, ports))
    await Promise.all(others)
    return { threads, ports }
  }

  get metrics(): SharedMetrics[] {
    return this.#listeners.flatMap(({ metrics }) => metrics)
  }

  /** Resolves when every listener answers from the generation. */
  async swap(generation: Generation): Promise<void> {
    await Promise.all(
      this.#listeners.map(async (listener) => {
        const done = new Promise<void>((resolve) => {
          listener.onSwapped = resolve
        })
        send(listener, { type: 'swap', generation })
        await Promise.race([done, listener.ended])
      }),
    )
  }

  /** Tells every listener which key signs from now on. Messages keep their order, so none goes back to an older one. */
  update(keys: KeyState): void {
    for (const listener of this.#listeners) send(listener, { type: 'keys', keys })
  }

  /** Tells every listener something of the account host. */
  tellAccount(type: 'database' | 'account-keys'): void {
    for (const listener of this.#listeners) send(listener, { type })
  }

  /** Resolves when all have finished what is under way and ended by themselves. */
  async drain(): Promise<void> {
    this.#draining = true
    for (const listener of this.#listeners) send(listener, { type: 'drain' })
    await Promise.all(this.#listeners.map(({ ended }) => ended))
  }

  #add(position: number, ports: HostPorts): Promise<HostPorts> {
    const { config, generation, keys } = this.#options
    const { listeners, search, token } = config.threads
    const searchThreads = shareOf(search, listeners, position)
    const tokenThreads = shareOf(token, listeners, position)
    const database = this.#options.account
    const account = database === null ? null : { port: database.connect(), databaseReady: database.ready }
    const input: ListenerInput = { position, config, ports, searchThreads, tokenThreads, generation, keys, account }
    const transferList = account?.port == null ? [] : [account.port]
    const file = import.meta.url.endsWith('.ts') ? './listener.ts' : './listener.js'
    const worker = new Worker(new URL(file, import.meta.url), { workerData: input, transferList })
    return new Promise((resolve, reject) => {
      let reason = 'it ended without a reason'
      const listener: Listener = {
        worker,
        ended: new Promise((ended) => worker.once('exit', () => ended())),
        released: generation.number,
        metrics: [],
        started: false,
        onSwapped: null,
      }
      this.#listeners.push(listener)
      worker.on('message', (event: ListenerEvent) => {
        if (event.type === 'ready') {
          listener.metrics = event.metrics
          listener.started = true
          resolve(event.ports)
        } else if (event.type === 'refused') reason = event.reason
        else if (event.type === 'swapped') listener.onSwapped?.()
        else this.#release(listener, event.oldest)
      })
      worker.on('error', (error) => {
        reason = error.stack ?? error.message
      })
      worker.once('exit', () => {
        this.#listeners.splice(this.#listeners.indexOf(listener), 1)
        if (!listener.started) reject(new Error(reason))
        else if (!this.#draining) this.#options.onDeath(reason)
      })
    })
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

/** Of things that are shared out evenly; what does not divide goes to the first ones. */
function shareOf(total: number, listeners: number, position: number): number {
  return Math.floor(total / listeners) + (position < total % listeners ? 1 : 0)
}

function send(listener: Listener, command: ListenerCommand): void {
  listener.worker.postMessage(command)
}
