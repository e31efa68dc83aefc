/** Tells all nodes something, at most once each; who does not listen just then misses it. */
export interface Bus {
  /** Resolves with the number of listeners that were reached; 0: nobody listens. Rejects when it cannot be known. */
  publish(channel: string, message: string): number | Promise<number>
  /** From when it resolves, `listener` gets what is published. Its result ends that. */
  subscribe(channel: string, listener: (message: string) => void): (() => void) | Promise<() => void>
}

/** For a single process; the twin of the one over Redis. */
export function createMemoryBus(): Bus {
  const channels = new Map<string, Set<(message: string) => void>>()
  return {
    publish(channel, message) {
      const listeners = channels.get(channel)
      if (listeners === undefined) return 0
      const reached = [...listeners]
      // Later, as from another node: a publisher is not run again before it has finished.
      queueMicrotask(() => {
        for (const listener of reached) listener(message)
      })
      return reached.length
    },

    subscribe(channel, listener) {
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners)
      // One entry for each call, so that a listener may stand twice.
      const entry = (message: string): void => listener(message)
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
        if (listeners.size === 0 && channels.get(channel) === listeners) channels.delete(channel)
      }
    },
  }
}
