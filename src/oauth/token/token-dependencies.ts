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
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Each use gives a token that lives so long again. */
export const REFRESH_LIFETIME_MS = 30 * DAY_MS
/** How long the token that was just replaced is good for another pair: clients race (choices §4). */
export const REFRESH_OVERLAP_MS = 30_000
