const PAUSE_MS = 60_000

/** Limits work to once a minute, however often the function is called. It serves logs of events that strangers can cause. */
export function createSeldom(work: () => void, clock: () => number = () => performance.now()): () => void {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock()
    if (now - last < PAUSE_MS) return
    last = now
    work()
  }
}
