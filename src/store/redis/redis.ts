import { Timing } from '../../shared/answer-timer.ts'
import { createRedisClient, type RedisClient } from './redis-client.ts'
import { createDeadline, type Ask } from './redis-deadline.ts'

/**
 * Interval between checks of an idle connection. One that only listens would not notice when the other side disappears,
 * as a machine does that hangs or is cut off.
 */
const HEARTBEAT_INTERVAL_MS = 5000
/** Time in which a connection is made anew without being called an outage. */
const RENEWAL_LIMIT_MS = 1000

export interface RedisOptions {
  /** Address in the form that `parseRedisUrl` of `src/shared/urls/redis-url.ts` reads. */
  readonly url: string
  /** Name that `CLIENT LIST` shows. */
  readonly name: string
  /** Whether it listens to sharded channels, where Redis is a cluster. */
  readonly sharded?: boolean
  /** Time limit of `ask`; default 250 ms. */
  readonly answerLimitMs?: number
  /** Called once for each outage, however long it lasts; `onRecovered` is called once when it is over. */
  readonly onFault: (message: string, cause: unknown) => void
  readonly onRecovered?: (message: string) => void
}

/** A connection that restores itself. Commands fail at once while it is down: nothing waits in a queue. */
export interface RedisLink {
  readonly client: RedisClient
  /**
   * Sends a command for a waiting request: settles within 300 ms, and rejects only with `Unavailable`. A lost command
   * may have been done.
   */
  readonly ask: Ask
  /** Answers that requests waited for. */
  readonly timing: Timing
  /** Whether commands can be sent. A Redis that hangs still counts as up, and so does a cluster that lacks a node. */
  readonly up: boolean
  /** Calls the listener at each connection, and at once if the connection is up. */
  onUp(listener: () => void): void
  onDown(listener: () => void): void
  /** Resolves to true when commands can be sent, or to false when the time limit is over. */
  ready(limitMs: number): Promise<boolean>
  /** Replaces the connection, for a Redis that stopped answering. */
  reconnect(): void
  close(): void
}

/** Creates a connection to Redis; no other code does. It connects in the background, and nothing waits for it. */
export function connectRedis(options: RedisOptions): RedisLink {
  const upListeners: (() => void)[] = []
  const downListeners: (() => void)[] = []
  let up = false
  let reported = false
  /** Whether this process has closed the connection to make a new one. */
  let renewing = false
  const client = createRedisClient(options.url, options.name, options.sharded)

  const reportDown = (cause: unknown): void => {
    if (reported) return
    reported = true
    options.onFault('Redis does not answer', cause)
  }
  client.on('error', reportDown)
  client.on('ready', () => {
    up = true
    renewing = false
    if (reported) options.onRecovered?.('Redis answers again')
    reported = false
    for (const listener of upListeners) listener()
  })
  client.on('close', () => {
    if (!up) return
    up = false
    const report = (): void => reportDown(new Error('the connection was closed'))
    // One that this process has closed itself, which may have been held up, is no outage if the next one is good.
    if (!renewing) report()
    else setTimeout(() => !up && report(), RENEWAL_LIMIT_MS).unref()
    for (const listener of downListeners) listener()
  })
  // Failures are reported as events as well.
  client.connect().catch(() => {})

  let closed = false
  const heartbeat = setInterval(() => {
    if (!up) return
    for (const connection of 'nodes' in client ? client.nodes('master') : [client]) {
      connection.ping().catch((error: unknown) => {
        if (!up || !(error instanceof Error) || error.message !== 'Command timed out') return
        // A cluster makes the connection to a node anew when it looks up the slots next.
        connection.disconnect(connection === client)
      })
    }
  }, HEARTBEAT_INTERVAL_MS).unref()
  const reconnect = (): void => {
    if (closed) return
    renewing = true
    client.disconnect(true)
  }
  const timing = new Timing('redis')
  return {
    client,
    timing,
    ask: createDeadline(
      {
        get up() {
          return up
        },
        reconnect,
      },
      timing,
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
      reported = true
      clearInterval(heartbeat)
      client.disconnect()
    },
  }
}
