/** When a worker wakes its listener, and when it lets itself be woken. Figures for what is chosen here: ARCHITECTURE.md. */
export interface WorkerHabits {
  /** A sleeping listener is told of answers once so many wait for it. */
  readonly announceAfter: number
  /** Milliseconds for which a worker that was busy looks for more, before it sleeps. */
  readonly lookoutMs: number
}

/** A worker alone must not run dry before the clients have asked anew. */
const ANNOUNCE_AFTER = 24
/** Each of several has the listener woken for all. */
const ANNOUNCE_AFTER_EACH = 40
const LOOKOUT_MS = 0.4

/** Of each of a listener's workers. @param ownCores As in `DispatcherOptions`. */
export function habitsOf(workers: number, ownCores: boolean): WorkerHabits {
  if (workers > 1) return { announceAfter: ANNOUNCE_AFTER_EACH, lookoutMs: 0 }
  return { announceAfter: ANNOUNCE_AFTER, lookoutMs: ownCores ? LOOKOUT_MS : 0 }
}
