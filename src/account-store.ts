import type { Config } from './config/config.ts'
import type { SignInSessions } from './account/users/sign-in-sessions.ts'
import { createMemorySignInSessions } from './account/users/memory-sign-in-sessions.ts'
import type { StoreState } from './hosts/store-state.ts'
import { createMemoryBus, type Bus } from './mcp/bus.ts'
import type { SessionStore } from './mcp/session.ts'
import type { Admissions } from './oauth/admissions.ts'
import type { CodeStore } from './oauth/code/code-store.ts'
import { createMemoryCodes } from './oauth/code/memory-codes.ts'
import { createMemoryAccountState } from './oauth/memory-admissions.ts'
import { createMemoryRevocations, type PolledRevocations, type RevocationOptions } from './oauth/memory-revocations.ts'
import type { Log } from './shared/log.ts'
import { connectStore } from './store-link.ts'
import { createRedisAccountState } from './store/redis-account-state.ts'
import { createRedisCodes } from './store/redis-codes.ts'
import { createRedisMcpBus } from './store/redis-mcp-bus.ts'
import { createRedisRevocations } from './store/redis-revocations.ts'
import { createRedisSignInSessions } from './store/redis-sign-in-sessions.ts'

/** What the account host remembers for a while: in Redis, or in this process. */
export interface AccountStore {
  readonly admissions: Admissions
  readonly sessions: SessionStore
  readonly revocations: PolledRevocations
  readonly codes: CodeStore
  readonly signIns: SignInSessions
  readonly bus: Bus
  /** Whether it answers now; never rejects. */
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
  const subscriber = connectStore(config, 'signpost-account-news', log)
  if (link === null || subscriber === null) {
    const revocations = createMemoryRevocations({ recentlyRevoked })
    return {
      ...createMemoryAccountState({ isRevoked: (grantId) => revocations.has(grantId) }),
      revocations,
      codes: createMemoryCodes(),
      signIns: createMemorySignInSessions(),
      bus: createMemoryBus(),
      reachable: () => Promise.resolve('none'),
      close: () => revocations.close(),
    }
  }
  const revocations = createRedisRevocations(link, subscriber, { recentlyRevoked })
  return {
    ...createRedisAccountState(link),
    revocations,
    codes: createRedisCodes(link),
    signIns: createRedisSignInSessions(link),
    bus: createRedisMcpBus(link, subscriber),
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
