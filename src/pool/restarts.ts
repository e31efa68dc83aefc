const FIRST_DELAY_MS = 100
const DELAY_LIMIT_MS = 5000

/** Starts what has ended again: at once after the first time, then after delays that double. */
export interface Restarts {
  /** @param failures How often it has ended in a row before. */
  schedule(start: () => void, failures: number): void
  /** Forgets those that are scheduled. */
  cancel(): void
  readonly count: number
}

export function createRestarts(): Restarts {
  const timers = new Set<NodeJS.Timeout>()
  let count = 0
  return {
    schedule(start, failures) {
      count += 1
      const delayMs = failures === 0 ? 0 : Math.min(DELAY_LIMIT_MS, FIRST_DELAY_MS * 2 ** (failures - 1))
      const timer = setTimeout(() => {
        timers.delete(timer)
        start()
      }, delayMs)
      timers.add(timer)
    },
    cancel() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
    get count() {
      return count
    },
  }
}
