import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Locale } from '../src/shared/locale.ts'
import type { EngineName } from './engines.ts'
import type { Quality } from './quality.ts'
import type { Round } from './timing.ts'
import { nextMessage } from './next-message.ts'

/** Arguments of an engine process. */
export interface EngineJob {
  readonly engine: EngineName
  readonly corpus: string
  readonly family: string
  readonly locale: Locale
  /** Number of times that each document is indexed, under different paths. */
  readonly copies: number
}

export interface BuildReport {
  readonly documents: number
  readonly buildMs: number
  /**
   * Size of the index if the engine knows it. Otherwise the growth of heap and external memory, or of the process for
   * Turso.
   */
  readonly indexBytes: number
}

export interface QualityReport {
  readonly overall: Quality
  readonly kinds: Record<string, Quality>
  /** Time of one pass over all known-item queries. */
  readonly passMs: number
}

/** `answer` is the work of the service for a query; `search` is the ranking alone. */
export type RoundMode = 'search' | 'answer'

export type EngineRequest =
  | { readonly ask: 'quality' }
  | { readonly ask: 'round'; readonly mode: RoundMode; readonly minimumMs: number; readonly queries: readonly string[] }

export interface EngineRound extends Round {
  /**
   * The ratio p99 ÷ p50 of constant work that takes as long as the median answer, measured right after the round. It is
   * null for rankings and single passes.
   */
  readonly evenSpread: number | null
}

/** An engine in its own process. Heap, garbage and compiled code of other engines do not affect its figures. */
export interface EngineProcess {
  readonly build: BuildReport
  quality(): Promise<QualityReport>
  round(mode: RoundMode, queries: readonly string[], minimumMs: number): Promise<EngineRound>
  readonly stop: () => Promise<void>
}

const CHILD = fileURLToPath(new URL('engine-child.ts', import.meta.url))
const HEAP_LIMIT_MIB = 8192

export async function startEngine(job: EngineJob): Promise<EngineProcess> {
  const execArgv = [...process.execArgv, '--expose-gc', `--max-old-space-size=${HEAP_LIMIT_MIB}`]
  const child = fork(CHILD, [JSON.stringify(job)], { execArgv, serialization: 'advanced' })
  const build = (await nextMessage(child)) as BuildReport
  const ask = async (request: EngineRequest): Promise<unknown> => {
    child.send(request)
    return nextMessage(child)
  }
  return {
    build,
    quality: async () => (await ask({ ask: 'quality' })) as QualityReport,
    round: async (mode, queries, minimumMs) => (await ask({ ask: 'round', mode, minimumMs, queries })) as EngineRound,
    stop: async () => {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
