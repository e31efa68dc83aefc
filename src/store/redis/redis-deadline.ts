import { type Timing, createAnswerTimer } from '../../shared/answer-timer.ts'
import { Unavailable } from '../../shared/unavailable.ts'

/** Time after which a command counts as lost for the request that waits for it. With the timer's slack it stays below 300 ms. */
const ANSWER_LIMIT_MS = 250
/** Wait after which a command, with no answer to any other since, means that the connection is dead. */
const RECONNECT_AFTER_MS = 800

interface Waiting {
  readonly sentAtMs: number
  overdue: boolean
  readonly reject: (error: Unavailable) => void
}

/** Sends a command and settles in time; every failure is `Unavailable`. */
export type Ask = <T>(send: () => Promise<T>) => Promise<T>

/**
 * Gives commands a deadline that is short enough for a request to wait for. While Redis hangs, only the first requests
 * wait. The others are refused at once, until something is answered.
 */
export function createDeadline(
  link: { readonly up: boolean; reconnect(): void },
  timing: Timing,
  limitMs = ANSWER_LIMIT_MS,
): Ask {
  /** Unanswered commands in the order of sending. */
  const waiting = new Set<Waiting>()
  const timer = createAnswerTimer(expire)
  let impatient: NodeJS.Timeout | null = null
  let answeredAtMs = Number.NEGATIVE_INFINITY

  /** Whether nothing answers. In a cluster other nodes may answer where one does not. */
  function silent(): boolean {
    const [oldest] = waiting
    return oldest !== undefined && oldest.overdue && answeredAtMs < oldest.sentAtMs
  }

  function expire(): void {
    const nowMs = performance.now()
    for (const request of waiting) {
      if (request.overdue) continue
      const leftMs = request.sentAtMs + limitMs - nowMs
      if (leftMs > 0) return timer.watch(leftMs)
      request.overdue = true
      request.reject(new Unavailable(`Redis has not answered for ${limitMs} ms`))
      impatient ??= setTimeout(() => {
        impatient = null
        if (silent()) link.reconnect()
      }, RECONNECT_AFTER_MS - limitMs).unref()
    }
  }

  return (send) => {
    if (!link.up) return Promise.reject(new Unavailable('There is no connection to Redis'))
    if (silent()) return Promise.reject(new Unavailable('Redis does not answer'))
    return new Promise((resolve, reject) => {
      const request: Waiting = { sentAtMs: performance.now(), overdue: false, reject }
      waiting.add(request)
      timer.watch(limitMs)
      send().then(
        (value) => {
          waiting.delete(request)
          answeredAtMs = performance.now()
          timing.record(request.sentAtMs)
          resolve(value)
        },
        (cause: unknown) => {
          waiting.delete(request)
          reject(new Unavailable('Redis refused or lost a command', { cause }))
        },
      )
    })
  }
}
