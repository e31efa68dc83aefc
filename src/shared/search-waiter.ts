import type { Checksum } from './hashes.ts'
import type { Answer, Refusal } from './result.ts'

/** Receives the answer to a query. Exactly one of `answered` and `refused` is called, once. */
export interface SearchWaiter {
  /**
   * Receives the answer.
   * @param bytes JSON, at an offset that is a multiple of eight. Bytes and checksum are overwritten after this returns.
   * @param shared Whether others receive the same answer, one after another.
   */
  answered(bytes: Uint8Array, checksum: Checksum, shared: boolean): void
  refused(refusal: Refusal): void
  /** Whether it no longer waits. */
  aborted(): boolean
}

/** Asks a query, and resolves to a copy of the JSON bytes of its answer. */
export function searchOnce(
  from: { ask(query: string, shape: number, waiter: SearchWaiter): void },
  query: string,
  shape: number,
  aborted: () => boolean,
): Promise<Answer<Uint8Array>> {
  return new Promise((resolve) =>
    from.ask(query, shape, {
      answered: (bytes) => resolve({ ok: true, value: Buffer.from(bytes) }),
      refused: resolve,
      aborted,
    }),
  )
}
