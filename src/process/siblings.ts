import { runningProcesses, type RunFile, type RunState } from '../generation/run-file.ts'
import type { Log } from '../shared/log.ts'
import { machineMs } from '../shared/processes.ts'

const LOOK_INTERVAL_MS = 10_000
/** Time in which a process manager stops the process that another one has replaced. pm2 does so at once. */
const REPLACED_LIMIT_MS = 30_000

/**
 * What another process of the same addresses is to this one: another `instance` on purpose, or the process that this one has
 * replaced (`predecessor`) or that has replaced this one (`successor`).
 */
const KINDS = ['instance', 'predecessor', 'successor'] as const

export interface Sibling {
  readonly kind: (typeof KINDS)[number]
  readonly pid: number
  /** Number of the generation that it serves; null if it does not say. */
  readonly generation: number | null
}

export interface SiblingOptions {
  readonly dataDir: string
  readonly runFile: RunFile
  readonly log: Log
  /** Called when another process has replaced this one, and their manager has forgotten to stop this one. */
  readonly onReplaced: (by: number) => void
}

/**
 * The processes on this machine that answer at the same addresses from the same `DATA_DIR`. A process manager can lose one, which
 * would then answer from old content for ever: it ends by itself.
 */
export class Siblings {
  readonly #options: SiblingOptions
  readonly #reported = new Set<number>()
  #timer: NodeJS.Timeout | undefined
  #found: readonly Sibling[] = []

  constructor(options: SiblingOptions) {
    this.#options = options
  }

  /** What the last look has found. */
  get found(): readonly Sibling[] {
    return this.#found
  }

  /** Number of siblings of each kind. */
  count(): { readonly kind: string; readonly count: number }[] {
    return KINDS.map((kind) => ({ kind, count: this.#found.filter((each) => each.kind === kind).length }))
  }

  /** Looks now and from now on. */
  start(): void {
    this.#look()
    for (const sibling of this.#found) this.#options.log.pino.info(sibling, 'another process also listens here')
    this.#timer = setInterval(() => this.#look(), LOOK_INTERVAL_MS).unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const { dataDir, log, onReplaced, runFile } = this.#options
    const own = runFile.state
    const others = runningProcesses(dataDir).filter(({ pid, url }) => url === own.url && pid !== own.pid)
    this.#found = others.map((state) => ({
      kind: kindOf(state, own),
      pid: state.pid,
      generation: state.generation ?? null,
    }))
    const successor = others.find((state) => kindOf(state, own) === 'successor' && isLongReady(state))
    if (successor !== undefined && mayEnd(own, successor)) {
      this.close()
      log.pino.error({ successor: successor.pid }, 'another process has replaced this one, which nobody stopped: it ends')
      onReplaced(successor.pid)
      return
    }
    if (!isLongReady(own)) return
    for (const { generation, kind, pid } of this.#found) {
      if (kind !== 'predecessor' || this.#reported.has(pid)) continue
      this.#reported.add(pid)
      log.pino.error({ pid, generation }, 'a process that this one has replaced also listens here: stop it')
    }
  }
}

function kindOf({ instance, readyAtMs = 0 }: RunState, own: RunState): Sibling['kind'] {
  if (instance !== undefined && instance !== own.instance) return 'instance'
  return readyAtMs > (own.readyAtMs ?? 0) ? 'successor' : 'predecessor'
}

function isLongReady({ readyAtMs }: RunState): boolean {
  return readyAtMs !== undefined && machineMs() - readyAtMs > REPLACED_LIMIT_MS
}

/** Whether the manager of both has given the place to the other one, or the manager of this one is gone. */
function mayEnd(own: RunState, successor: RunState): boolean {
  if (own.manager == null || successor.manager == null) return false
  return successor.manager === own.manager || !process.connected
}
