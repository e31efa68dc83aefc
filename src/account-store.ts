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
import { Unavailable } from './shared/unavailable.ts'
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
  /** Whether this node knows which grants were revoked before it started. Nobody is admitted until then. */
  readonly informed: boolean
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
  let informed = false
  const begin = <R extends PolledRevocations>(revocations: R): R => {
    void revocations.ready.then(() => (informed = true))
    return revocations
  }
  const whenInformed = (admissions: Admissions): Admissions => ({
    admit: (grantId, cost, sessionId) =>
      informed
        ? admissions.admit(grantId, cost, sessionId)
        : Promise.reject(new Unavailable('revocations are not known yet')),
  })
  const link = connectStore(config, 'signpost-account', log)
  const subscriber = connectStore(config, 'signpost-account-news', log)
  if (link === null || subscriber === null) {
    const revocations = begin(createMemoryRevocations({ recentlyRevoked }))
    const { admissions, sessions } = createMemoryAccountState({ isRevoked: (grantId) => revocations.has(grantId) })
    return {
      admissions: whenInformed(admissions),
      sessions,
      revocations,
      get informed() {
        return informed
      },
      codes: createMemoryCodes(),
      signIns: createMemorySignInSessions(),
      bus: createMemoryBus(),
      reachable: () => Promise.resolve('none'),
      close: () => revocations.close(),
    }
  }
  const revocations = begin(createRedisRevocations(link, subscriber, { recentlyRevoked }))
  const { admissions, sessions } = createRedisAccountState(link)
  return {
    admissions: whenInformed(admissions),
    sessions,
    revocations,
    get informed() {
      return informed
    },
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
