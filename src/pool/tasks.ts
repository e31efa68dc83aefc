import type { Generation } from '../generation/generation.ts'
import type { KernelChoice } from '../search/kernel-choice.ts'
import type { AssetUrls } from '../web/static-files.ts'
import type { Locale } from '../shared/locale.ts'

/** What every task to a worker says about generations. */
export interface TaskHeader {
  /** The one that this task is answered from. */
  readonly generation: number
  /** The worker forgets every generation before this one: nothing in flight names them any more. */
  readonly oldest: number
  /** The named generation itself, when this worker has not been given it yet. */
  readonly share: Generation | null
}

/** Answered with one ArrayBuffer: see `readAnswers`. No queries: the worker only opens the generation. */
export interface SearchTask extends TaskHeader {
  /** Normalised queries, joined by `\n`, which a normalised query cannot hold. One string crosses threads cheaper than many. */
  readonly queries: string
  /** `packShape` of each query. */
  readonly shapes: readonly number[]
  /** `monotonicMs` after which the worker answers no further query of the batch. */
  readonly deadlineMs: number
}

/** Answered with the ArrayBuffer of a whole HTML document. */
export interface HtmlTask extends TaskHeader {
  readonly locale: Locale
  readonly path: string
}

/** What a worker is started with. */
export interface WorkerSettings {
  readonly assets: AssetUrls
  readonly kernel: KernelChoice
}

/** Milliseconds on a clock that all threads of the process share and that never goes back. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}
