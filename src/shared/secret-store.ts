/** Random secrets that all nodes share, made by whichever is first to ask. Everything may reject with `Unavailable`. */
export interface SecretStore {
  /** 32 bytes, the same at every call on every node. */
  secret(name: string): Promise<Buffer>
}
