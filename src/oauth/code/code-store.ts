import type { Consent } from '../grant/grant-store.ts'

/** The authorization that a code stands for. */
export interface CodeRecord extends Consent {
  readonly grantId: string
  /** Challenge by S256 (RFC 7636 §4.2). */
  readonly codeChallenge: string
  readonly resource: string
  /** Whether the client must authenticate itself; absent: an older version of this program made the code. */
  readonly needsAssertion?: boolean
}

/**
 * Stores authorization codes, by their SHA-256 (base64url) alone. They live for `CODE_LIFETIME_SECONDS`. A used code is
 * remembered for ten minutes more, so that a second use can be told from a guess. All methods may reject with
 * `Unavailable`.
 */
export interface CodeStore {
  put(hash: string, record: CodeRecord): Promise<void>
  /** Takes a code atomically: exactly one of several concurrent callers gets `fresh`. */
  take(
    hash: string,
  ): Promise<
    { readonly use: 'fresh'; readonly record: CodeRecord } | { readonly use: 'again'; readonly grantId: string } | null
  >
}

export const CODE_LIFETIME_SECONDS = 60
export const USED_CODE_MEMORY_SECONDS = 600
