import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isRunning, machineMs, processStart } from '../shared/processes.ts'
import type { BuildReport } from './rebuilder.ts'

/** Format of these files. Fields that are only added leave it as it is. */
const RUN_FORMAT = 1

/**
 * State that a running process publishes in `DATA_DIR/run/<host name>-<pid>.json`. `npm run reindex` finds the process by this file,
 * and reads the result of its rebuild there.
 */
export interface RunState {
  /** Files of versions before 0.9.0 lack it. */
  readonly format?: number
  /** Machine or container, without which the pid means nothing. Earlier versions lack it, and are in `<pid>.json`. */
  readonly hostname?: string
  readonly pid: number
  /** Start of the process, which distinguishes it from a later process with the same pid; null where the system does not report it. */
  readonly processStart: string | null
  readonly url: string
  /** Address and ports of its hosts. Files of earlier versions lack it, as they do the following five. */
  readonly listens?: string
  /** Name that its process manager has for it; null without one. */
  readonly app?: string | null
  /** Place that its process manager gave it. */
  readonly instance?: string
  /** Process that manages it; null without a manager. */
  readonly manager?: number | null
  /** Time of `machineMs` when it became ready. */
  readonly readyAtMs?: number
  /** Time of `machineMs` when it said last to the process that it has replaced that it is alive. */
  readonly aliveAtMs?: number
  /** Number of the generation that it serves. */
  readonly generation?: number
  /** Number of finished rebuilds. */
  readonly rebuilds: number
  readonly lastRebuild: BuildReport | null
  /** Time of `machineMs` when it began; missing before the first, and in files of earlier versions. */
  readonly lastBegunAtMs?: number
}

export class RunFile {
  readonly #path: string
  #state: RunState

  /** Prepares the file without writing it. */
  constructor(dataDir: string, url: string, place: Pick<RunState, 'listens' | 'app' | 'instance' | 'manager'> = {}) {
    const { pid } = process
    const self = { format: RUN_FORMAT, hostname: hostname(), pid, processStart: processStart(pid), url, ...place }
    this.#state = { ...self, rebuilds: 0, lastRebuild: null }
    this.#path = pathOf(dataDir, this.#state)
  }

  /** Writes the state. Throws when `DATA_DIR` cannot be written. */
  write(): void {
    mkdirSync(join(this.#path, '..'), { recursive: true })
    // The file is renamed into place, so that a reader never sees a part of it.
    const temporary = `${this.#path}.tmp`
    writeFileSync(temporary, `${JSON.stringify(this.#state)}\n`)
    renameSync(temporary, this.#path)
  }

  /** The state as it was written last. */
  get state(): RunState {
    return this.#state
  }

  /** Writes that the process is ready. */
  ready(generation: number): void {
    this.#state = { ...this.#state, generation, readyAtMs: machineMs() }
    this.write()
  }

  /** Writes that the process is alive. */
  alive(): void {
    this.#state = { ...this.#state, aliveAtMs: machineMs() }
    this.write()
  }

  report(lastRebuild: BuildReport, lastBegunAtMs: number): void {
    const served = lastRebuild.outcome === 'failed' ? {} : { generation: lastRebuild.generation }
    const rebuilds = this.#state.rebuilds + 1
    this.#state = { ...this.#state, ...served, rebuilds, lastRebuild, lastBegunAtMs }
    this.write()
  }

  /** Removes the file where it can. A reader of `DATA_DIR` then sees that it gets no report. */
  remove(): void {
    try {
      rmSync(this.#path, { force: true })
    } catch {
      // The disk is read-only, or DATA_DIR is no folder: nothing can be done about the file.
    }
  }
}

/**
 * Lists the processes on this machine that run on that `DATA_DIR`. Files left by dead processes of it are removed.
 *
 * @param onNewer Called for each file of a newer version, which is left out, with a sentence about it.
 */
export function runningProcesses(dataDir: string, onNewer?: (fault: string) => void): RunState[] {
  const states: RunState[] = []
  const here = hostPart(hostname())
  for (const name of namesIn(runFolder(dataDir))) {
    if (!/^\d+\.json$/.test(name.startsWith(here) ? name.slice(here.length) : name)) continue
    const path = join(runFolder(dataDir), name)
    const state = read(path)
    const { format = RUN_FORMAT } = state ?? {}
    if (format !== RUN_FORMAT)
      onNewer?.(`${path} has format ${format}, of a newer version of Signpost: use the commands of that version`)
    else if (state !== null && isSameProcess(state)) states.push(state)
    else rmSync(path, { force: true })
  }
  return states
}

/** Reads the state that the process has now; null when it has removed its file. */
export function readRunState(dataDir: string, before: RunState): RunState | null {
  return read(pathOf(dataDir, before))
}

function read(path: string): RunState | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as RunState
  } catch {
    return null
  }
}

/** Whether the process still runs. The pid alone may have been reused by another process, which a signal could end. */
export function isSameProcess({ pid, processStart: start }: RunState): boolean {
  return isRunning(pid, start)
}

function pathOf(dataDir: string, { hostname: host, pid }: RunState): string {
  return join(runFolder(dataDir), `${host === undefined ? '' : hostPart(host)}${pid}.json`)
}

function hostPart(host: string): string {
  return `${encodeURIComponent(host)}-`
}

function runFolder(dataDir: string): string {
  return join(dataDir, 'run')
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
