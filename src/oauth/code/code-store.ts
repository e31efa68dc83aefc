/** What an authorization code stands for. */
export interface CodeRecord {
  readonly clientId: string
  readonly userId: string
  readonly grantId: string
  /** As it was in the authorization request, byte for byte. */
  readonly redirectUri: string
  /** S256 (RFC 7636 §4.2). */
  readonly codeChallenge: string
  readonly scope: string
  readonly resource: string
}

/**
 * Authorization codes, known by their SHA-256 (base64url) alone. They live for `CODE_LIFETIME_SECONDS`; that one was used is
 * remembered for ten minutes more, so that its second use can be told from a guess. Everything may reject with `Unavailable`.
 */
export interface CodeStore {
  put(hash: string, record: CodeRecord): Promise<void>
  /** Atomic: of many at once exactly one gets `fresh`. */
  take(
    hash: string,
  ): Promise<
    { readonly use: 'fresh'; readonly record: CodeRecord } | { readonly use: 'again'; readonly grantId: string } | null
  >
}

export const CODE_LIFETIME_SECONDS = 60
export const USED_CODE_MEMORY_SECONDS = 600
