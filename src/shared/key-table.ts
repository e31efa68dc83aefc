import { hashKey } from './hash-key.ts'

/** What a value is found by. */
export interface KeyName {
  readonly key: string
  /** Values of one key are told apart by this whole number. */
  readonly variant: number
  /** Of the key, by `hashKey`. */
  readonly hash: number
}

/** What the table needs of a value. */
export interface Keyed<V> extends KeyName {
  /** The table's own: it links those of one bucket. */
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
 * A `Map` would do the same. But one whose entries come and go by the thousand, such as calls that are not answered yet, moves
 * to new memory each time, and its old memory leads to the new and holds what was in it: once some of that is in V8's old
 * space, everything that was ever put in lives until the next collection of the whole heap, garbage of 1 KB a request, copied
 * twice, in pauses of 5 ms. Nor does a key have to be one string, which costs as much to join as to hash.
 */
export function createKeyTable<V extends Keyed<V>>(): KeyTable<V> {
  let buckets = emptyBuckets<V>(FIRST_BUCKETS)
  let size = 0

  function put(value: V): void {
    const bucket = value.hash & (buckets.length - 1)
    value.next = buckets[bucket]!
    buckets[bucket] = value
  }

  function grow(): void {
    const former = buckets
    buckets = emptyBuckets(2 * former.length)
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

function emptyBuckets<V>(count: number): (V | null)[] {
  return Array.from({ length: count }, () => null)
}
