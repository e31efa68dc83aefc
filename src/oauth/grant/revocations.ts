import { ACCOUNT_ACCESS_LIFETIME_SECONDS } from '../token/access-tokens.ts'

/** How long a revocation must be remembered: as long as an access token may live, and two minutes for clocks that differ. */
export const REVOCATION_MEMORY_SECONDS = ACCOUNT_ACCESS_LIFETIME_SECONDS + 120

/**
 * Tells every node within a second that grants are over. The truth is in `GrantStore`, which is told first; this is news of it:
 * a mark that the admission of each request reads, a message to all nodes, and, should both be lost, a look at the store some times a second.
 */
export interface Revocations {
  /** Resolves when every node that asks would know. Rejects with `Unavailable` when the others could not be told yet; this node knows then, and they will. */
  announce(grantIds: readonly string[]): Promise<void>
  /** Whether this node has heard of its end. Cheap: asked at every request. */
  has(grantId: string): boolean
  /** Called once for each grant that ends, wherever that was said: open streams of it end. */
  onRevoked(listener: (grantId: string) => void): void
  close(): void
}
