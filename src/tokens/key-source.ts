import type { SigningKey } from './signing-key.ts'

export interface LoadedKey {
  readonly key: SigningKey
  /** Whether it was kept. A key that could not be written differs at each start. */
  readonly kept: boolean
  /** Warning for the operator, or null. */
  readonly warning: string | null
}

/** Where the signing key of a host is kept. */
export interface KeySource {
  /** For messages: `at <path>` or `in the database`. */
  readonly place: string
  /** Whether all nodes read the same. It is then read on a schedule, since another node may have replaced the key. */
  readonly isShared: boolean
  /**
   * Reads the key, or makes the first one. Rejects with `Unavailable` while it cannot be reached.
   *
   * @throws {KeyError} It holds no key.
   */
  read(): Promise<LoadedKey>
}
