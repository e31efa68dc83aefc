import { performance } from 'node:perf_hooks'
import type { Limit, LocalLimiter, Taken } from './limiter.ts'
import { add, emptyWindow, expire, judge, lastUse, type Window } from './window.ts'

/** Maximum number of clients that are counted individually, some 200 bytes each. Further clients share the counters of `SHARED_WINDOWS`. */
const KEY_LIMIT = 1_000_000
const SHARED_WINDOWS = 16_384
/** Entries that are swept for each new client, to remove those quiet for a whole window. More than one lets sweeping outrun growth. */
const SWEEP_STEPS = 2
/** Interval of regular sweeps, so that a table that has grown shrinks again when no new clients come. */
const SWEEP_INTERVAL_MS = 10
const REGULAR_SWEEP_STEPS = 16
/** Entries that are swept when the table is full. */
const FULL_SWEEP_STEPS = 32
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

export interface MemoryLimiterOptions {
  readonly keyLimit?: number
  readonly sharedWindows?: number
  /** Milliseconds on a clock that never goes back. */
  readonly clock?: () => number
}

/** Milliseconds in steps of 1/1024, so that adding or subtracting a window has no rounding error. */
function exactClock(): number {
  return Math.floor(performance.now() * 1024) / 1024
}

/**
 * The limiter of one process. It forgets a client that was quiet for a whole window, and never earlier. When more
 * clients come than it can count, further clients share counters. That refuses some too early but admits nobody too
 * early.
 */
export function createMemoryLimiter(options: MemoryLimiterOptions = {}): LocalLimiter & { readonly size: number } {
  const { keyLimit = KEY_LIMIT, sharedWindows = SHARED_WINDOWS, clock = exactClock } = options
  const counted = new Map<string, Window>()
  /** Shared counters by limit, since clients that share a counter must have the same limit. */
  const shared = new Map<string, (Window | undefined)[]>()
  /** Random seed, so that nobody can choose keys that share a counter. */
  const seed = Math.floor(Math.random() * 0xffffffff)
  /** Time until which a shared counter may hold something. */
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

  /** Returns the client's window without expired parts. A new client gets a place in the table if there is one. */
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
      // The client's shared usage must not be forgotten when it gets a place in the table.
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
