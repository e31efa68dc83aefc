import { z } from 'zod'
import { LOCALES } from '../shared/locale.ts'
import { SOURCES, type Source } from './counted.ts'

/** Places of results that are told apart; the last counter has all further ones. */
export const POSITIONS = 10

const count = z.int().min(0)
/** Pages and clicks on them after one query. */
const clickedPages = z.record(z.string(), count)

const queryRecord = z.object({
  source: z.enum(SOURCES),
  locale: z.enum(LOCALES),
  query: z.string(),
  searches: count,
  /** Searches without a result in the locale. */
  nothing: count,
  clicks: count,
  /** Sum of the places of clicked results, from 1. */
  positions: count,
  pages: clickedPages,
})
export type QueryRecord = z.output<typeof queryRecord>

const pageRecord = z.object({ page: z.string(), helpful: count, unhelpful: count })
export type PageRecord = z.output<typeof pageRecord>

const sourceTotals = z.object({
  searches: count,
  nothing: count,
  /** Searches whose text is kept nowhere, since it may tell about a person or hold a secret. */
  leftOut: count,
})
export type SourceTotals = z.output<typeof sourceTotals>

/** The counts of one day in one process, as its file has them. */
export const dayRecord = z.object({
  version: z.literal(1),
  /** Day in UTC: `2026-11-25`. */
  day: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  totals: z.record(z.enum(SOURCES), sourceTotals),
  clicks: z.object({
    /** Clicks on the first result, on the second and so on; the last number has all further ones. */
    byPosition: z.array(count).length(POSITIONS + 1),
    /** Sum of the places of clicked results, from 1. */
    positions: count,
  }),
  queries: z.array(queryRecord),
  pages: z.array(pageRecord),
})
export type DayRecord = z.output<typeof dayRecord>

export function emptyTotals(): Record<Source, SourceTotals> {
  const empty = (): SourceTotals => ({ searches: 0, nothing: 0, leftOut: 0 })
  return { readers: empty(), programs: empty(), icons: empty() }
}

/** Clicks by position of nobody yet. */
export function noClicks(): number[] {
  return Array.from({ length: POSITIONS + 1 }, () => 0)
}

/** The day of a time in UTC. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}
