import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../../mcp/bus.ts'
import { REDIS_KEYS } from './keys.ts'
import type { RedisLink } from './redis.ts'

const RETRY_DELAY_MS = 100

type Listener = (message: string) => void

/**
 * Carries messages between MCP nodes through Redis. A node without a connection misses what is published meanwhile.
 *
 * @param publisher Any connection.
 * @param subscriber Separate connection, since a subscribed one takes no other commands.
 */
export function createRedisMcpBus(
  { client: publisher }: Pick<RedisLink, 'client'>,
  subscriber: Pick<RedisLink, 'client' | 'onUp' | 'up'>,
): Bus {
  const { client } = subscriber
  const channels = new Map<string, { readonly listeners: Set<Listener>; begun: Promise<void> }>()

  client.on('message', (channel: string, message: string) => {
    for (const listener of channels.get(channel)?.listeners ?? []) {
      try {
        listener(message)
      } catch {
        // A message that no node of this version wrote must not end this process.
      }
    }
  })
  // ioredis renews subscriptions itself, but not those first requested while the connection was down.
  const begin = async (channel: string): Promise<void> => {
    while (channels.has(channel)) {
      await whenUp(subscriber)
      try {
        await client.subscribe(channel)
        return
      } catch {
        await sleep(RETRY_DELAY_MS, undefined, { ref: false })
      }
    }
  }

  return {
    async publish(channel, message) {
      const reached = await publisher.publish(REDIS_KEYS.mcpChannel(channel), message)
      // A node of a cluster counts only its own subscribers and forwards to all other nodes, so there may be one.
      return publisher.isCluster ? Math.max(1, reached) : reached
    },

    async subscribe(name, listener) {
      const channel = REDIS_KEYS.mcpChannel(name)
      // Each call gets its own entry, so that a listener may subscribe twice.
      const entry: Listener = (message) => listener(message)
      const known = channels.get(channel)
      const state = known ?? { listeners: new Set<Listener>(), begun: Promise.resolve() }
      state.listeners.add(entry)
      if (known === undefined) {
        channels.set(channel, state)
        state.begun = begin(channel)
      }
      await state.begun
      return () => {
        state.listeners.delete(entry)
        if (state.listeners.size > 0 || channels.get(channel) !== state) return
        channels.delete(channel)
        // A connection that is down has no subscriptions to end.
        client.unsubscribe(channel).catch(() => {})
      }
    },
  }
}

function whenUp({ onUp, up }: Pick<RedisLink, 'onUp' | 'up'>): Promise<void> {
  return up ? Promise.resolve() : new Promise((resolve) => onUp(resolve))
}
