/** Random secrets that all nodes share, created on first use by any node. Every method may reject with `Unavailable`. */
export interface SecretStore {
  /** Returns 32 bytes, the same at every call on every node. */
  secret(name: string): Promise<Buffer>
}
