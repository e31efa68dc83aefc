import { hashKey } from '../shared/hashes.ts'
import { emptyPlaces } from './circle.ts'

/** What the table needs of a value. */
export interface Keyed<V> {
  readonly key: string
  /** Values of one key are told apart by this whole number. */
  readonly variant: number
  /** Hash of the key, by `hashKey`. */
  readonly hash: number
  /** The next value of the same bucket. The table alone sets it. */
  next: V | null
}

/** Values by their keys and variants. */
export interface KeyTable<V extends Keyed<V>> {
  find(key: string, variant: number): V | undefined
  /** No other of its key and variant may be there. */
  add(value: V): void
  /** Takes the value itself out, if it is there. */
  remove(value: V): void
}

/** A power of two, some times the calls that are open at a time under load. */
const FIRST_BUCKETS = 1024

/**
 * A table for entries that come and go by the thousand, such as queries that are not answered yet. A `Map` moves such entries to
 * new memory again and again, and its old memory holds what was in it. Once some of that is in V8's old space, everything lives
 * until the whole heap is collected: garbage of 1 KB a request, copied twice, in pauses of 5 ms.
 */
export function createKeyTable<V extends Keyed<V>>(): KeyTable<V> {
  let buckets = emptyPlaces<V>(FIRST_BUCKETS)
  let size = 0

  function put(value: V): void {
    const bucket = value.hash & (buckets.length - 1)
    value.next = buckets[bucket]!
    buckets[bucket] = value
  }

  function grow(): void {
    const former = buckets
    buckets = emptyPlaces(2 * former.length)
    for (let value of former) {
      while (value !== null) {
        const { next }: V = value
        put(value)
        value = next
      }
    }
  }

  return {
    find(key, variant) {
      const hash = hashKey(key)
      for (let value: V | null = buckets[hash & (buckets.length - 1)]!; value !== null; value = value.next) {
        if (value.hash === hash && value.variant === variant && value.key === key) return value
      }
      return undefined
    },
    add(value) {
      if (size === buckets.length) grow()
      size += 1
      put(value)
    },
    remove(value) {
      const bucket = value.hash & (buckets.length - 1)
      let before: V | null = null
      for (let other: V | null = buckets[bucket]!; other !== null; other = other.next) {
        if (other === value) {
          if (before === null) buckets[bucket] = value.next
          else before.next = value.next
          value.next = null
          size -= 1
          return
        }
        before = other
      }
    },
  }
}
