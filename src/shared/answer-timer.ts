import { currentTrace } from './trace/request-trace.ts'

/**
 * Lateness of a timer that shows that this thread was held up, perhaps with the whole machine. It says nothing about whoever
 * is to answer.
 */
const HELD_UP_MS = 40

export interface AnswerTimer {
  /** Starts the timer, unless it runs. */
  watch(delayMs: number): void
  stop(): void
}

/**
 * Creates a timer for an answer that another process is to give. Answers that arrived while this thread was held up are read
 * before `expire` is called.
 *
 * @param expire Called when the time is over. It may watch again.
 */
export function createAnswerTimer(expire: () => void): AnswerTimer {
  let timer: NodeJS.Timeout | null = null

  function watch(delayMs: number): void {
    if (timer !== null) return
    const dueAtMs = performance.now() + delayMs
    timer = setTimeout(() => {
      timer = null
      // The latest question may have left only now.
      if (performance.now() - dueAtMs > HELD_UP_MS) watch(HELD_UP_MS)
      else setImmediate(expire)
    }, delayMs)
  }

  return {
    watch,
    stop() {
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/** Number and duration of answers that were waited for, for metrics. They only grow. */
export class Timing {
  count = 0
  seconds = 0
  readonly #store: string

  /** @param store Name of the part in traces. */
  constructor(store: string) {
    this.#store = store
  }

  /** @param sinceMs Time at which the question went out, by `performance.now()`. */
  record(sinceMs: number): void {
    this.count += 1
    const endMs = performance.now()
    this.seconds += (endMs - sinceMs) / 1000
    currentTrace()?.add({
      name: this.#store,
      startMs: sinceMs,
      endMs,
      isClient: true,
      attributes: { 'db.system.name': this.#store },
    })
  }
}
