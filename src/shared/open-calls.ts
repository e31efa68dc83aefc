import { hashKey, type Hashed } from './hash-key.ts'

/** What the table needs of a call. */
export interface OpenCall<C> extends Hashed {
  /** Calls of one key are told apart by this whole number. */
  readonly variant: number
  /** The table's own: it links those of one bucket. */
  next: C | null
}

/** Calls that are not answered yet, by their keys and variants. */
export interface OpenCalls<C extends OpenCall<C>> {
  find(key: string, variant: number): C | undefined
  /** Neither may be there together. */
  add(call: C): void
  /** Takes the call itself out, if it is there. */
  remove(call: C): void
}

/** A power of two, some times the calls that are open at a time under load. */
const BUCKETS = 1024

/**
 * A `Map` whose entries come and go by the thousand would do the same, but it moves to new memory each time, and its old
 * memory leads to the new and holds what was in it. Once some of that is in V8's old space, everything that was ever put in
 * lives until the next collection of the whole heap: garbage of 1 KB a request, copied twice, in pauses of 5 ms.
 */
export function createOpenCalls<C extends OpenCall<C>>(): OpenCalls<C> {
  const buckets: (C | null)[] = Array.from({ length: BUCKETS }, () => null)

  return {
    find(key, variant) {
      const hash = hashKey(key)
      for (let call: C | null = buckets[hash & (BUCKETS - 1)]!; call !== null; call = call.next) {
        if (call.hash === hash && call.variant === variant && call.key === key) return call
      }
      return undefined
    },
    add(call) {
      const bucket = call.hash & (BUCKETS - 1)
      call.next = buckets[bucket]!
      buckets[bucket] = call
    },
    remove(call) {
      const bucket = call.hash & (BUCKETS - 1)
      let before: C | null = null
      for (let other: C | null = buckets[bucket]!; other !== null; other = other.next) {
        if (other === call) {
          if (before === null) buckets[bucket] = call.next
          else before.next = call.next
          call.next = null
          return
        }
        before = other
      }
    },
  }
}
