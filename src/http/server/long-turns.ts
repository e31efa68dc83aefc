/** Bytes of long bodies that may go to the system in one turn of the event loop: some 4 ms of work. */
const TURN_BYTES = 1024 * 1024
/** A shorter body costs less to write than its request costs otherwise. */
const LONG_BODY_BYTES = 16 * 1024

/**
 * Shares the turns of the event loop out among the clients of one host that ask for long bodies. One turn reads from up to
 * 1,024 connections. If each of them asked for a long page, all others would wait until the system had copied them all.
 */
export interface LongTurns {
  /** @returns whether a body may be written at once; then it is counted. If not, it must be written by `run`. */
  admits(bodyBytes: number): boolean
  /**
   * Calls `write` at once, or in a later turn when this turn has written its share. Writes are called in the order in which
   * they came.
   *
   * @param write Returns how many bytes the system has taken.
   */
  run(write: () => number): void
}

/** @param options.turnBytes Bytes that may be written in a turn. The body that reaches the limit is the last of the turn. */
export function createLongTurns({ turnBytes = TURN_BYTES }: { readonly turnBytes?: number } = {}): LongTurns {
  const waiting: (() => number)[] = []
  let written = 0
  let isScheduled = false

  function beginTurn(): void {
    isScheduled = false
    written = 0
    let called = 0
    while (called < waiting.length && written < turnBytes) count(waiting[called++]!())
    waiting.splice(0, called)
    if (waiting.length > 0) count(0)
  }

  function count(bytes: number): void {
    written += bytes
    if (isScheduled) return
    isScheduled = true
    setImmediate(beginTurn)
  }

  const hasRoom = (): boolean => waiting.length === 0 && written < turnBytes

  return {
    admits(bodyBytes) {
      if (bodyBytes < LONG_BODY_BYTES) return true
      if (!hasRoom()) return false
      count(bodyBytes)
      return true
    },
    run(write) {
      if (hasRoom()) count(write())
      else waiting.push(write)
    },
  }
}
