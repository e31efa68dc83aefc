import { Unavailable } from '../../shared/unavailable.ts'

/** Past it a command counts as lost for the request that waits for it. With the timer's slack it stays below 300 ms. */
const ANSWER_LIMIT_MS = 250
/** A timer that is so late tells of this thread, which did not get to run, and nothing of Redis. */
const HELD_UP_MS = 40
/** A command that has waited so long, with no answer to any other, is on a connection that leads nowhere. */
const RECONNECT_AFTER_MS = 800

interface Waiting {
  readonly sentAtMs: number
  overdue: boolean
  readonly reject: (error: Unavailable) => void
}

/** Sends, and settles in time: everything that goes wrong is `Unavailable`. */
export type Ask = <T>(send: () => Promise<T>) => Promise<T>

/**
 * Gives commands a deadline that is short enough for a request to wait for. While Redis hangs, only the first requests wait at
 * all: as long as nothing is answered, the others are refused at once.
 */
export function createDeadline(link: { readonly up: boolean; reconnect(): void }, limitMs = ANSWER_LIMIT_MS): Ask {
  /** Not answered yet, in the order in which they were sent. */
  const waiting = new Set<Waiting>()
  let timer: NodeJS.Timeout | null = null
  let impatient: NodeJS.Timeout | null = null
  let answeredAtMs = Number.NEGATIVE_INFINITY

  /** In a cluster others may answer where one does not. */
  function silent(): boolean {
    const [oldest] = waiting
    return oldest !== undefined && oldest.overdue && answeredAtMs < oldest.sentAtMs
  }

  function expire(): void {
    const nowMs = performance.now()
    for (const request of waiting) {
      if (request.overdue) continue
      const leftMs = request.sentAtMs + limitMs - nowMs
      if (leftMs > 0) return watch(leftMs)
      request.overdue = true
      request.reject(new Unavailable(`Redis has not answered for ${limitMs} ms`))
      impatient ??= setTimeout(() => {
        impatient = null
        if (silent()) link.reconnect()
      }, RECONNECT_AFTER_MS - limitMs).unref()
    }
  }

  function watch(delayMs: number): void {
    if (timer !== null) return
    const dueAtMs = performance.now() + delayMs
    timer = setTimeout(() => {
      timer = null
      // What has arrived while this thread was busy is read before it goes on; what it sent last may just have left.
      if (performance.now() - dueAtMs > HELD_UP_MS) watch(HELD_UP_MS)
      else setImmediate(expire)
    }, delayMs)
  }

  return (send) => {
    if (!link.up) return Promise.reject(new Unavailable('There is no connection to Redis'))
    if (silent()) return Promise.reject(new Unavailable('Redis does not answer'))
    return new Promise((resolve, reject) => {
      const request: Waiting = { sentAtMs: performance.now(), overdue: false, reject }
      waiting.add(request)
      watch(limitMs)
      send().then(
        (value) => {
          waiting.delete(request)
          answeredAtMs = performance.now()
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
