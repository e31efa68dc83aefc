import { setTimeout as sleep } from 'node:timers/promises'
import { hasOneListener, type Bus } from '../../mcp/bus.ts'
import { REDIS_KEYS } from './keys.ts'
import type { RedisClient } from './redis-client.ts'
import type { RedisLink } from './redis.ts'

const RETRY_DELAY_MS = 100

type Listener = (message: string) => void

/**
 * Carries messages between MCP nodes through Redis. A node without a connection misses what is published meanwhile.
 *
 * A cluster carries `PUBLISH` to all its nodes, as messages for all nodes of Signpost need it. A message for one node of
 * Signpost goes by `SPUBLISH` to one part of the cluster. If nobody hears it there, it goes to all: its listener may be of an
 * older version, or have lost its subscription while slots move.
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

  const hear = (channel: string, message: string): void => {
    for (const listener of channels.get(channel)?.listeners ?? []) {
      try {
        listener(message)
      } catch {
        // A message that no node of this version wrote must not end this process.
      }
    }
  }
  client.on('message', hear).on('smessage', hear)
  // ioredis renews subscriptions itself, but not those first requested while the connection was down.
  const begin = async (channel: string, subscribe: () => Promise<unknown>): Promise<void> => {
    while (channels.has(channel)) {
      await whenUp(subscriber)
      try {
        await subscribe()
        return
      } catch {
        await sleep(RETRY_DELAY_MS, undefined, { ref: false })
      }
    }
  }

  return {
    async publish(name, message) {
      const channel = REDIS_KEYS.mcpChannel(name)
      if (isSharded(publisher, name)) {
        const heard = await spublish(publisher, channel, message)
        if (heard > 0) return heard
      }
      const reached = await publisher.publish(channel, message)
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
        state.begun = begin(channel, () => client.subscribe(channel))
        // Nobody waits for it, since messages that are not heard there come the other way.
        if (isSharded(client, name)) void begin(channel, () => subscribeSharded(client, channel))
      }
      await state.begun
      return () => {
        state.listeners.delete(entry)
        if (state.listeners.size > 0 || channels.get(channel) !== state) return
        channels.delete(channel)
        // A connection that is down has no subscriptions to end.
        client.unsubscribe(channel).catch(() => {})
        if (isSharded(client, name)) void endSharded(client, channel)
      }
    },
  }
}

/** Whether messages of a channel go to one part of a cluster first. */
function isSharded(client: RedisClient, name: string): boolean {
  return client.isCluster && hasOneListener(name)
}

/** Resolves to the number of listeners that were reached, which is 0 if that cannot be known. */
async function spublish(client: RedisClient, channel: string, message: string): Promise<number> {
  const heard = await client.spublish(channel, message).catch(() => 0)
  return Number(heard)
}

/** Listens at the part of a cluster that has the channel. Does nothing where Redis before version 7 or its rules refuse that. */
async function subscribeSharded(client: RedisClient, channel: string): Promise<void> {
  try {
    await client.ssubscribe(channel)
  } catch (error) {
    if (/unknown command|NOPERM/.test(String(error))) return
    // ioredis remembers the channel once more with each attempt.
    await endSharded(client, channel)
    throw error
  }
}

async function endSharded(client: RedisClient, channel: string): Promise<void> {
  try {
    await client.sunsubscribe(channel)
  } catch {
    // A connection that is down has no subscriptions, and Redis before version 7 has none of them.
  }
}

function whenUp({ onUp, up }: Pick<RedisLink, 'onUp' | 'up'>): Promise<void> {
  return up ? Promise.resolve() : new Promise((resolve) => onUp(resolve))
}
