import { Cluster, Redis } from 'ioredis'
import type { RedisOptions } from 'ioredis'
import { parseRedisUrl } from '../../shared/redis-url.ts'

/** Scripts and commands with one key, or with keys of one hash tag, work the same on both. */
export type RedisClient = Redis | Cluster

/** Delays before the connection is tried again: short at first, since a restarted Redis is back in a moment. */
const RETRY_DELAY_MS = 50
const RETRY_DELAY_LIMIT_MS = 1000
const CONNECT_TIMEOUT_MS = 2000
/** For commands whose caller sets no deadline of its own. */
const COMMAND_TIMEOUT_MS = 1000
/** How long a connection that is given up may take to say good-bye: one that hangs never does. */
const DISCONNECT_TIMEOUT_MS = 100
/** A Redis that reads its file is asked again after that at the latest, however long it expects to take. */
const LOADING_RETRY_LIMIT_MS = 500
/** Of a cluster: how long a shard may have failed over before this client looks where its slots are. */
const SLOTS_REFRESH_INTERVAL_MS = 1000
/** Of a cluster: how often a command follows its key to another node before it fails. */
const REDIRECTION_LIMIT = 4

/**
 * A client for the server, the sentinels or the cluster of that address, that begins to connect when it is told to.
 *
 * @param name What `CLIENT LIST` shows.
 * @throws {TypeError} when `parseRedisUrl` refuses the address, without its text: it may hold a password.
 */
export function createRedisClient(url: string, name: string): RedisClient {
  const target = parseRedisUrl(url)
  if (target === null) throw new TypeError('This is no address of Redis')
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
      slotsRefreshTimeout: COMMAND_TIMEOUT_MS,
      maxRedirections: REDIRECTION_LIMIT,
      // With TLS the name in the certificate counts; without, an address saves looking the name up at each connection.
      ...(target.tls ? { dnsLookup: (host, done) => done(null, host) } : {}),
      redisOptions: common,
    })
  }
  const single = {
    ...common,
    lazyConnect: true,
    enableOfflineQueue: false,
    retryStrategy: retry,
    // A replica that was promoted, or a primary that was demoted: the address may lead elsewhere now.
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
