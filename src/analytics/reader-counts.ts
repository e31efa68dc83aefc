import type { Locale } from '../shared/locale.ts'
import { countedQuery } from './counted-query.ts'
import type { Counted, Source } from './counted.ts'

/** Time between two messages to the main thread. */
const HAND_OVER_INTERVAL_MS = 5000
/** Different things that are counted before they are handed over early. */
const DISTINCT_LIMIT = 5000

/** What a search asked, and whether the answer had results in the locale. */
export interface AnsweredSearch {
  readonly locale: Locale
  /** Text as it came. */
  readonly query: string
  readonly found: boolean
}

/** Something that is counted elsewhere in the thread, and handed over with the rest. */
export interface Pending {
  /** Hands over what has come since the last call. */
  handOver(counts: ReaderCounts): void
}

/** Counts what readers do in one listener thread, and hands sums to the main thread. */
export class ReaderCounts {
  readonly #send: (counted: readonly Counted[]) => void
  readonly #pending: Pending[] = []
  readonly #timer: NodeJS.Timeout
  #sums = new Map<string, { counted: Counted; times: number }>()

  /** @param send Takes sums to the main thread. */
  constructor(send: (counted: readonly Counted[]) => void) {
    this.#send = send
    this.#timer = setInterval(() => this.handOver(), HAND_OVER_INTERVAL_MS)
    this.#timer.unref()
  }

  addPending(pending: Pending): void {
    this.#pending.push(pending)
  }

  searched(source: Source, { found, locale, query }: AnsweredSearch, times = 1): void {
    const counted = countedQuery(query)
    this.#add(
      counted === null
        ? { kind: 'left-out', source, found, times }
        : { kind: 'search', source, locale, query: counted, found, times },
    )
  }

  /** @param position Place of the result, from 1. */
  clicked(locale: Locale, query: string, position: number, page: string): void {
    this.#add({ kind: 'click', locale, query: countedQuery(query), position, page, times: 1 })
  }

  /** @param page Path of the page: `/en/guides/start`. */
  rated(page: string, helpful: boolean): void {
    this.#add({ kind: 'feedback', page, helpful, times: 1 })
  }

  /** Hands over all sums now. */
  handOver(): void {
    for (const each of this.#pending) each.handOver(this)
    if (this.#sums.size > 0) this.#flush()
  }

  /** Hands over the last sums. */
  close(): void {
    clearInterval(this.#timer)
    this.handOver()
  }

  #add({ times, ...counted }: Counted): void {
    const key = Object.values(counted).join('\n')
    const sum = this.#sums.get(key)
    if (sum === undefined) this.#sums.set(key, { counted: { ...counted, times }, times })
    else sum.times += times
    if (this.#sums.size >= DISTINCT_LIMIT) this.#flush()
  }

  #flush(): void {
    const sums = [...this.#sums.values()].map(({ counted, times }) => ({ ...counted, times }))
    this.#sums = new Map()
    this.#send(sums)
  }
}
