import { REVOCATION_MEMORY_SECONDS } from '../../oauth/grant/revocations.ts'
import { createMemoryRevocations } from '../memory/memory-revocations.ts'
import type { PolledRevocations, RevocationOptions } from '../memory/memory-revocations.ts'
import { Unavailable } from '../../shared/unavailable.ts'
import { REDIS_KEYS } from './keys.ts'
import type { RedisLink } from './redis.ts'

/** Number of marks that are sent before their answers are awaited. */
const MARK_BATCH = 256

/**
 * Revocations that all nodes know. The mark in Redis stops every further request at once, and the message ends open
 * streams. Should Redis lose both, each node finds them in the store and marks them again.
 *
 * @param subscriber Separate connection, since a subscribed one takes no other commands.
 */
export function createRedisRevocations(
  link: Pick<RedisLink, 'client' | 'ask' | 'onUp'>,
  subscriber: Pick<RedisLink, 'client' | 'onUp'>,
  options: RevocationOptions,
): PolledRevocations {
  let closed = false
  const markAgain = (grantIds: readonly string[]): void => {
    // Marks that fail now are made again when the connection is back.
    mark(link, grantIds).catch(() => revocations.lookBack())
  }
  const revocations = createMemoryRevocations(options, markAgain)

  // A Redis that comes back may have lost its marks.
  link.onUp(() => revocations.lookBack())
  // ioredis renews subscriptions itself, but not those first requested while the connection was down.
  subscriber.onUp(() => {
    if (!closed) subscriber.client.subscribe(REDIS_KEYS.accountRevocations).catch(() => {})
  })
  subscriber.client.on('message', (channel: string, message: string) => {
    if (!closed && channel === REDIS_KEYS.accountRevocations) revocations.record(message.split(' '))
  })

  return {
    ...revocations,
    async announce(grantIds) {
      if (grantIds.length === 0) return
      revocations.record(grantIds)
      try {
        await mark(link, grantIds)
        await link.ask(() => link.client.publish(REDIS_KEYS.accountRevocations, grantIds.join(' ')))
      } catch (error) {
        // The other nodes find the revocation when they poll the store; the marks are made as soon as possible.
        revocations.lookBack()
        throw error instanceof Unavailable
          ? error
          : new Unavailable('Redis was not told of a revocation', { cause: error })
      }
    },
    close() {
      closed = true
      revocations.close()
    },
  }
}

async function mark({ ask, client }: Pick<RedisLink, 'client' | 'ask'>, grantIds: readonly string[]): Promise<void> {
  for (let from = 0; from < grantIds.length; from += MARK_BATCH) {
    const batch = grantIds.slice(from, from + MARK_BATCH)
    await Promise.all(
      batch.map((grantId) =>
        ask(() => client.set(REDIS_KEYS.accountRevoked(grantId), '1', 'EX', REVOCATION_MEMORY_SECONDS)),
      ),
    )
  }
}
