import type { BuilderMessage } from './builder-messages.ts'
import type { Generation } from './generation.ts'
import type { PrepareRequest } from './prepare.ts'
import { machineMs } from '../shared/processes.ts'
import { startBuilder, type BuilderLimits, type BuilderAnswer, type WatchedBuilder } from './watched-builder.ts'

/** Ended builders whose threads still run, as they hang where nothing interrupts them. With more of them no build begins. */
const LINGERING_LIMIT = 2

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
  readonly limits?: BuilderLimits
  readonly onMessage: (message: BuilderMessage) => void
  /** Puts a new generation into service. Resolves when every listener answers from it. */
  readonly publish: (next: ServedGeneration) => Promise<void>
  /** Called after each build but the first, with the time of `machineMs` when it began. */
  readonly onReport: (report: BuildReport, begunAtMs: number) => void
}

/**
 * Builds one generation at a time. Requests during a build lead to one more build after it. A build that has long been reading
 * a file that was saved meanwhile makes room for that at once.
 */
export class Rebuilder {
  readonly #options: RebuilderOptions
  #served: ServedGeneration | null = null
  #running = false
  #wanted = false
  #builder: WatchedBuilder | null = null
  #lingering = 0

  constructor(options: RebuilderOptions) {
    this.#options = options
  }

  /** Runs the first build. Nothing is published when it fails. */
  first(): Promise<BuildReport> {
    return this.#build()
  }

  request(): void {
    this.#wanted = true
    if (!this.#running) void this.#run()
    else void this.#builder?.endIfOutdated()
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#wanted) {
      this.#wanted = false
      const begunAtMs = machineMs()
      this.#options.onReport(await this.#build(), begunAtMs)
    }
    this.#running = false
  }

  async #build(): Promise<BuildReport> {
    const startedAt = performance.now()
    const served = this.#served
    const current =
      served === null
        ? null
        : { number: served.generation.number, fingerprint: served.fingerprint, icons: served.generation.icons }
    const result = await this.#runBuilder({ ...this.#options.settings, current })
    const ms = (): number => Math.round(performance.now() - startedAt)
    if (result.type === 'failed') return { outcome: 'failed', reason: result.reason, ms: ms() }
    if (result.outcome === 'unchanged') return { outcome: 'unchanged', generation: current?.number ?? 0, ms: ms() }
    const { outcome, generation } = result
    this.#served = result
    await this.#options.publish(result)
    const pageCount = [...generation.locales.values()].reduce((sum, locale) => sum + locale.pageCount, 0)
    return { outcome, generation: generation.number, pageCount, ms: ms() }
  }

  /** Runs a builder, and another one each time that a save makes its reading outdated. */
  async #runBuilder(request: PrepareRequest): Promise<BuilderAnswer> {
    if (this.#lingering > LINGERING_LIMIT) {
      const reason = `${this.#lingering} builders that hung have not ended yet; mend the page that they name, and restart Signpost`
      return { type: 'failed', reason }
    }
    const builder = startBuilder(request, this.#options.onMessage, this.#options.limits)
    this.#lingering += 1
    void builder.ended.then(() => (this.#lingering -= 1))
    this.#builder = builder
    const outcome = await builder.outcome
    this.#builder = null
    return outcome.type === 'outdated' ? this.#runBuilder(request) : outcome
  }
}
