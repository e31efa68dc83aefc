import type { JWK } from 'jose'

export interface StoredKey {
  /** Thumbprint (RFC 7638). */
  readonly kid: string
  readonly privateJwk: JWK
  readonly createdAt: Date
  /** From then on it signs, until a later one does. */
  readonly activeFrom: Date
}

/** Signing keys of the account host, which all its nodes have in common. Everything may reject with `Unavailable`. */
export interface AccountKeyStore {
  list(): Promise<readonly StoredKey[]>
  add(key: Omit<StoredKey, 'createdAt'>): Promise<void>
  /** Answers how many there were. */
  drop(kids: readonly string[]): Promise<number>
}
