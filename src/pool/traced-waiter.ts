import type { Checksum } from '../shared/hashes.ts'
import type { Refusal } from '../shared/result.ts'
import type { SearchWaiter } from '../shared/search-waiter.ts'
import type { RequestTrace } from '../shared/trace/request-trace.ts'

/** Adds to the trace of a request how long its query waited for a worker, and how long that took. */
export class TracedWaiter implements SearchWaiter {
  readonly #waiter: SearchWaiter
  readonly #trace: RequestTrace
  readonly #begunMs: () => number
  readonly #askedMs = performance.now()

  /** @param begunMs Time at which a worker began the query that is being answered, by `performance.now()` of this thread. */
  constructor(waiter: SearchWaiter, trace: RequestTrace, begunMs: () => number) {
    this.#waiter = waiter
    this.#trace = trace
    this.#begunMs = begunMs
  }

  answered(bytes: Uint8Array, checksum: Checksum, shared: boolean): void {
    const endMs = performance.now()
    // A query may join an equal one that a worker has begun already.
    const begunMs = Math.min(endMs, Math.max(this.#askedMs, this.#begunMs()))
    this.#trace.add({ name: 'queue', startMs: this.#askedMs, endMs: begunMs })
    this.#trace.add({ name: 'search', startMs: begunMs, endMs })
    this.#waiter.answered(bytes, checksum, shared)
  }

  refused(refusal: Refusal): void {
    this.#trace.add({ name: 'queue', startMs: this.#askedMs, endMs: performance.now(), failed: true })
    this.#waiter.refused(refusal)
  }

  aborted(): boolean {
    return this.#waiter.aborted()
  }
}
