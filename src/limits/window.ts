import type { Limit, Taken } from './limiter.ts'

/**
 * Recent usage of one client, in parts of the window:
 *
 * ```
 *   entries   [ last, count │ last, count │ last, count ]
 *               oldest part                 newest part
 * ```
 *
 * A request joins the newest part while the clock stays in the same 64th of a window. A part leaves a whole window
 * after the LAST request in it. So every request is counted for at least a window, which is why no span can hold more
 * than the limit. It is counted for at most a 64th longer. A client that sends all at once gets all back exactly a
 * window later.
 *
 * Exact times of 600 requests would take ten times the memory. Counters of two windows admit twice the limit when a
 * client's requests are bunched.
 */
export interface Window {
  readonly windowMs: number
  /** Sum of all counts. */
  used: number
  /** Position of the oldest part in `entries`. */
  head: number
  /** Pairs: milliseconds of the part's last request, units. */
  entries: number[]
}

const PARTS = 64
/** Number of expired entries at the front from which they are removed. */
const COMPACT_FROM = 32

export function emptyWindow(windowMs: number): Window {
  return { windowMs, used: 0, head: 0, entries: [] }
}

/** Milliseconds of the newest request; `-Infinity` when nothing is counted. */
export function lastUse(window: Window): number {
  return window.used === 0 ? Number.NEGATIVE_INFINITY : window.entries[window.entries.length - 2]!
}

/** Removes the parts that are a whole window old. */
export function expire(window: Window, nowMs: number): void {
  const { entries, windowMs } = window
  while (window.head < entries.length && entries[window.head]! + windowMs <= nowMs) {
    window.used -= entries[window.head + 1]!
    window.head += 2
  }
  if (window.head === entries.length) {
    window.head = 0
    entries.length = 0
  } else if (window.head >= COMPACT_FROM) {
    entries.splice(0, window.head)
    window.head = 0
  }
}

export function add(window: Window, cost: number, nowMs: number): void {
  const { entries, windowMs } = window
  const partMs = windowMs / PARTS
  const newest = entries.length - 2
  window.used += cost
  if (newest >= window.head && Math.floor(entries[newest]! / partMs) === Math.floor(nowMs / partMs)) {
    entries[newest] = nowMs
    entries[newest + 1]! += cost
  } else if (entries.length === 0) {
    // A growing list allocates room for sixteen numbers, but most clients send once.
    window.entries = [nowMs, cost]
  } else entries.push(nowMs, cost)
}

/** Result for a request of that cost, on a window without expired parts. `passed` says whether its cost is counted already. */
export function judge(window: Window, cost: number, nowMs: number, { limit }: Limit, passed: boolean): Taken {
  const { entries, head, used, windowMs } = window
  const resetSeconds = used === 0 ? 0 : toSeconds(entries[head]! + windowMs - nowMs)
  const remaining = Math.max(0, limit - used)
  if (passed || used + cost <= limit) return { allowed: true, remaining, resetSeconds, retryAfterSeconds: 0 }
  return {
    allowed: false,
    remaining,
    resetSeconds,
    retryAfterSeconds: toSeconds(waitMs(window, cost, nowMs, limit)),
  }
}

/** Time until enough parts expire, or until all do when even that is not enough. */
function waitMs({ entries, head, used, windowMs }: Window, cost: number, nowMs: number, limit: number): number {
  let left = used
  let freedAt = nowMs
  for (let part = head; part < entries.length && left + cost > limit; part += 2) {
    freedAt = entries[part]! + windowMs
    left -= entries[part + 1]!
  }
  return freedAt - nowMs
}

/** Rounds up to whole seconds, so that nobody comes too early. */
export function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}
