import { Redis } from 'ioredis'

/** Delays before the connection is tried again: short at first, since a restarted Redis is back in a moment. */
const RETRY_DELAY_MS = 50
const RETRY_DELAY_LIMIT_MS = 1000
const CONNECT_TIMEOUT_MS = 2000
/** For commands whose caller sets no deadline of its own. */
const COMMAND_TIMEOUT_MS = 1000

export interface RedisOptions {
  /** `redis://` or `rediss://`, with credentials and database if any. */
  readonly url: string
  /** What `CLIENT LIST` shows. */
  readonly name: string
  /** Told once an outage, however long it lasts, and once when it is over. */
  readonly onFault: (message: string, cause: unknown) => void
  readonly onRecovered?: (message: string) => void
}

/** A connection that restores itself. Commands fail at once while it is down: nothing waits in a queue. */
export interface RedisLink {
  readonly client: Redis
  /** Whether commands can be sent. A Redis that hangs still counts as up. */
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
  const client = new Redis(options.url, {
    connectionName: options.name,
    protocol: 2,
    disableClientInfo: true,
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(RETRY_DELAY_MS * 2 ** Math.min(attempt - 1, 10), RETRY_DELAY_LIMIT_MS),
    // A replica that was promoted, or a primary that was demoted: the address may lead elsewhere now.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  })

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
  return {
    client,
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
    reconnect() {
      if (!closed) client.disconnect(true)
    },
    close() {
      closed = true
      told = true
      client.disconnect()
    },
  }
}
