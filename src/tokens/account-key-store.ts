import type { JWK } from 'jose'

export interface StoredKey {
  /** Thumbprint (RFC 7638). */
  readonly kid: string
  readonly privateJwk: JWK
  readonly createdAt: Date
  /** Start of its period as the signing key, which lasts until a later key becomes active. */
  readonly activeFrom: Date
}

/** Signing keys of the account host, which all its nodes share. Every method may reject with `Unavailable`. */
export interface AccountKeyStore {
  list(): Promise<readonly StoredKey[]>
  add(key: Omit<StoredKey, 'createdAt'>): Promise<void>
  /** Returns the number of deleted keys. */
  drop(kids: readonly string[]): Promise<number>
}
