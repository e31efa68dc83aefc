/**
 * The answers to one batch, in the one ArrayBuffer that crosses threads:
 *
 * ```
 * u32 end[count]     where answer i ends, counted from the buffer's start; its top bit: the engine failed, and the bytes are why
 * u8  answers
 * ```
 *
 * An empty answer means that the deadline came first.
 */
const FAILED = 0x80000000

export type BatchAnswer =
  | { readonly kind: 'answered'; readonly bytes: Uint8Array }
  | { readonly kind: 'late' }
  | { readonly kind: 'failed'; readonly reason: string }

export function answersStart(count: number): number {
  return count * 4
}

export function markEnd(ends: Uint32Array, index: number, end: number, failed: boolean): void {
  ends[index] = failed ? (end | FAILED) >>> 0 : end
}

/** Each answer is a copy: a cache that keeps one of them must not keep the memory of the whole batch. */
export function* readAnswers(buffer: ArrayBuffer, count: number): Generator<BatchAnswer> {
  const ends = new Uint32Array(buffer, 0, count)
  let start = answersStart(count)
  for (let index = 0; index < count; index++) {
    const mark = ends[index] ?? 0
    const end = (mark & ~FAILED) >>> 0
    const view = Buffer.from(buffer, start, end - start)
    if (mark >= FAILED) yield { kind: 'failed', reason: view.toString('utf8') }
    else yield view.length === 0 ? { kind: 'late' } : { kind: 'answered', bytes: Buffer.from(view) }
    start = end
  }
}
