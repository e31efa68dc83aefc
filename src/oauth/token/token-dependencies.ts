import type { AuthenticateClient } from '../assertion/authenticate-client.ts'
import type { ClientStore } from '../client/client-store.ts'
import type { ClientUses } from '../client/client-uses.ts'
import type { CodeStore } from '../code/code-store.ts'
import type { GrantStore } from '../grant/grant-store.ts'
import type { Revocations } from '../grant/revocations.ts'
import type { AccessTokens } from './access-tokens.ts'

export interface TokenDependencies {
  /** Origin without a trailing slash: the issuer. */
  readonly accountUrl: string
  readonly tokens: AccessTokens
  readonly codes: CodeStore
  readonly grants: GrantStore
  readonly revocations: Revocations
  readonly clients: ClientStore
  readonly uses: ClientUses
  readonly authenticate: AuthenticateClient
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Life of a refresh token. Each use gives a new one with the same life. */
export const REFRESH_LIFETIME_MS = 30 * DAY_MS
/** Time for which a replaced token still yields its successor, since clients race (choices §4). */
export const REFRESH_OVERLAP_MS = 30_000
