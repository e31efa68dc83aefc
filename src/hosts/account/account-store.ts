import type { Config } from '../../config/config.ts'
import type { SignInSessions } from '../../account/users/sign-in-sessions.ts'
import { createMemorySignInSessions } from '../../store/memory/memory-sign-in-sessions.ts'
import type { StoreState } from '../../limits/store-state.ts'
import { createMemoryBus, type Bus } from '../../mcp/bus.ts'
import type { SessionStore } from '../../mcp/session.ts'
import type { Admissions } from '../../oauth/admissions.ts'
import type { UsedAssertions } from '../../oauth/assertion/used-assertions.ts'
import type { CodeStore } from '../../oauth/code/code-store.ts'
import { createMemoryAssertions } from '../../store/memory/memory-assertions.ts'
import { createMemoryCodes } from '../../store/memory/memory-codes.ts'
import { createMemoryAccountState } from '../../store/memory/memory-admissions.ts'
import {
  createMemoryRevocations,
  type PolledRevocations,
  type RevocationOptions,
} from '../../store/memory/memory-revocations.ts'
import type { Log } from '../../shared/log.ts'
import { Unavailable } from '../../shared/unavailable.ts'
import { Timing } from '../../shared/answer-timer.ts'
import { connectStore } from '../store-link.ts'
import { createRedisAccountState } from '../../store/redis/redis-account-state.ts'
import { createRedisAssertions } from '../../store/redis/redis-assertions.ts'
import { createRedisCodes } from '../../store/redis/redis-codes.ts'
import { createRedisMcpBus } from '../../store/redis/redis-mcp-bus.ts'
import { createRedisRevocations } from '../../store/redis/redis-revocations.ts'
import { createRedisSignInSessions } from '../../store/redis/redis-sign-in-sessions.ts'
import type { RedisLink } from '../../store/redis/redis.ts'

/** Short-lived state of the account host: in Redis, or in this process. */
export interface AccountStore {
  readonly admissions: Admissions
  readonly sessions: SessionStore
  readonly revocations: PolledRevocations
  readonly codes: CodeStore
  readonly usedAssertions: UsedAssertions
  readonly signIns: SignInSessions
  readonly bus: Bus
  /** Whether this node knows which grants were revoked before it started. Nobody is admitted until then. */
  readonly knowsRevocations: boolean
  /** Answers of Redis; empty without it. */
  readonly timing: Timing
  /** Resolves to whether the store answers now; never rejects. */
  reachable(): Promise<StoreState>
  close(): void
}

/** @param recentlyRevoked `GrantStore.revokedSince`. */
export function createAccountStore(
  config: Config,
  log: Log,
  recentlyRevoked: RevocationOptions['recentlyRevoked'],
): AccountStore {
  const link = connectStore(config, 'signpost-account', log)
  const subscriber = connectStore(config, 'signpost-account-news', log, true)
  const parts =
    link === null || subscriber === null
      ? createMemoryParts(recentlyRevoked)
      : createRedisParts(link, subscriber, recentlyRevoked)
  let knowsRevocations = false
  void parts.revocations.ready.then(() => (knowsRevocations = true))
  return {
    ...parts,
    admissions: {
      admit: (who, cost, sessionId) =>
        knowsRevocations
          ? parts.admissions.admit(who, cost, sessionId)
          : Promise.reject(new Unavailable('revocations are not known yet')),
    },
    get knowsRevocations() {
      return knowsRevocations
    },
  }
}

type Parts = Omit<AccountStore, 'knowsRevocations'>

function createMemoryParts(recentlyRevoked: RevocationOptions['recentlyRevoked']): Parts {
  const revocations = createMemoryRevocations({ recentlyRevoked })
  return {
    ...createMemoryAccountState({ isRevoked: (grantId) => revocations.has(grantId) }),
    revocations,
    codes: createMemoryCodes(),
    usedAssertions: createMemoryAssertions(),
    signIns: createMemorySignInSessions(),
    bus: createMemoryBus(),
    timing: new Timing('redis'),
    reachable: () => Promise.resolve('none'),
    close: () => revocations.close(),
  }
}

function createRedisParts(
  link: RedisLink,
  subscriber: RedisLink,
  recentlyRevoked: RevocationOptions['recentlyRevoked'],
): Parts {
  const revocations = createRedisRevocations(link, subscriber, { recentlyRevoked })
  return {
    ...createRedisAccountState(link),
    revocations,
    codes: createRedisCodes(link),
    usedAssertions: createRedisAssertions(link),
    signIns: createRedisSignInSessions(link),
    bus: createRedisMcpBus(link, subscriber),
    timing: link.timing,
    reachable: () =>
      link
        .ask(() => link.client.ping())
        .then(
          () => 'reachable',
          () => 'unreachable',
        ),
    close() {
      revocations.close()
      link.close()
      subscriber.close()
    },
  }
}
