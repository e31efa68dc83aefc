/** Time for calls of routes in one turn of the event loop. The call that reaches it is the last of the turn. */
const TURN_LIMIT_MS = 4
/** From so much time on the end of the turn is waited for. To wait for it costs as much as a short call. */
const WATCHED_FROM_MS = 1
/** A shorter turn is taken to have ended after such a pause since the last call. */
const PAUSE_MS = 1

/**
 * Makes a call at once, or in a later turn if this one has had its share. Calls are made in the order in which they came, and
 * must not throw.
 *
 * @returns whether the call was made at once
 */
export type CallInTurn = (call: () => void) => boolean

/**
 * Shares the turns of the event loop out among the requests whose answers must be made. One turn reads from up to 1,024
 * connections. If all of them asked for what takes a millisecond, everybody else would wait for a second.
 *
 * @param clock Milliseconds on a clock that never goes back.
 */
export function createCallTurns(clock = () => performance.now()): CallInTurn {
  let waiting: (() => void)[] = []
  let usedMs = 0
  let endedMs = 0
  let isWatched = false

  function make(call: () => void, beganMs: number): void {
    call()
    endedMs = clock()
    usedMs += endedMs - beganMs
    if (usedMs >= WATCHED_FROM_MS) watchTurn()
  }

  function watchTurn(): void {
    if (isWatched) return
    isWatched = true
    setImmediate(beginTurn)
  }

  function beginTurn(): void {
    isWatched = false
    usedMs = 0
    let made = 0
    while (made < waiting.length && usedMs < TURN_LIMIT_MS) make(waiting[made++]!, clock())
    waiting = waiting.slice(made)
    if (waiting.length > 0) watchTurn()
  }

  return (call) => {
    const nowMs = clock()
    if (!isWatched && nowMs - endedMs > PAUSE_MS) usedMs = 0
    if (waiting.length === 0 && usedMs < TURN_LIMIT_MS) {
      make(call, nowMs)
      return true
    }
    waiting.push(call)
    return false
  }
}

/** The turns of this thread, which all its hosts share. */
export const callInTurn = createCallTurns()
