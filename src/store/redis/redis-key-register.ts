import type { KeyRegister, KeyStanding } from '../../tokens/key-register.ts'
import { REDIS_KEYS } from './keys.ts'
import type { RedisLink } from './redis.ts'

/** Looks up the standing of a key. KEYS: current, retired; ARGV: thumbprint, 1 to claim. */
const STANDING = `
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then return 'retired' end
if ARGV[2] == '1' then redis.call('SET', KEYS[1], ARGV[1], 'NX') end
return redis.call('GET', KEYS[1]) == ARGV[1] and 'current' or 'other'
`

/** Makes a key the current one. KEYS: current, retired; ARGV: thumbprint, channel. */
const REPLACE = `
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then return 'retired' end
local before = redis.call('GET', KEYS[1])
if before ~= ARGV[1] then
  if before then redis.call('SADD', KEYS[2], before) end
  redis.call('SET', KEYS[1], ARGV[1])
  redis.call('PUBLISH', ARGV[2], ARGV[1])
end
return 'current'
`

/**
 * The register of signing keys that all processes share.
 *
 * @param link Connection for commands.
 * @param subscriber Separate connection, since a subscribed one takes no other commands.
 */
export function createRedisKeyRegister(link: RedisLink, subscriber: RedisLink | null): KeyRegister {
  const listeners: (() => void)[] = []
  const publish = (): void => {
    for (const listener of listeners) listener()
  }
  // Messages published while the connection was down are lost, so each reconnection counts as a message.
  subscriber?.onUp(() => void subscriber.client.subscribe(REDIS_KEYS.keyReplaced).then(publish, () => {}))
  subscriber?.client.on('message', publish)

  const run = async (script: string, ...args: string[]): Promise<KeyStanding> =>
    (await link.client.eval(script, 2, REDIS_KEYS.currentKey, REDIS_KEYS.retiredKeys, ...args)) as KeyStanding
  return {
    standing: (kid, claim) => run(STANDING, kid, claim ? '1' : '0'),
    replace: (kid) => run(REPLACE, kid, REDIS_KEYS.keyReplaced),
    onReplaced: (listener) => void listeners.push(listener),
  }
}
