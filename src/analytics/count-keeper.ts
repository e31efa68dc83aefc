import { SOURCES, type Counted } from './counted.ts'
import { DayCounts } from './day-counts.ts'
import { DayFiles } from './day-files.ts'
import { dayOf } from './day-record.ts'
import { RareFilter } from './rare-filter.ts'

/** Time between two writes of the file of a day. */
const WRITE_INTERVAL_MS = 5000
const MS_PER_DAY = 86_400_000
const DAYS_OF_RARE = 7

export interface CountKeeperOptions {
  readonly dataDir: string
  /** Days whose counts are kept. */
  readonly days: number
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** A random number of 32 bits. */
  readonly seed: number
  readonly onFault: (message: string, cause: unknown) => void
  /** Called with the names of files that are removed since there are too many. */
  readonly onRemoved?: (names: readonly string[]) => void
}

/** One counter of the process for metrics. It never names a query. */
export interface CountReading {
  readonly name: string
  readonly help: string
  readonly read: () => readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]
}

/** Sums up in the main thread what listeners count, and writes it to the file of the day. */
export class CountKeeper {
  readonly #options: CountKeeperOptions
  readonly #rare: RareFilter
  readonly #timer: NodeJS.Timeout
  readonly #totals = new Map<string, number>()
  #files: DayFiles
  /** How often the clock was put back over midnight. */
  #returns = 0
  #counts: DayCounts
  #rareFrom: number
  #changed = false

  constructor(options: CountKeeperOptions) {
    const { clock, seed } = options
    this.#options = options
    this.#files = this.#newFiles()
    this.#rare = new RareFilter(seed)
    this.#counts = new DayCounts(dayOf(clock()), this.#rare)
    this.#rareFrom = clock()
    this.#prune()
    this.#timer = setInterval(() => this.write(), WRITE_INTERVAL_MS)
    this.#timer.unref()
  }

  add(counted: readonly Counted[]): void {
    this.#beginDay()
    for (const each of counted) {
      this.#counts.add(each)
      for (const total of totalsOf(each)) this.#totals.set(total, (this.#totals.get(total) ?? 0) + each.times)
    }
    this.#changed ||= counted.length > 0
  }

  /** Writes the file of the day if something was counted. A fault is reported, and the next write tries again. */
  write(): void {
    if (!this.#changed) return
    try {
      this.#files.write(this.#counts.toRecord())
      this.#changed = false
    } catch (error) {
      this.#options.onFault('counts of searches cannot be written', error)
    }
  }

  /** Writes the last counts. */
  close(): void {
    clearInterval(this.#timer)
    this.write()
  }

  /** Counters since the start of the process. */
  get readings(): CountReading[] {
    const value = (total: string): number => this.#totals.get(total) ?? 0
    const bySource = (kind: string) => () =>
      SOURCES.map((source) => ({ labels: { source }, value: value(`${kind} ${source}`) }))
    return [
      { name: 'signpost_searches_total', help: 'Searches that were counted.', read: bySource('searches') },
      {
        name: 'signpost_searches_without_results_total',
        help: 'Counted searches without a result in their locale.',
        read: bySource('nothing'),
      },
      {
        name: 'signpost_searches_left_out_total',
        help: 'Counted searches whose text is not kept: it may tell about a person or hold a secret.',
        read: bySource('left-out'),
      },
      {
        name: 'signpost_result_clicks_total',
        help: 'Clicks on results that were counted.',
        read: () => [{ labels: {}, value: value('clicks') }],
      },
      {
        name: 'signpost_page_feedback_total',
        help: 'Answers to the question whether a page was helpful.',
        read: () => ['yes', 'no'].map((helpful) => ({ labels: { helpful }, value: value(`feedback ${helpful}`) })),
      },
    ]
  }

  #newFiles(): DayFiles {
    const { dataDir, seed } = this.#options
    return new DayFiles(dataDir, ((seed + this.#returns) >>> 0).toString(16).padStart(8, '0'))
  }

  #prune(): void {
    const { clock, days, onFault, onRemoved } = this.#options
    try {
      const removed = this.#files.prune(days, clock())
      onRemoved?.(removed)
    } catch (error) {
      onFault('old counts of searches cannot be removed', error)
    }
  }

  #beginDay(): void {
    const nowMs = this.#options.clock()
    if (dayOf(nowMs) === this.#counts.day) return
    this.write()
    if (dayOf(nowMs) < this.#counts.day) {
      // The clock was put back. New files leave those that are there already for this day and the days after it.
      this.#returns += 1
      this.#files = this.#newFiles()
    }
    if (Math.abs(nowMs - this.#rareFrom) >= DAYS_OF_RARE * MS_PER_DAY) {
      this.#rare.clear()
      this.#rareFrom = nowMs
    }
    this.#counts = new DayCounts(dayOf(nowMs), this.#rare)
    this.#prune()
  }
}

/** Names of the counters that something counted belongs to. */
function totalsOf(counted: Counted): string[] {
  if (counted.kind === 'click') return ['clicks']
  if (counted.kind === 'feedback') return [`feedback ${counted.helpful ? 'yes' : 'no'}`]
  return [
    `searches ${counted.source}`,
    ...(counted.found ? [] : [`nothing ${counted.source}`]),
    ...(counted.kind === 'left-out' ? [`left-out ${counted.source}`] : []),
  ]
}
