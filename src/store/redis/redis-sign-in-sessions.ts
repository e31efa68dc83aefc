import { SIGN_IN_IDLE_LIMIT_MS, SIGN_IN_LIMIT_MS } from '../../account/users/sign-in-sessions.ts'
import type { SignInSession, SignInSessions } from '../../account/users/sign-in-sessions.ts'
import { REDIS_KEYS } from './keys.ts'
import { readValue } from './redis-value.ts'
import type { RedisLink } from './redis.ts'

/** Sign-in sessions of browsers, shared by all nodes. */
export function createRedisSignInSessions(
  { ask, client }: Pick<RedisLink, 'client' | 'ask'>,
  options: { readonly idleLimitMs?: number; readonly now?: () => number } = {},
): SignInSessions {
  const now = options.now ?? Date.now
  const idleLimitMs = options.idleLimitMs ?? SIGN_IN_IDLE_LIMIT_MS
  const keyOf = REDIS_KEYS.accountSignIn
  return {
    async put(hash, session) {
      await ask(() => client.set(keyOf(hash), JSON.stringify(session), 'PX', idleLimitMs))
    },
    async get(hash) {
      const text = await ask(() => client.getex(keyOf(hash), 'PX', idleLimitMs))
      if (text === null) return null
      const session = readValue(text) as SignInSession
      if (session.beganAtMs + SIGN_IN_LIMIT_MS > now()) return session
      await ask(() => client.del(keyOf(hash)))
      return null
    },
    async delete(hash) {
      await ask(() => client.del(keyOf(hash)))
    },
  }
}
