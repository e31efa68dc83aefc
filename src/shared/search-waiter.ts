import type { Checksum } from './checksum.ts'
import type { Refusal } from './result.ts'

/** Receives the answer to a query. Exactly one of `answered` and `refused` is called, once. */
export interface SearchWaiter {
  /**
   * @param bytes JSON, at an offset that is a multiple of eight. Bytes and checksum are overwritten once this has returned.
   * @param shared Whether others receive the same answer, one after another.
   */
  answered(bytes: Uint8Array, checksum: Checksum, shared: boolean): void
  refused(refusal: Refusal): void
  /** Whether it waits no longer. */
  aborted(): boolean
}
