/**
 * Remembers assertions that clients have used, for `ASSERTION_MEMORY_MS`, so that none is accepted twice. It may reject with
 * `Unavailable`. Then the assertion must be refused.
 */
export interface UsedAssertions {
  /**
   * Resolves to whether this is the first use: for exactly one of several concurrent callers.
   *
   * @param hash Hash of the client and the id of its assertion.
   */
  use(hash: string): Promise<boolean>
}
