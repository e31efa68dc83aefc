import { ACCOUNT_ACCESS_LIFETIME_SECONDS } from '../token/access-tokens.ts'

/** Time for which a revocation must be remembered: the life of an access token, and two minutes for clocks that differ. */
export const REVOCATION_MEMORY_SECONDS = ACCOUNT_ACCESS_LIFETIME_SECONDS + 120

/**
 * Informs every node within a second that grants have ended. `GrantStore` holds the truth and is written first. It is
 * announced by a mark that the admission of each request reads, and by a message to all nodes. If both are lost, each node
 * reads the store several times a second.
 */
export interface Revocations {
  /**
   * Resolves when every node can find the revocation. Rejects with `Unavailable` if the others could not be informed yet.
   * Then this node knows, and they will be informed later.
   */
  announce(grantIds: readonly string[]): Promise<void>
  /** Tells whether this node knows that a grant has ended. It is cheap, since every request calls it. */
  has(grantId: string): boolean
  /** Adds a listener, which is called once for each grant that ends on any node. Open streams of the grant end then. */
  onRevoked(listener: (grantId: string) => void): void
  close(): void
}
