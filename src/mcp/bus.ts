/** Publishes messages to all nodes, at most once each. A node that does not listen at that moment misses the message. */
export interface Bus {
  /** Resolves to the number of listeners that were reached. It rejects when the number cannot be known. */
  publish(channel: string, message: string): number | Promise<number>
  /** Once this resolves, `listener` receives what is published. The result ends the subscription. */
  subscribe(channel: string, listener: (message: string) => void): (() => void) | Promise<() => void>
}

const NODE_CHANNEL = 'node:'

/** Name of the channel to which one node alone listens. */
export function channelOfNode(node: string): string {
  return `${NODE_CHANNEL}${node}`
}

/** Whether one node alone listens to a channel. To every other one all nodes do. */
export function hasOneListener(channel: string): boolean {
  return channel.startsWith(NODE_CHANNEL)
}

/** Creates a bus for a single process, with the behaviour of the one over Redis. */
export function createMemoryBus(): Bus {
  const channels = new Map<string, Set<(message: string) => void>>()
  return {
    publish(channel, message) {
      const listeners = channels.get(channel)
      if (listeners === undefined) return 0
      const reached = [...listeners]
      // Delivery is deferred, like from another node, so a publisher is not re-entered.
      queueMicrotask(() => {
        for (const listener of reached) listener(message)
      })
      return reached.length
    },

    subscribe(channel, listener) {
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners)
      // Every call adds an entry, so that a listener may subscribe twice.
      const entry = (message: string): void => listener(message)
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
        if (listeners.size === 0 && channels.get(channel) === listeners) channels.delete(channel)
      }
    },
  }
}
