import { hashKey, type Checksum } from '../shared/hashes.ts'
import type { Locale } from '../shared/locale.ts'
import type { Keyed } from './key-table.ts'
import type { Refusal } from '../shared/result.ts'
import type { SearchWaiter } from '../shared/search-waiter.ts'

/** Something that a client waits for. */
export interface Job {
  readonly generation: number
  /** On the clock of `monotonicMs`. */
  readonly deadlineMs: number
  /** How many workers have died with it. */
  deaths: number
  /** Whether every client that waited for it has gone. */
  abandoned(): boolean
  refuse(refusal: Refusal): void
}

/** A query with everyone who waits for its answer: equal queries in flight are one job. */
export class SearchJob implements Job, Keyed<SearchJob> {
  readonly kind = 'search'
  /** The query. */
  readonly key: string
  /** The shape. */
  readonly variant: number
  readonly generation: number
  readonly deadlineMs: number
  deaths = 0
  readonly hash: number
  next: SearchJob | null = null
  readonly #first: SearchWaiter
  #others: SearchWaiter[] | null = null

  constructor(query: string, shape: number, generation: number, deadlineMs: number, first: SearchWaiter) {
    this.key = query
    this.hash = hashKey(query)
    this.variant = shape
    this.generation = generation
    this.deadlineMs = deadlineMs
    this.#first = first
  }

  join(waiter: SearchWaiter): void {
    if (this.#others === null) this.#others = [waiter]
    else this.#others.push(waiter)
  }

  abandoned(): boolean {
    if (!this.#first.aborted()) return false
    return this.#others === null || this.#others.every((waiter) => waiter.aborted())
  }

  answer(bytes: Uint8Array, checksum: Checksum): void {
    const others = this.#others
    this.#first.answered(bytes, checksum, others !== null)
    if (others !== null) for (const waiter of others) waiter.answered(bytes, checksum, true)
  }

  refuse(refusal: Refusal): void {
    this.#first.refused(refusal)
    if (this.#others !== null) for (const waiter of this.#others) waiter.refused(refusal)
  }
}

/** A page to render. */
export interface HtmlJob extends Job {
  readonly kind: 'html'
  readonly locale: Locale
  readonly path: string
  answer(bytes: Uint8Array): void
}

/** A generation to open, or to forget. Nobody waits for it. */
export interface OpenJob {
  readonly kind: 'open'
  readonly oldest: number
  readonly deadlineMs: number
}
