import { listDayFiles, firstDayOf, readDayFile, type DayFile } from './day-files.ts'
import { dayOf } from './day-record.ts'
import { sumOf, type DayStore } from './day-store.ts'
import { createTurns } from '../shared/turns.ts'

export interface DayUploadsOptions {
  readonly dataDir: string
  /** Days whose counts are kept. */
  readonly days: number
  readonly clock: () => number
  readonly store: DayStore
  /** Called for a file that cannot be read, which is left out. */
  readonly onFault: (message: string, cause: unknown) => void
}

/**
 * Brings the files of this machine into the store of all nodes. The files are what waits while the store is away: each is put
 * whole, as often as it has changed, and those that earlier processes have left too.
 */
export class DayUploads {
  readonly #options: DayUploadsOptions
  /** Time of the last change of each file that the store has. */
  readonly #stored = new Map<string, number>()
  readonly #inTurn = createTurns()
  #known: ReadonlyMap<string, number> | null = null
  #prunedOn = ''
  #waiting = 0
  #dropped = 0

  constructor(options: DayUploadsOptions) {
    this.#options = options
  }

  /** Files whose counts the store does not have yet. */
  get waiting(): number {
    return this.#waiting
  }

  /** Counts of a process and day that were removed before their time: files that the store did not have yet, and rows of it. */
  get dropped(): number {
    return this.#dropped
  }

  /** Counts files that are removed since there are too many, unless the store has them. */
  noteRemoved(names: readonly string[]): void {
    this.#dropped += names.filter((name) => !this.#stored.has(name)).length
  }

  /** Brings what has changed into the store. Rejects with `Unavailable`; the next call goes on where this one has ended. */
  run(): Promise<void> {
    return this.#inTurn(() => this.#run())
  }

  async #run(): Promise<void> {
    const { clock, dataDir, days, store } = this.#options
    const nowMs = clock()
    const firstDay = firstDayOf(days, nowMs)
    const files = listDayFiles(dataDir, days, nowMs)
    const changed = files.filter(({ changedMs, name }) => this.#stored.get(name) !== changedMs)
    this.#waiting = changed.length
    this.#known ??= await store.sums(firstDay)
    for (const file of changed) {
      await this.#put(file, this.#known)
      this.#stored.set(file.name, file.changedMs)
      this.#waiting -= 1
    }
    const names = new Set(files.map(({ name }) => name))
    for (const name of this.#stored.keys()) if (!names.has(name)) this.#stored.delete(name)
    if (this.#prunedOn === dayOf(nowMs)) return
    this.#dropped += await store.prune(firstDay)
    this.#prunedOn = dayOf(nowMs)
  }

  async #put({ day, name, path, process }: DayFile, known: ReadonlyMap<string, number>): Promise<void> {
    const record = readDayFile(path, (cause) => this.#options.onFault(`${name} of the counts cannot be read`, cause))
    if (record === null || sumOf(record) <= (known.get(`${day}.${process}`) ?? 0)) return
    await this.#options.store.put({ process, record })
  }
}
