import { createHash } from 'node:crypto'
import type { RedisClient } from './redis-client.ts'

/** Runs a script with keys, which share a hash tag when there are several, and arguments. */
export type RedisScript = (
  client: RedisClient,
  keys: readonly string[],
  args: readonly (string | number)[],
) => Promise<unknown>

/** Defines a script that is sent by its hash, and in full to a Redis that does not know it (yet, or since a restart). */
export function defineScript(source: string): RedisScript {
  const sha = createHash('sha1').update(source).digest('hex')
  return async (client, keys, args) => {
    try {
      return await client.evalsha(sha, keys.length, ...keys, ...args)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return client.eval(source, keys.length, ...keys, ...args)
    }
  }
}
