import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Locale } from '../src/shared/locale.ts'
import type { EngineName } from './engines.ts'
import type { Quality } from './quality.ts'
import type { Round } from './timing.ts'
import { nextMessage } from './next-message.ts'

/** What an engine process is started with. */
export interface EngineJob {
  readonly engine: EngineName
  readonly corpus: string
  readonly family: string
  readonly locale: Locale
  /** Each document is indexed this many times, under altered paths. */
  readonly copies: number
}

export interface BuildReport {
  readonly documents: number
  readonly buildMs: number
  /** The index where the engine knows its size, else the growth of heap and external memory, for Turso of the process. */
  readonly indexBytes: number
}

export interface QualityReport {
  readonly overall: Quality
  readonly kinds: Record<string, Quality>
  /** One pass over all known-item queries. */
  readonly passMs: number
}

/** `answer` is what the service does for a query, `search` the ranking alone. */
export type RoundMode = 'search' | 'answer'

export type EngineRequest =
  | { readonly ask: 'quality' }
  | { readonly ask: 'round'; readonly mode: RoundMode; readonly minimumMs: number; readonly queries: readonly string[] }

export interface EngineRound extends Round {
  /**
   * p99 ÷ p50 of work that is always the same and takes as long as the median answer, right after the round. Null for
   * rankings and single passes.
   */
  readonly evenSpread: number | null
}

/** An engine in a process of its own: no other engine's heap, garbage or compiled code touches its figures. */
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
