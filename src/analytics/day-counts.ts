import type { Counted, Source } from './counted.ts'
import {
  emptyTotals,
  noClicks,
  POSITIONS,
  type DayRecord,
  type PageRecord,
  type QueryRecord,
  type SourceTotals,
} from './day-record.ts'
import { FrequentTable } from './frequent-table.ts'
import type { RareFilter } from './rare-filter.ts'

/** Queries that are kept of one source in a day. */
const QUERY_LIMIT = 1000
/** Pages whose feedback is kept in a day. */
const PAGE_LIMIT = 2000
/** Pages that are kept for one query. */
const CLICKED_PAGES_LIMIT = 5
/**
 * Number of times that a text must come within a week, with the same outcome, until it is kept. So what one person alone would
 * ask is seldom on the disk.
 */
export const KEPT_FROM = 3

/** The counts of one day, while they grow. */
export class DayCounts {
  readonly day: string
  readonly #rare: RareFilter
  readonly #totals: Record<Source, SourceTotals> = emptyTotals()
  readonly #queries = new Map<Source, FrequentTable<QueryEntry>>()
  readonly #pages = new FrequentTable<PageEntry>(PAGE_LIMIT)
  readonly #byPosition = noClicks()
  /** Sum of the positions of all clicks. */
  #positions = 0

  /** @param rare Counts texts of several days that are not kept yet. */
  constructor(day: string, rare: RareFilter) {
    this.day = day
    this.#rare = rare
  }

  add(counted: Counted): void {
    if (counted.kind === 'search') this.#addSearch(counted)
    else if (counted.kind === 'left-out') {
      this.#addTotal(counted)
      this.#totals[counted.source].leftOut += counted.times
    } else if (counted.kind === 'click') this.#addClick(counted)
    else this.#addFeedback(counted)
  }

  toRecord(): DayRecord {
    return {
      version: 1,
      day: this.day,
      totals: structuredClone(this.#totals),
      clicks: { byPosition: [...this.#byPosition], positions: this.#positions },
      queries: [...this.#queries.values()].flatMap((table) => [...table.values()].map((entry) => entry.record)),
      pages: [...this.#pages.values()].map((entry) => entry.record),
    }
  }

  #addTotal({ found, source, times }: Pick<SearchCounted, 'found' | 'source' | 'times'>): void {
    this.#totals[source].searches += times
    if (!found) this.#totals[source].nothing += times
  }

  #addSearch(search: SearchCounted): void {
    this.#addTotal(search)
    const { found, locale, query, source, times } = search
    const table = this.#queries.get(source) ?? new FrequentTable<QueryEntry>(QUERY_LIMIT)
    this.#queries.set(source, table)
    const key = queryKey(locale, query)
    const seen = this.#rare.add(`${source}\n${found}\n${key}`, times)
    if (seen.after < KEPT_FROM) return
    const known = table.get(key)
    const entry = known ?? new QueryEntry({ source, locale, query })
    if (known === undefined && !table.add(key, entry, seen.after)) return
    // Those that came before the text was kept count too.
    const added = seen.before < KEPT_FROM ? seen.before + times : times
    entry.record.searches += added
    if (!found) entry.record.nothing += added
  }

  #addClick({ locale, page, position, query, times }: ClickCounted): void {
    const place = Math.min(position, POSITIONS + 1) - 1
    this.#byPosition[place] = (this.#byPosition[place] ?? 0) + times
    this.#positions += position * times
    const entry = query === null ? undefined : this.#queries.get('readers')?.get(queryKey(locale, query))
    if (entry === undefined) return
    const { record } = entry
    record.clicks += times
    record.positions += position * times
    const clicked = record.pages[page]
    if (clicked !== undefined || Object.keys(record.pages).length < CLICKED_PAGES_LIMIT) {
      record.pages[page] = (clicked ?? 0) + times
    }
  }

  #addFeedback({ helpful, page, times }: FeedbackCounted): void {
    const known = this.#pages.get(page)
    const entry = known ?? new PageEntry(page)
    if (known === undefined && !this.#pages.add(page, entry, this.#rare.add(`feedback\n${page}`, times).after)) return
    if (helpful) entry.record.helpful += times
    else entry.record.unhelpful += times
  }
}

type SearchCounted = Extract<Counted, { kind: 'search' }>
type ClickCounted = Extract<Counted, { kind: 'click' }>
type FeedbackCounted = Extract<Counted, { kind: 'feedback' }>

class QueryEntry {
  readonly record: QueryRecord

  constructor(of: Pick<QueryRecord, 'source' | 'locale' | 'query'>) {
    this.record = { ...of, searches: 0, nothing: 0, clicks: 0, positions: 0, pages: {} }
  }

  get weight(): number {
    return this.record.searches
  }
}

class PageEntry {
  readonly record: PageRecord

  constructor(page: string) {
    this.record = { page, helpful: 0, unhelpful: 0 }
  }

  get weight(): number {
    return this.record.helpful + this.record.unhelpful
  }
}

function queryKey(locale: string, query: string): string {
  return `${locale}\n${query}`
}
