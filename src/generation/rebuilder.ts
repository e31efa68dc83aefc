import type { BuilderMessage } from './builder-messages.ts'
import type { CurrentGeneration, OpenedPart } from './current-generation.ts'
import { isWithdrawn, type Followed } from './follow/followed.ts'
import type { PartName, PrepareRequest } from './prepare.ts'
import type { DocsRequest } from './prepare-docs.ts'
import type { IconsRequest } from './prepare-icons.ts'
import type { Locale } from '../shared/locale.ts'
import { machineMs } from '../shared/processes.ts'
import { startBuilder, type BuilderAnswer, type BuilderLimits, type WatchedBuilder } from './watched-builder.ts'

/** Ended builders whose threads still run, as they hang where nothing interrupts them. With more of them no build begins. */
const LINGERING_LIMIT = 4

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
  readonly docs: Pick<DocsRequest, 'siteUrl' | 'pageDeadlineMs'> | null
  /** Settings of the icons host; null where it is not served. */
  readonly icons: Pick<IconsRequest, 'siteUrl'> | null
  readonly current: CurrentGeneration
  /** What is published, asked for at the beginning of each build; absent where content is built here. */
  readonly followed?: (() => Followed) | undefined
  readonly limits?: BuilderLimits
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
  /** Whether what was published is at fault, and not this node. */
  readonly refused: boolean
}

/**
 * Builds one generation at a time, its parts side by side. Requests during a build lead to one more build after it. A build that
 * has long been reading a file that was saved meanwhile makes room for that at once.
 */
export class Rebuilder {
  readonly #options: RebuilderOptions
  #running = false
  /** Time at which the build under way began, in milliseconds since the epoch; null between builds. */
  runningSinceMs: number | null = null
  #wanted = false
  #allowsLoss = false
  readonly #builders = new Set<WatchedBuilder>()
  #lingering = 0

  constructor(options: RebuilderOptions) {
    this.#options = options
  }

  /** Runs the first build. */
  first(): Promise<BuildReport> {
    return this.#timed()
  }

  /** Lets the next build publish far fewer pages than are served. */
  allowLoss(): void {
    this.#allowsLoss = true
  }

  request(): void {
    this.#wanted = true
    if (!this.#running) void this.#run()
    else this.endOutdated()
  }

  /** Begins a build anew that has long been reading a file that was saved meanwhile. */
  endOutdated(): void {
    for (const builder of this.#builders) void builder.endIfOutdated()
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
    const allowsLoss = this.#allowsLoss
    this.#allowsLoss = false
    const startedAt = performance.now()
    const { contentDir, current, dataDir, docs, followed, icons } = this.#options
    const shared = { contentDir, dataDir, followed: followed?.() }
    const inputs: PartInput[] = []
    if (docs !== null) {
      const served = current.docs
      const { content = '', number = 0 } = served?.docs ?? {}
      const known =
        served === null
          ? null
          : { number, content, fingerprint: served.fingerprint, pageCounts: allowsLoss ? undefined : countsOf(current) }
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
    const { current, onPart } = this.#options
    const { part } = input
    const built = await this.#runBuilder({ ...input, last: false })
    const { fault, refused } = faultOf(built)
    // A service that serves goes on with what it has. A start serves what was served last.
    const keeps = current.has(part) && !this.#isWithdrawn(input)
    const served = fault === null || keeps ? built : await this.#runBuilder({ ...input, last: true })
    const next = served.type === 'failed' || served.outcome === 'unchanged' ? null : served
    await onPart({ part, next, fault, refused })
    return { outcome: served.type === 'failed' ? 'failed' : served.outcome, fault }
  }

  /** Whether what is served must not be served any longer. */
  #isWithdrawn({ followed, part }: PartInput): boolean {
    const { docs, icons } = this.#options.current
    const content = part === 'docs' ? docs?.docs.content : icons?.icons.content
    return followed !== undefined && content !== undefined && isWithdrawn(followed, content)
  }

  /** Runs a builder, and another one each time that a save makes its reading outdated. */
  async #runBuilder(request: PrepareRequest): Promise<BuilderAnswer> {
    if (this.#lingering > LINGERING_LIMIT) {
      const reason = `${this.#lingering} builders that hung have not ended yet; mend the page that they name, and restart Signpost`
      return { type: 'failed', reason }
    }
    const builder = startBuilder(request, this.#options.onMessage, this.#options.limits)
    this.#builders.add(builder)
    const outcome = await builder.outcome
    this.#builders.delete(builder)
    this.#lingering += 1
    void builder.ended.then(() => (this.#lingering -= 1))
    return outcome.type === 'outdated' ? this.#runBuilder(request) : outcome
  }
}

function countsOf({ docs }: CurrentGeneration): Partial<Record<Locale, number>> {
  return Object.fromEntries([...(docs?.docs.locales ?? [])].map(([locale, { pageCount }]) => [locale, pageCount]))
}

function faultOf(built: BuilderAnswer): Pick<PartResult, 'fault' | 'refused'> {
  return built.type === 'failed'
    ? { fault: built.reason, refused: built.refused === true }
    : { fault: null, refused: false }
}

type PartInput = ({ readonly part: 'docs' } & DocsRequest) | ({ readonly part: 'icons' } & IconsRequest)
