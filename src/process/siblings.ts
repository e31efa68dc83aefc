import { runningProcesses, type RunFile, type RunState } from '../generation/run-file.ts'
import type { Log } from '../shared/log.ts'
import { machineMs } from '../shared/processes.ts'

const LOOK_INTERVAL_MS = 10_000
/** A process that is to end looks this often for a word of its successor, so that it acts on a fresh one. */
const WAIT_INTERVAL_MS = 1000
/** Age up to which the word of a successor proves that it is alive. */
const ALIVE_LIMIT_MS = 2000
/** Age from which a successor is reported that says nothing. */
const SILENT_AFTER_MS = 2.5 * LOOK_INTERVAL_MS
/** Time in which a process manager stops the process that another one has replaced. pm2 does so at once. */
const REPLACED_LIMIT_MS = 30_000
/** Time after which a replaced process is reported that has not ended by itself, as earlier versions do not. */
const REPORT_AFTER_MS = 60_000

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
  readonly runFile: Pick<RunFile, 'state'>
  readonly log: Log
  /** Called to write into the run file that this process is alive, which the process that it has replaced waits for. */
  readonly sayAlive: () => void
  /** Called when another process has replaced this one, and their manager has forgotten to stop this one. */
  readonly onReplaced: (by: number) => void
}

/**
 * The processes on this machine that listen on the same ports for the same addresses from the same `DATA_DIR`. A process manager
 * can lose one, which would then answer from old content for ever: it ends by itself, once its successor says that it is alive.
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
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #look(): void {
    const { dataDir, log, onReplaced, runFile, sayAlive } = this.#options
    const own = runFile.state
    const others = runningProcesses(dataDir).filter((state) => state.pid !== own.pid && mayShare(state, own))
    this.#found = others.map((state) => ({
      kind: kindOf(state, own),
      pid: state.pid,
      generation: state.generation ?? null,
    }))
    const successors = others.filter((state) => hasReplaced(state, own))
    const successor = successors.find((state) => aliveAgeMs(state) <= ALIVE_LIMIT_MS)
    if (successor !== undefined) {
      log.pino.error(
        { successor: successor.pid },
        'another process has replaced this one, which nobody stopped: it ends',
      )
      onReplaced(successor.pid)
      return
    }
    const predecessors = others.filter((state) => kindOf(state, own) === 'predecessor')
    if (predecessors.length > 0) sayAlive()
    for (const state of successors)
      if (aliveAgeMs(state) > SILENT_AFTER_MS)
        this.#report(state, 'a process that has replaced this one does not say that it is alive: this one stays')
    if (isReadyFor(REPORT_AFTER_MS, own))
      for (const state of predecessors)
        this.#report(state, 'a process that this one has replaced also listens here: stop it')
    const delayMs = successors.length > 0 ? WAIT_INTERVAL_MS : LOOK_INTERVAL_MS
    this.#timer = setTimeout(() => this.#look(), delayMs).unref()
  }

  /** Logs it once for each process. */
  #report({ generation, pid }: RunState, message: string): void {
    if (this.#reported.has(pid)) return
    this.#reported.add(pid)
    this.#options.log.pino.error({ pid, generation: generation ?? null }, message)
  }
}

/** Whether both have the same ports, as far as the file of the other one says. */
function mayShare({ listens, url }: RunState, own: RunState): boolean {
  return url === own.url && (listens === undefined || listens === own.listens)
}

function kindOf({ app, instance, readyAtMs = 0 }: RunState, own: RunState): Sibling['kind'] {
  if (instance !== undefined && instance !== own.instance) return 'instance'
  if (app !== undefined && app !== own.app) return 'instance'
  return readyAtMs > (own.readyAtMs ?? 0) ? 'successor' : 'predecessor'
}

function isReadyFor(limitMs: number, { readyAtMs }: RunState): boolean {
  return readyAtMs !== undefined && machineMs() - readyAtMs > limitMs
}

function aliveAgeMs({ aliveAtMs }: RunState): number {
  return aliveAtMs === undefined ? Infinity : machineMs() - aliveAtMs
}

/** Whether the manager of both has given the place to the other one, or the manager of this one is gone. */
function hasReplaced(state: RunState, own: RunState): boolean {
  if (kindOf(state, own) !== 'successor' || !isReadyFor(REPLACED_LIMIT_MS, state)) return false
  if (state.listens === undefined || own.manager == null || state.manager == null) return false
  return state.manager === own.manager || !process.connected
}
