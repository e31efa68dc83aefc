import { Worker } from 'node:worker_threads'
import type { BuilderMessage, BuilderInput } from './builder-messages.ts'
import type { CurrentGeneration, OpenedPart } from './current-generation.ts'
import type { PartName } from './prepare.ts'
import type { DocsRequest } from './prepare-docs.ts'
import type { IconsRequest } from './prepare-icons.ts'
import { machineMs } from '../shared/processes.ts'

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
  readonly contentDir: string
  readonly dataDir: string
  /** Settings of the docs host; null where it is not served. */
  readonly docs: Pick<DocsRequest, 'siteUrl' | 'llmsFullLimitBytes'> | null
  /** Settings of the icons host; null where it is not served. */
  readonly icons: Pick<IconsRequest, 'siteUrl'> | null
  readonly current: CurrentGeneration
  readonly onMessage: (message: BuilderMessage) => void
  /** Called with the outcome of each part as soon as it is known. The next build waits until it resolves. */
  readonly onPart: (result: PartResult) => Promise<void>
  /** Called after each build but the first, with the time of `machineMs` when it began. */
  readonly onReport: (report: BuildReport, begunAtMs: number) => void
}

/** What became of one part in a build. */
export interface PartResult {
  readonly part: PartName
  /** What is served from now on; null if it stays as it is. After a fault at a start, it is the last good state on disk. */
  readonly next: OpenedPart | null
  /** Reason why the part could not be built; null if it could. */
  readonly fault: string | null
}

/** Builds one generation at a time, its parts side by side. Requests during a build lead to one more build after it. */
export class Rebuilder {
  readonly #options: RebuilderOptions
  #running = false
  #wanted = false

  constructor(options: RebuilderOptions) {
    this.#options = options
  }

  /** Runs the first build. */
  first(): Promise<BuildReport> {
    return this.#build()
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
      this.#options.onReport(await this.#build(), begunAtMs)
    }
    this.#running = false
  }

  async #build(): Promise<BuildReport> {
    const startedAt = performance.now()
    const { contentDir, current, dataDir, docs, icons } = this.#options
    const shared = { contentDir, dataDir }
    const inputs: PartInput[] = []
    if (docs !== null) {
      const served = current.docs
      const known = served === null ? null : { number: served.docs.number, fingerprint: served.fingerprint }
      inputs.push({ part: 'docs', ...shared, ...docs, current: known })
    }
    if (icons !== null) inputs.push({ part: 'icons', ...shared, ...icons, current: current.icons?.icons ?? null })
    const built = await Promise.all(inputs.map((input) => this.#buildPart(input)))
    const ms = Math.round(performance.now() - startedAt)
    const reasons = built.flatMap(({ fault }) => fault ?? [])
    if (reasons.length > 0) return { outcome: 'failed', reason: reasons.join('\n'), ms }
    const generation = current.number
    const outcomes = built.map(({ outcome }) => outcome)
    if (outcomes.every((outcome) => outcome === 'unchanged')) return { outcome: 'unchanged', generation, ms }
    const locales = [...(current.docs?.docs.locales.values() ?? [])]
    const pageCount = locales.reduce((sum, locale) => sum + locale.pageCount, 0)
    return { outcome: outcomes.includes('built') ? 'built' : 'loaded', generation, pageCount, ms }
  }

  async #buildPart(input: PartInput): Promise<{ readonly outcome: string; readonly fault: string | null }> {
    const { current, onMessage, onPart } = this.#options
    const { part } = input
    const built = await runBuilder({ ...input, last: false }, onMessage)
    const fault = built.type === 'failed' ? built.reason : null
    // A service that serves goes on with what it has. A start serves what was served last.
    const served = fault === null || current.has(part) ? built : await runBuilder({ ...input, last: true }, onMessage)
    const next = served.type === 'failed' || served.outcome === 'unchanged' ? null : served
    await onPart({ part, next, fault })
    return { outcome: served.type === 'failed' ? 'failed' : served.outcome, fault }
  }
}

type PartInput = ({ readonly part: 'docs' } & DocsRequest) | ({ readonly part: 'icons' } & IconsRequest)

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
    worker.on('error', (error) => resolve({ type: 'failed', reason: error.stack ?? error.message }))
    worker.on('exit', () => resolve({ type: 'failed', reason: 'the builder thread ended without an answer' }))
  })
}
