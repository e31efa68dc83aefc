import {
  emptyTotals,
  noClicks,
  type DayRecord,
  type PageRecord,
  type QueryRecord,
  type SourceTotals,
} from '../day-record.ts'
import { SOURCES, type Source } from '../counted.ts'

/** The counts of some days together. */
export interface Summary {
  readonly totals: Readonly<Record<Source, SourceTotals>>
  /** Each day that has counts, oldest first. */
  readonly days: readonly DayTotals[]
  /** Clicks on the first result, on the second and so on; the last number has all further ones. */
  readonly clicksByPosition: readonly number[]
  readonly clicks: number
  /** Mean place of clicked results, from 1; null without clicks. */
  readonly meanPosition: number | null
  /** Queries that are kept, the most frequent first. Those of icons and programs stand apart from those of readers. */
  readonly queries: readonly QueryRecord[]
  /** Pages with feedback, those that helped least first. */
  readonly pages: readonly PageRecord[]
}

export interface DayTotals {
  readonly day: string
  readonly searches: number
  readonly nothing: number
}

export function summarise(records: readonly DayRecord[]): Summary {
  const totals = emptyTotals()
  const days = new Map<string, { day: string; searches: number; nothing: number }>()
  const clicksByPosition = noClicks()
  const queries = new Map<string, QueryRecord>()
  const pages = new Map<string, PageRecord>()
  let positions = 0
  for (const record of records) {
    const day = days.get(record.day) ?? { day: record.day, searches: 0, nothing: 0 }
    days.set(record.day, day)
    for (const source of SOURCES) {
      const { leftOut, nothing, searches } = record.totals[source]
      totals[source].searches += searches
      totals[source].nothing += nothing
      totals[source].leftOut += leftOut
      day.searches += searches
      day.nothing += nothing
    }
    record.clicks.byPosition.forEach(
      (clicks, place) => (clicksByPosition[place] = (clicksByPosition[place] ?? 0) + clicks),
    )
    positions += record.clicks.positions
    for (const query of record.queries) addQuery(queries, query)
    for (const page of record.pages) addPage(pages, page)
  }
  const clicks = clicksByPosition.reduce((sum, each) => sum + each, 0)
  return {
    totals,
    days: [...days.values()],
    clicksByPosition,
    clicks,
    meanPosition: clicks === 0 ? null : positions / clicks,
    queries: [...queries.values()].sort((a, b) => b.searches - a.searches || compare(a.query, b.query)),
    pages: [...pages.values()].sort(
      (a, b) => b.unhelpful - a.unhelpful || a.helpful - b.helpful || compare(a.page, b.page),
    ),
  }
}

function addQuery(queries: Map<string, QueryRecord>, added: QueryRecord): void {
  const key = `${added.source}\n${added.locale}\n${added.query}`
  const known = queries.get(key)
  if (known === undefined) {
    queries.set(key, structuredClone(added))
    return
  }
  known.searches += added.searches
  known.nothing += added.nothing
  known.clicks += added.clicks
  known.positions += added.positions
  for (const [page, clicks] of Object.entries(added.pages)) known.pages[page] = (known.pages[page] ?? 0) + clicks
}

function addPage(pages: Map<string, PageRecord>, added: PageRecord): void {
  const known = pages.get(added.page)
  if (known === undefined) {
    pages.set(added.page, { ...added })
    return
  }
  known.helpful += added.helpful
  known.unhelpful += added.unhelpful
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
