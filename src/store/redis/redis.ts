import { Redis } from 'ioredis'
import { createRedisClient } from './redis-client.ts'
import type { RedisClient } from './redis-client.ts'
import { createDeadline } from './redis-deadline.ts'
import type { Ask } from './redis-deadline.ts'

/**
 * How often a connection is tried that nobody may have used: one that only listens would not notice that the other side is
 * gone without a word, as a machine that hangs or is cut off.
 */
const HEARTBEAT_INTERVAL_MS = 5000

export interface RedisOptions {
  /** As `parseRedisUrl` of `src/shared/redis-url.ts` reads it. */
  readonly url: string
  /** What `CLIENT LIST` shows. */
  readonly name: string
  /** How long `ask` waits; default 250 ms. */
  readonly answerLimitMs?: number
  /** Told once an outage, however long it lasts, and once when it is over. */
  readonly onFault: (message: string, cause: unknown) => void
  readonly onRecovered?: (message: string) => void
}

/** A connection that restores itself. Commands fail at once while it is down: nothing waits in a queue. */
export interface RedisLink {
  readonly client: RedisClient
  /** For requests that wait: settles within 300 ms, and rejects with `Unavailable` alone. A command that was given up may have been done. */
  readonly ask: Ask
  /** Whether commands can be sent. A Redis that hangs still counts as up, and so does a cluster that lacks a part. */
  readonly up: boolean
  /** Called at once too when it is up already. */
  onUp(listener: () => void): void
  onDown(listener: () => void): void
  /** Resolves when commands can be sent, or to false when they cannot within that time. */
  ready(limitMs: number): Promise<boolean>
  /** Gives the connection up and opens another: for a Redis that does not answer any more. */
  reconnect(): void
  close(): void
}

/** The one place where connections to Redis are made. Connecting goes on in the background: nothing waits for it. */
export function connectRedis(options: RedisOptions): RedisLink {
  const upListeners: (() => void)[] = []
  const downListeners: (() => void)[] = []
  let up = false
  let told = false
  const client = createRedisClient(options.url, options.name)

  const tellDown = (cause: unknown): void => {
    if (told) return
    told = true
    options.onFault('Redis does not answer', cause)
  }
  client.on('error', tellDown)
  client.on('ready', () => {
    up = true
    if (told) options.onRecovered?.('Redis answers again')
    told = false
    for (const listener of upListeners) listener()
  })
  client.on('close', () => {
    if (!up) return
    up = false
    tellDown(new Error('the connection was closed'))
    for (const listener of downListeners) listener()
  })
  // Its failures come as events too.
  client.connect().catch(() => {})

  let closed = false
  // A cluster looks after the connections to its nodes itself.
  const heartbeat = setInterval(() => {
    if (!up || !(client instanceof Redis)) return
    client.ping().catch((error: unknown) => {
      if (up && error instanceof Error && error.message === 'Command timed out') reconnect()
    })
  }, HEARTBEAT_INTERVAL_MS).unref()
  const reconnect = (): void => {
    if (!closed) client.disconnect(true)
  }
  return {
    client,
    ask: createDeadline(
      {
        get up() {
          return up
        },
        reconnect,
      },
      options.answerLimitMs,
    ),
    get up() {
      return up
    },
    onUp(listener) {
      upListeners.push(listener)
      if (up) listener()
    },
    onDown: (listener) => void downListeners.push(listener),
    ready: (limitMs) =>
      new Promise((resolve) => {
        const late = setTimeout(() => resolve(false), limitMs)
        const answer = (): void => {
          clearTimeout(late)
          resolve(true)
        }
        if (up) answer()
        else client.once('ready', answer)
      }),
    reconnect,
    close() {
      closed = true
      told = true
      clearInterval(heartbeat)
      client.disconnect()
    },
  }
}
