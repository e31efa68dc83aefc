import { append } from '../../shared/append.ts'

/** A queue of items, each of which belongs to a share. */
export interface FairQueue<T> {
  readonly size: number
  /**
   * Adds an item at the end of its share. The result is the item that had no room, which may be this one; null: every item
   * had room.
   */
  add(share: string, item: T): T | null
  /** Removes the first item of the share whose turn it is. */
  next(): T | undefined
}

/**
 * Creates a bounded queue in which shares take turns. When it is full, the newest item of the longest share is dropped. So
 * whoever sends much displaces only their own items (longest queue drop).
 */
export function createFairQueue<T>(limit: number): FairQueue<T> {
  /** Shares in the order of their turns. No share is empty. */
  const shares = new Map<string, T[]>()
  let size = 0

  /** Finds the longest share above a length, or null. */
  function longest(length: number): T[] | null {
    let found: T[] | null = null
    for (const share of shares.values()) if (share.length > (found?.length ?? length)) found = share
    return found
  }

  return {
    get size() {
      return size
    },
    add(name, item) {
      const share = shares.get(name)
      let dropped: T | null = null
      if (size >= limit) {
        // No item is dropped for a share that would then be as long.
        dropped = longest((share?.length ?? 0) + 1)?.pop() ?? null
        if (dropped === null) return item
        size--
      }
      append(shares, name, item)
      size++
      return dropped
    },
    next() {
      const [first] = shares
      if (first === undefined) return undefined
      const [name, share] = first
      const item = share.shift()
      shares.delete(name)
      if (share.length > 0) shares.set(name, share)
      size--
      return item
    },
  }
}
