import { LRUCache } from 'lru-cache'
import type { FollowState } from '../../generation/follow/follow-state.ts'
import type { Generation } from '../../generation/generation.ts'
import { PinnedDispatcher } from './pinned-dispatcher.ts'
import type { SearchDispatcher } from '../search-dispatcher.ts'

/** Generations before the current one that are kept for those who name them. */
const OLDER_LIMIT = 1
/** Memory that an older generation may hold. A larger one goes with the swap, as if it were not kept. */
const OLDER_LIMIT_BYTES = 256 * 1_048_576
/** Time for which what was under way when a generation went may still read its files. */
const LINGER_MS = 15_000
/** Hashes of which this thread remembers that it has served them, or was asked for them. */
const REMEMBERED = 256
/** Time for which an answer of the pointer about a hash counts. */
const ASKED_LIMIT_MS = 60_000

const NAME = /^sha256:([0-9a-f]{64})$/

interface Kept<T> {
  readonly content: string
  readonly pinned: PinnedDispatcher
  /** Made when they are first asked for. */
  answers: T | null
}

export interface NamedGenerationsOptions<T> {
  readonly dispatcher: SearchDispatcher
  /** Makes what answers from one generation alone. */
  readonly answersOf: (pinned: PinnedDispatcher) => T
  /** Asks the main thread to look at the pointer. */
  readonly wake: () => void
}

/**
 * The generations that a request may name: the current one, and the one before. A client that goes on naming what it was last
 * answered from reads forward only, whichever node it is sent to: a node that may be older than what it names answers 503.
 */
export class NamedGenerations<T> {
  readonly #options: NamedGenerationsOptions<T>
  /** Null: this node builds its content, and nothing says what is newer. */
  #follows: FollowState | null = null
  #current: Kept<T> | null = null
  #older: Kept<T>[] = []
  /** Hashes that were served here. */
  readonly #served = new LRUCache<string, true>({ max: REMEMBERED })
  /** Times at which hashes were first named that were never served here. */
  readonly #asked = new LRUCache<string, number>({ max: REMEMBERED, ttl: ASKED_LIMIT_MS })

  constructor(options: NamedGenerationsOptions<T>) {
    this.#options = options
  }

  /** What answers a request that names `name`; null while the node may be older than that. */
  find(name: string): T | null {
    const hash = NAME.exec(name)?.[1]
    const kept = this.#older.find(({ content }) => content === hash)
    if (kept !== undefined) return this.#answersOf(kept)
    const current = (this.#current ??= this.#pin())
    if (hash === undefined || hash === current.content || this.#isOld(hash)) return this.#answersOf(current)
    this.#options.wake()
    return null
  }

  /** Tells how far the node follows what is published. */
  follow(state: FollowState): void {
    this.#follows = state
    for (const hash of state.withdrawn) this.withdraw(hash)
  }

  /** Keeps the current generation of the dispatcher, which is about to swap. */
  swap(next: Generation): void {
    const { generation } = this.#options.dispatcher
    this.#served.set(generation.content, true)
    // A change of icons alone makes another generation of the same documentation.
    const isOlder = generation.content !== next.content && isSmall(generation)
    const before = this.#current ?? (isOlder ? this.#pin() : null)
    this.#current = null
    const known = before === null ? this.#older : [before, ...this.#older]
    // A roll back makes an older one the current one.
    this.#older = known
      .filter((each) => each.content !== next.content && (isOlder || each !== before))
      .slice(0, OLDER_LIMIT)
    for (const each of known) if (!this.#older.includes(each)) release(each)
  }

  /** Ends a generation at once. Those who name it are answered from the current one. */
  withdraw(hash: string): void {
    for (const each of this.#older) if (each.content === hash) release(each)
    this.#older = this.#older.filter(({ content }) => content !== hash)
  }

  /** Whether a hash is surely not newer than what is served. */
  #isOld(hash: string): boolean {
    if (this.#follows === null || this.#served.has(hash)) return true
    const askedAtMs = this.#asked.get(hash)
    // The pointer was read after the client had the hash, and named what is served here.
    if (askedAtMs !== undefined) return this.#follows.isCurrent && this.#follows.confirmedAtMs > askedAtMs
    this.#asked.set(hash, Date.now())
    return false
  }

  #pin(): Kept<T> {
    const pinned = new PinnedDispatcher(this.#options.dispatcher)
    return { content: pinned.generation.content, pinned, answers: null }
  }

  #answersOf(kept: Kept<T>): T {
    return (kept.answers ??= this.#options.answersOf(kept.pinned))
  }
}

function release({ pinned }: Kept<unknown>): void {
  setTimeout(() => pinned.close(), LINGER_MS).unref()
}

function isSmall({ locales }: Generation): boolean {
  let bytes = 0
  for (const { index, versions } of locales.values())
    bytes += [index, ...versions.values()].reduce((sum, { byteLength }) => sum + byteLength, 0)
  return bytes <= OLDER_LIMIT_BYTES
}
