import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CountKeeper } from '../analytics/count-keeper.ts'
import type { Counted } from '../analytics/counted.ts'
import { firstDayOf, readDays } from '../analytics/day-files.ts'
import type { DayStore } from '../analytics/day-store.ts'
import { DayUploads } from '../analytics/day-uploads.ts'
import { answerReport, type Counts } from '../analytics/report/answer-report.ts'
import type { Config } from '../config/config.ts'
import type { LocalService } from '../http/observe/metrics-server.ts'
import { counter, gauge } from '../http/observe/reading.ts'
import { logFaults, type Log } from '../shared/log.ts'
import { Unavailable } from '../shared/unavailable.ts'

/** Time between two looks for files that the database does not have as they are. */
const UPLOAD_INTERVAL_MS = 60_000
/** Longest wait of a report for the database, and of a process that stops. */
const STORE_LIMIT_MS = 3000

/** What readers teach, in the main thread: counts that become files, rows of the database, metrics and the report. */
export interface Analytics extends LocalService {
  add(counted: readonly Counted[]): void
  /** Writes the last counts. */
  close(): Promise<void>
}

/**
 * Starts the counting; null: it is switched off.
 *
 * @param store Counts of all nodes; null if there is no database, so that this machine is alone.
 */
export function startAnalytics({ analytics, dataDir }: Config, log: Log, store: DayStore | null): Analytics | null {
  if (analytics === null) return null
  const { days } = analytics
  const onFault = logFaults(log)
  const uploads = store && new DayUploads({ dataDir, days, clock: Date.now, store, onFault })
  const seed = randomBytes(4).readUInt32LE()
  const onRemoved = (names: readonly string[]): void => uploads?.noteRemoved(names)
  const keeper = new CountKeeper({ dataDir, days, clock: Date.now, seed, onFault, onRemoved })

  /** Resolves to whether the database has all counts of this machine. */
  async function upload(): Promise<boolean> {
    try {
      keeper.write()
      await uploads?.run()
      return true
    } catch (error) {
      // The database itself tells when it is away.
      if (!(error instanceof Unavailable)) onFault('counts of searches cannot be written to the database', error)
      return false
    }
  }
  const timer = uploads && setInterval(() => void upload(), UPLOAD_INTERVAL_MS).unref()

  async function readAll(store: DayStore, daysAsked: number): Promise<Counts | null> {
    if (!(await upload())) return null
    const records = await store.list(firstDayOf(daysAsked, Date.now())).catch(() => null)
    return records && { records, scope: 'Counts of all nodes that share the database, up to a minute ago.' }
  }

  async function read(daysAsked: number): Promise<Counts> {
    const all = store && (await soon(readAll(store, daysAsked)))
    if (all !== null) return all
    // The report shows what has come until now.
    keeper.write()
    const report = (file: string, cause: unknown): void => onFault(`${file} of the counts cannot be read`, cause)
    const scope =
      store === null ? 'Counts of this machine.' : 'Counts of this machine alone, since the database does not answer.'
    return { records: readDays(dataDir, daysAsked, Date.now(), report), scope }
  }

  return {
    add: (counted) => keeper.add(counted),
    readings: [
      ...keeper.readings.map((reading) => ({ ...reading, type: 'counter' as const })),
      ...(uploads === null ? [] : readingsOf(uploads)),
    ],
    answer: (url) => answerReport(url, { daysKept: days, read }),
    async close() {
      clearInterval(timer ?? undefined)
      keeper.close()
      if (uploads !== null) await soon(upload())
    },
  }
}

/** Resolves to null if the database takes too long. */
function soon<T>(work: Promise<T>): Promise<T | null> {
  return Promise.race([work, sleep(STORE_LIMIT_MS, null, { ref: false })])
}

function readingsOf(uploads: DayUploads) {
  const waiting = 'Files with counts of searches that the database does not have yet.'
  const dropped = 'Counts of a process and day that were removed before their time.'
  return [
    gauge('signpost_search_counts_waiting', waiting, () => uploads.waiting),
    counter('signpost_search_counts_dropped_total', dropped, () => uploads.dropped),
  ]
}
