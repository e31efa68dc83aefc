import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { dayOf, dayRecord, type DayRecord } from './day-record.ts'

/** Bytes of all files together. The oldest are removed beyond it. */
const FOLDER_LIMIT_BYTES = 64 * 1_048_576
const MS_PER_DAY = 86_400_000
const NAME = /^(\d{4}-\d\d-\d\d)\.([\da-f]{8})\.json$/

/**
 * The files with the counts of days in `DATA_DIR/analytics`. Each process writes files of its own, one a day, which needs no
 * lock. Who reads sums them up.
 */
export class DayFiles {
  readonly #folder: string
  readonly #id: string

  /** @param id Eight hexadecimal digits that no other process on this folder has. */
  constructor(dataDir: string, id: string) {
    this.#folder = analyticsFolder(dataDir)
    this.#id = id
  }

  /** Replaces the file of a day. Throws when the folder cannot be written. */
  write(record: DayRecord): void {
    mkdirSync(this.#folder, { recursive: true })
    const path = join(this.#folder, `${record.day}.${this.#id}.json`)
    // The file is renamed into place, so that a reader never sees a part of it.
    const temporary = `${path}.tmp`
    try {
      const file = openSync(temporary, 'w')
      try {
        writeFileSync(file, JSON.stringify(record))
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      renameSync(temporary, path)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw error
    }
  }

  /**
   * Removes files of days that are over by more than `days`, and the oldest while all together are too large. Returns the names
   * of these.
   */
  prune(days: number, nowMs: number): readonly string[] {
    const first = firstDayOf(days, nowMs)
    const tooMany: string[] = []
    let bytes = 0
    for (const name of namesIn(this.#folder).sort().toReversed()) {
      const day = name.slice(0, first.length)
      const path = join(this.#folder, name)
      bytes += sizeOf(path)
      const isLeft = name.endsWith('.tmp') && day < dayOf(nowMs)
      if (day < first || bytes > FOLDER_LIMIT_BYTES || isLeft) rmSync(path, { force: true })
      if (day >= first && bytes > FOLDER_LIMIT_BYTES) tooMany.push(name)
    }
    return tooMany
  }
}

/** A file with the counts of a day in one process. */
export interface DayFile {
  readonly name: string
  readonly path: string
  readonly day: string
  readonly process: string
  /** Time of its last change, in milliseconds since the epoch. */
  readonly changedMs: number
}

/** Lists the files of the last days, today among them, oldest first. */
export function listDayFiles(dataDir: string, days: number, nowMs: number): DayFile[] {
  const folder = analyticsFolder(dataDir)
  const first = firstDayOf(days, nowMs)
  return namesIn(folder)
    .sort()
    .flatMap((name) => {
      const [, day = '', process = ''] = NAME.exec(name) ?? []
      const path = join(folder, name)
      const changedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs
      return day < first || changedMs === undefined ? [] : [{ name, path, day, process, changedMs }]
    })
}

/**
 * Reads a file; null if it is gone or cannot be read.
 *
 * @param onFault Called if it cannot be read.
 */
export function readDayFile(path: string, onFault: (cause: unknown) => void): DayRecord | null {
  try {
    return dayRecord.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onFault(error)
    return null
  }
}

/**
 * Reads the counts of the last days, today among them, oldest first. Several files of one day come one after another.
 *
 * @param onFault Called for each file that cannot be read, which is left out.
 */
export function readDays(
  dataDir: string,
  days: number,
  nowMs: number,
  onFault: (file: string, cause: unknown) => void,
): DayRecord[] {
  return listDayFiles(dataDir, days, nowMs).flatMap(
    ({ name, path }) => readDayFile(path, (cause) => onFault(name, cause)) ?? [],
  )
}

/** The first of the last days, today among them. */
export function firstDayOf(days: number, nowMs: number): string {
  return dayOf(nowMs - (days - 1) * MS_PER_DAY)
}

function analyticsFolder(dataDir: string): string {
  return join(dataDir, 'analytics')
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
