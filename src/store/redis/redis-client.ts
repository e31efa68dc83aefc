import { createRequire } from 'node:module'
import type { Cluster, Redis, RedisOptions } from 'ioredis'
import { parseRedisUrl } from '../../shared/urls/redis-url.ts'

const require = createRequire(import.meta.url)

/** A single server or a cluster. Scripts and commands with one key, or with keys of one hash tag, work the same on both. */
export type RedisClient = Redis | Cluster

/** Delays before another attempt to connect: short at first, since a restarted Redis is soon back. */
const RETRY_DELAY_MS = 50
const RETRY_DELAY_LIMIT_MS = 1000
const CONNECT_TIMEOUT_MS = 2000
/**
 * Limit for commands whose caller sets no deadline of its own. It is long, because ioredis does not read what has arrived before
 * it gives a command up: a pause of the machine must be shorter. A connection that answers nobody is replaced earlier.
 */
const COMMAND_TIMEOUT_MS = 5000
/** Longest wait for an orderly close of an abandoned connection; a hanging one never closes. */
const DISCONNECT_TIMEOUT_MS = 100
/** Longest wait before a Redis that loads its file is asked again, however long it expects to take. */
const LOADING_RETRY_LIMIT_MS = 500
/** Longest time after a failover in a cluster until this client looks up the slots again. */
const SLOTS_REFRESH_INTERVAL_MS = 1000
const SLOTS_REFRESH_TIMEOUT_MS = 1000
/** How often a command in a cluster follows its key to another node before it fails. */
const REDIRECTION_LIMIT = 4

/**
 * Creates a client for the server, the sentinels or the cluster at that address. It connects when `connect` is called.
 *
 * @param name Name that `CLIENT LIST` shows.
 * @param sharded Whether it listens to sharded channels of a cluster. ioredis then compares all slots every second.
 * @throws {TypeError} when `parseRedisUrl` refuses the address. The message omits the address, which may hold a
 * password.
 */
export function createRedisClient(url: string, name: string, sharded = false): RedisClient {
  const target = parseRedisUrl(url)
  if (target === null) throw new TypeError('This is no address of Redis')
  // Without Redis a listener would take longer to load this package than to open its index.
  const { Cluster, Redis } = require('ioredis') as typeof import('ioredis')
  const retry = (attempt: number): number =>
    Math.min(RETRY_DELAY_MS * 2 ** Math.min(attempt - 1, 10), RETRY_DELAY_LIMIT_MS)
  const common = {
    connectionName: name,
    protocol: 2,
    disableClientInfo: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    maxLoadingRetryTime: LOADING_RETRY_LIMIT_MS,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    db: target.database,
    ...(target.username === null ? {} : { username: target.username }),
    ...(target.password === null ? {} : { password: target.password }),
    ...(target.tls ? { tls: {} } : {}),
  } satisfies RedisOptions
  if (target.kind === 'cluster') {
    return new Cluster([...target.addresses], {
      lazyConnect: true,
      enableOfflineQueue: false,
      clusterRetryStrategy: retry,
      slotsRefreshInterval: SLOTS_REFRESH_INTERVAL_MS,
      shardedSubscribers: sharded,
      slotsRefreshTimeout: SLOTS_REFRESH_TIMEOUT_MS,
      maxRedirections: REDIRECTION_LIMIT,
      // With TLS the name must match the certificate. Without it, an address saves a look-up of the name at each connection.
      ...(target.tls ? { dnsLookup: (host, done) => done(null, host) } : {}),
      redisOptions: common,
    })
  }
  const single = {
    ...common,
    lazyConnect: true,
    enableOfflineQueue: false,
    retryStrategy: retry,
    // After a failover the address may lead to the new primary.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  } satisfies RedisOptions
  const addresses = target.addresses.map(({ host, port }) => ({ host, port }))
  if (target.kind === 'single') return new Redis({ ...single, ...addresses[0] })
  return new Redis({
    ...single,
    sentinels: addresses,
    name: target.primary,
    sentinelRetryStrategy: retry,
    ...(target.tls ? { sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
    ...(target.sentinelUsername === null ? {} : { sentinelUsername: target.sentinelUsername }),
    ...(target.sentinelPassword === null ? {} : { sentinelPassword: target.sentinelPassword }),
  })
}
