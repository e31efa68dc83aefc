import type { DayRecord } from './day-record.ts'

/** The counts of a day in one process. */
export interface ProcessDay {
  /** Eight hexadecimal digits. */
  readonly process: string
  readonly record: DayRecord
}

/** Counts of all nodes, which share a database. Each method may reject with `Unavailable`. Days are in UTC: `2026-11-25`. */
export interface DayStore {
  /** Replaces what a process has counted on a day, if this is more. So it may be repeated. */
  put(day: ProcessDay): Promise<void>
  /** Reads the counts from a day on, oldest first. */
  list(firstDay: string): Promise<DayRecord[]>
  /** How much each process has counted on each day from one on, by `<day>.<process>`. */
  sums(firstDay: string): Promise<Map<string, number>>
  /** Removes days before this one, and the oldest while all together are too large. Resolves to the number of these. */
  prune(firstDay: string): Promise<number>
}

/** How much a record has counted. It grows with each thing that is counted. */
export function sumOf({ clicks, pages, totals }: DayRecord): number {
  return (
    Object.values(totals).reduce((sum, { searches }) => sum + searches, 0) +
    clicks.byPosition.reduce((sum, each) => sum + each, 0) +
    pages.reduce((sum, { helpful, unhelpful }) => sum + helpful + unhelpful, 0)
  )
}
