import { Worker } from 'node:worker_threads'
import type { BuilderMessage, BuilderInput } from './builder-messages.ts'
import type { Generation } from './generation.ts'
import type { PrepareRequest } from './prepare.ts'
import { machineMs } from '../shared/processes.ts'
import { stackOf } from '../shared/reason.ts'

/** A generation in service, with its resources. */
export interface ServedGeneration {
  readonly generation: Generation
  readonly fingerprint: string
  readonly descriptors: readonly number[]
}

/** Outcome of a build. */
export type BuildReport =
  | {
      readonly outcome: 'built' | 'loaded'
      readonly generation: number
      readonly pageCount: number
      readonly ms: number
    }
  | { readonly outcome: 'unchanged'; readonly generation: number; readonly ms: number }
  | { readonly outcome: 'failed'; readonly reason: string; readonly ms: number }

export interface RebuilderOptions {
  readonly settings: Omit<PrepareRequest, 'current'>
  readonly onMessage: (message: BuilderMessage) => void
  /** Puts a new generation into service. Resolves when every listener answers from it. */
  readonly publish: (next: ServedGeneration) => Promise<void>
  /** Called after each build but the first, with the time of `machineMs` when it began. */
  readonly onReport: (report: BuildReport, begunAtMs: number) => void
}

/** Builds one generation at a time. Requests during a build lead to one more build after it. */
export class Rebuilder {
  readonly #options: RebuilderOptions
  #served: ServedGeneration | null = null
  #running = false
  /** Time at which the build under way began, in milliseconds since the epoch; null between builds. */
  runningSinceMs: number | null = null
  #wanted = false

  constructor(options: RebuilderOptions) {
    this.#options = options
  }

  /** Runs the first build. Nothing is published when it fails. */
  first(): Promise<BuildReport> {
    return this.#timed()
  }

  request(): void {
    this.#wanted = true
    if (!this.#running) void this.#run()
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#wanted) {
      this.#wanted = false
      const begunAtMs = machineMs()
      this.#options.onReport(await this.#timed(), begunAtMs)
    }
    this.#running = false
  }

  async #timed(): Promise<BuildReport> {
    this.runningSinceMs = Date.now()
    try {
      return await this.#build()
    } finally {
      this.runningSinceMs = null
    }
  }

  async #build(): Promise<BuildReport> {
    const startedAt = performance.now()
    const served = this.#served
    const current =
      served === null
        ? null
        : { number: served.generation.number, fingerprint: served.fingerprint, icons: served.generation.icons }
    const result = await runBuilder({ ...this.#options.settings, current }, this.#options.onMessage)
    const ms = (): number => Math.round(performance.now() - startedAt)
    if (result.type === 'failed') return { outcome: 'failed', reason: result.reason, ms: ms() }
    if (result.outcome === 'unchanged') return { outcome: 'unchanged', generation: current?.number ?? 0, ms: ms() }
    const { outcome, generation } = result
    this.#served = result
    await this.#options.publish(result)
    const pageCount = [...generation.locales.values()].reduce((sum, locale) => sum + locale.pageCount, 0)
    return { outcome, generation: generation.number, pageCount, ms: ms() }
  }
}

type BuildOutcome = Extract<BuilderMessage, { readonly type: 'done' | 'failed' }>

/**
 * Runs one build in its own thread. It always resolves: a thread that dies has failed.
 *
 * @param onMessage Receives progress, log lines and faults.
 */
function runBuilder(input: BuilderInput, onMessage: (message: BuilderMessage) => void): Promise<BuildOutcome> {
  return new Promise((resolve) => {
    const file = import.meta.url.endsWith('.ts') ? '../threads/builder.ts' : '../threads/builder.js'
    // The descriptors of the thread must outlive it: they are the files of the generation.
    const worker = new Worker(new URL(file, import.meta.url), { workerData: input, trackUnmanagedFds: false })
    worker.on('message', (message: BuilderMessage) => {
      if (message.type === 'done' || message.type === 'failed') resolve(message)
      else onMessage(message)
    })
    // Messages after an answer or an error have no effect.
    worker.on('error', (error) => resolve({ type: 'failed', reason: stackOf(error) }))
    worker.on('exit', () => resolve({ type: 'failed', reason: 'the builder thread ended without an answer' }))
  })
}
