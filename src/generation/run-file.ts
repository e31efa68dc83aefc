import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, processStart } from '../shared/processes.ts'
import type { BuildReport } from './rebuilder.ts'

/**
 * State that a running process publishes in `DATA_DIR/run/<pid>.json`. `npm run reindex` finds the process by this file, and reads
 * the result of its rebuild there.
 */
export interface RunState {
  readonly pid: number
  /** Start of the process, which distinguishes it from a later process with the same pid; null where the system does not report it. */
  readonly processStart: string | null
  readonly url: string
  /** Number of finished rebuilds. */
  readonly rebuilds: number
  readonly lastRebuild: BuildReport | null
}

export class RunFile {
  readonly #path: string
  #state: RunState

  /** Prepares the file without writing it. */
  constructor(dataDir: string, url: string) {
    this.#path = join(runFolder(dataDir), `${process.pid}.json`)
    const { pid } = process
    this.#state = { pid, processStart: processStart(pid), url, rebuilds: 0, lastRebuild: null }
  }

  /** Writes the state. Throws when `DATA_DIR` cannot be written. */
  write(): void {
    mkdirSync(join(this.#path, '..'), { recursive: true })
    // The file is renamed into place, so that a reader never sees a part of it.
    const temporary = `${this.#path}.tmp`
    writeFileSync(temporary, `${JSON.stringify(this.#state)}\n`)
    renameSync(temporary, this.#path)
  }

  report(lastRebuild: BuildReport): void {
    this.#state = { ...this.#state, rebuilds: this.#state.rebuilds + 1, lastRebuild }
    this.write()
  }

  remove(): void {
    rmSync(this.#path, { force: true })
  }
}

/** Lists the processes on this machine that run on that `DATA_DIR`. Files left by dead processes are removed. */
export function runningProcesses(dataDir: string): RunState[] {
  const states: RunState[] = []
  for (const name of namesIn(runFolder(dataDir))) {
    if (!/^\d+\.json$/.test(name)) continue
    const state = readRunState(dataDir, Number.parseInt(name, 10))
    if (state !== null && isSameProcess(state)) states.push(state)
    else rmSync(join(runFolder(dataDir), name), { force: true })
  }
  return states
}

/** Reads the state; null when the process has removed its file. */
export function readRunState(dataDir: string, pid: number): RunState | null {
  try {
    return JSON.parse(readFileSync(join(runFolder(dataDir), `${pid}.json`), 'utf8')) as RunState
  } catch {
    return null
  }
}

/** Whether the process still runs. The pid alone may have been reused by another process, which a signal could end. */
export function isSameProcess({ pid, processStart: start }: RunState): boolean {
  return isRunning(pid, start)
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
