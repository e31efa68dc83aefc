/** Longer than between two looks of a clock, and than a collection of garbage. */
const LIMIT_MS = 250

/**
 * Tells that this thread stood still: what other threads did for it meanwhile still waits in its event loop, so deadlines that
 * have passed say nothing against them.
 */
export class Standstill {
  #lookedAtMs: number

  /** @param nowMs When the clock starts, by `monotonicMs`, as all times here. */
  constructor(nowMs: number) {
    this.#lookedAtMs = nowMs
  }

  /** For each tick of a clock. @returns whether the thread stood still since the last */
  look(nowMs: number): boolean {
    const silentMs = nowMs - this.#lookedAtMs
    this.#lookedAtMs = nowMs
    return silentMs > LIMIT_MS
  }
}
