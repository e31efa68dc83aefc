import { createAnswerTimer } from '../shared/answer-timer.ts'
import type { Limit, Limiter, LocalLimiter, Taken } from './limiter.ts'

/** The limiter of all nodes together. Every method may reject, or never settle. */
export interface SharedLimiter extends Limiter {
  take(key: string, cost: number, limit: Limit): Promise<Taken>
  /** Resolves when limits of this key can be taken. Another key may be kept by another server. */
  probe(key: string): Promise<void>
  /** Replaces a connection on which nothing is answered. */
  reconnect(): void
}

export interface FallbackOptions {
  readonly shared: SharedLimiter
  readonly local: LocalLimiter
  /** Called with a cause when the local limiter takes over, and with null when the shared one returns. It is not called at the start. */
  readonly onChange: (cause: unknown) => void
  /** Time without an answer after which a request is counted here; default 60 ms. */
  readonly answerLimitMs?: number
  /** Time without an answer to a request after which the shared limiter counts as gone. Default: 250 ms. */
  readonly lostLimitMs?: number
}

export interface FallbackLimiter extends Limiter {
  /** Whether this process counts alone at present. */
  readonly fallback: boolean
  close(): void
}

/** Wait of a request for the shared limiter. With the timer's slack it stays below 100 ms. */
const ANSWER_LIMIT_MS = 60
/**
 * On a busy machine a healthy Redis, or this thread, may stand still for longer than a request can wait. That alone is no
 * outage.
 */
const LOST_LIMIT_MS = 250
const PROBE_INTERVAL_MS = 100
/** Wait after which a probe means that the connection is dead. It is less than any command of the store may take. */
const RECONNECT_AFTER_MS = 800

interface Waiting {
  readonly key: string
  readonly cost: number
  readonly limit: Limit
  readonly sentAtMs: number
  /** Null once it was counted here. */
  resolve: ((taken: Taken) => void) | null
}

/**
 * Takes from the shared limiter, or from a local one while the shared one is gone. A late answer alone is no outage: its
 * request is counted here. Requests that the shared one admits are counted locally too, so that nobody starts afresh when it
 * fails. When it returns, both must agree for one window, since it missed the requests meanwhile.
 */
export function createFallbackLimiter(options: FallbackOptions): FallbackLimiter {
  const { shared, local, onChange, answerLimitMs = ANSWER_LIMIT_MS } = options
  const lostLimitMs = Math.max(answerLimitMs, options.lostLimitMs ?? LOST_LIMIT_MS)
  /** Requests without an answer of the shared limiter, in the order of sending. */
  const waiting = new Set<Waiting>()
  let fallback = true
  let started = false
  let closed = false
  let longestWindowMs = 0
  let agreeUntilMs = Number.NEGATIVE_INFINITY
  let probing: NodeJS.Timeout | null = null
  /** The key whose limit could not be taken last. */
  let failedKey = ''
  const deadline = createAnswerTimer(expire)
  const loss = createAnswerTimer(giveUp)

  function take(key: string, cost: number, limit: Limit): Taken | Promise<Taken> {
    if (limit.windowMs > longestWindowMs) longestWindowMs = limit.windowMs
    if (fallback) return local.take(key, cost, limit)
    const sentAtMs = performance.now()
    if (sentAtMs < agreeUntilMs) {
      const here = local.peek(key, cost, limit)
      if (!here.allowed) return here
    }
    return new Promise((resolve) => {
      const request: Waiting = { key, cost, limit, sentAtMs, resolve }
      waiting.add(request)
      deadline.watch(answerLimitMs)
      shared.take(key, cost, limit).then(
        (taken) => {
          if (!waiting.delete(request) || request.resolve === null) return
          if (taken.allowed) local.add(key, cost, limit)
          resolve(taken)
        },
        (cause: unknown) => {
          if (waiting.has(request)) fallBack(key, cause)
        },
      )
    })
  }

  /** Counts requests here that have waited long enough. */
  function expire(): void {
    const nowMs = performance.now()
    for (const request of waiting) {
      if (request.resolve === null) continue
      const leftMs = request.sentAtMs + answerLimitMs - nowMs
      if (leftMs > 0) {
        deadline.watch(leftMs)
        break
      }
      countHere(request)
    }
    giveUp()
  }

  /** Leaves the shared limiter when it has not answered a request for too long. */
  function giveUp(): void {
    const [oldest] = waiting
    if (oldest === undefined) return
    const leftMs = oldest.sentAtMs + lostLimitMs - performance.now()
    if (leftMs > 0) loss.watch(leftMs)
    else fallBack(oldest.key, new Error(`no answer for ${lostLimitMs} ms`))
  }

  function countHere(request: Waiting): void {
    request.resolve?.(local.take(request.key, request.cost, request.limit))
    request.resolve = null
  }

  function fallBack(failed: string, cause: unknown): void {
    if (!fallback) {
      fallback = true
      failedKey = failed
      onChange(cause)
      probe()
    }
    for (const request of waiting) countHere(request)
    waiting.clear()
  }

  function probe(): void {
    if (closed) return
    const askedAtMs = performance.now()
    const impatient = setTimeout(() => shared.reconnect(), RECONNECT_AFTER_MS)
    void shared
      .probe(failedKey)
      .then(() => performance.now() - askedAtMs < answerLimitMs)
      .catch(() => false)
      .then((answered) => {
        clearTimeout(impatient)
        if (closed) return
        if (answered) recover()
        else probing = setTimeout(probe, PROBE_INTERVAL_MS)
      })
  }

  function recover(): void {
    fallback = false
    agreeUntilMs = performance.now() + longestWindowMs
    if (started) onChange(null)
    started = true
  }

  probe()
  return {
    take,
    peek: (key, cost, limit) => local.peek(key, cost, limit),
    get fallback() {
      return fallback
    },
    close() {
      closed = true
      deadline.stop()
      loss.stop()
      if (probing !== null) clearTimeout(probing)
      for (const request of waiting) countHere(request)
      waiting.clear()
    },
  }
}
