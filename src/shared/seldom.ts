const PAUSE_MS = 60_000

/** A function that does its work at most once a minute, however often it is called: for the log of what a stranger can cause. */
export function createSeldom(work: () => void, clock: () => number = () => performance.now()): () => void {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock()
    if (now - last < PAUSE_MS) return
    last = now
    work()
  }
}
