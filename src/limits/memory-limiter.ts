import { performance } from 'node:perf_hooks'
import type { Limit, LocalLimiter, Taken } from './limiter.ts'
import { add, emptyWindow, expire, judge, lastUse, type Window } from './window.ts'

/** Clients counted one by one, some 200 bytes each. Past it, clients share the counters of `SHARED_WINDOWS`. */
const KEY_LIMIT = 1_000_000
const SHARED_WINDOWS = 16_384
/** Clients looked at whenever one is added, to find those that have been quiet for a window: more than one, so that sweeping gains on growth. */
const SWEEP_STEPS = 2
/** The same now and then, so that a table that has grown shrinks again when nobody new comes. */
const SWEEP_INTERVAL_MS = 10
const REGULAR_SWEEP_STEPS = 16
/** The same where the table is full. */
const FULL_SWEEP_STEPS = 32
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

export interface MemoryLimiterOptions {
  readonly keyLimit?: number
  readonly sharedWindows?: number
  /** Milliseconds on a clock that never goes back. */
  readonly clock?: () => number
}

/** Milliseconds in steps of 1/1024, which a window can be added to and taken from without a rounding error. */
function exactClock(): number {
  return Math.floor(performance.now() * 1024) / 1024
}

/**
 * The limiter of one process. It forgets a client when it has been quiet for a whole window, and never earlier: when more
 * clients come than it can count, the next ones share counters, which refuses some too early but lets nobody through early.
 */
export function createMemoryLimiter(options: MemoryLimiterOptions = {}): LocalLimiter & { readonly size: number } {
  const { keyLimit = KEY_LIMIT, sharedWindows = SHARED_WINDOWS, clock = exactClock } = options
  const counted = new Map<string, Window>()
  /** By limit, since what several clients share must still be one kind of thing. */
  const shared = new Map<string, (Window | undefined)[]>()
  /** So that nobody can choose keys that share a counter. */
  const seed = Math.floor(Math.random() * 0xffffffff)
  /** While a shared counter may hold something. */
  let sharedUntil = Number.NEGATIVE_INFINITY
  let sweeper = counted.entries()
  let sweepDueMs = Number.NEGATIVE_INFINITY

  function sweep(nowMs: number, steps: number): void {
    for (let step = 0; step < steps; step++) {
      const next = sweeper.next()
      if (next.done === true) {
        sweeper = counted.entries()
        return
      }
      const [key, window] = next.value
      if (lastUse(window) + window.windowMs <= nowMs) counted.delete(key)
    }
  }

  function sharedWindow(key: string, nowMs: number, { limit, windowMs }: Limit): Window {
    let hash = FNV_OFFSET ^ seed
    for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), FNV_PRIME)
    const kind = `${limit} in ${windowMs}`
    let windows = shared.get(kind)
    if (windows === undefined) shared.set(kind, (windows = []))
    const window = (windows[(hash >>> 0) % sharedWindows] ??= emptyWindow(windowMs))
    expire(window, nowMs)
    return window
  }

  function stayShared(window: Window, nowMs: number): Window {
    sharedUntil = Math.max(sharedUntil, nowMs + window.windowMs)
    return window
  }

  /** The client's window without what has expired. A client that is new gets a place in the table where there is one. */
  function find(key: string, nowMs: number, limit: Limit, keep: boolean): Window {
    if (nowMs >= sweepDueMs) {
      sweepDueMs = nowMs + SWEEP_INTERVAL_MS
      sweep(nowMs, REGULAR_SWEEP_STEPS)
    }
    const { windowMs } = limit
    const known = counted.get(key)
    if (known !== undefined) {
      expire(known, nowMs)
      return known
    }
    if (nowMs < sharedUntil) {
      // What the client has used there must not be forgotten for a place in the table.
      const window = sharedWindow(key, nowMs, limit)
      if (window.used > 0) return stayShared(window, nowMs)
    }
    if (counted.size >= keyLimit) sweep(nowMs, FULL_SWEEP_STEPS)
    if (counted.size >= keyLimit) return stayShared(sharedWindow(key, nowMs, limit), nowMs)
    const window = emptyWindow(windowMs)
    if (keep) {
      sweep(nowMs, SWEEP_STEPS)
      counted.set(key, window)
    }
    return window
  }

  return {
    get size() {
      return counted.size
    },
    take(key: string, cost: number, limit: Limit): Taken {
      const nowMs = clock()
      const window = find(key, nowMs, limit, cost <= limit.limit)
      const fits = window.used + cost <= limit.limit
      if (fits) add(window, cost, nowMs)
      return judge(window, cost, nowMs, limit, fits)
    },
    peek(key, cost, limit) {
      const nowMs = clock()
      return judge(find(key, nowMs, limit, false), cost, nowMs, limit, false)
    },
    add(key, cost, limit) {
      const nowMs = clock()
      add(find(key, nowMs, limit, true), cost, nowMs)
    },
  }
}
