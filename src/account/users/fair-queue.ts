/** Work that waits, by who is to have it done. */
export interface FairQueue<T> {
  readonly size: number
  /** Puts one at the end of its share. What it answers had no room any more; that may be the one itself. */
  add(share: string, one: T): T | null
  /** The first of the share whose turn it is. */
  next(): T | undefined
}

/**
 * A bounded queue in which shares take turns. When it is full, the newest of the longest share goes, so that whoever sends a lot
 * crowds out nobody but themselves (longest queue drop).
 */
export function createFairQueue<T>(limit: number): FairQueue<T> {
  /** In the order of their turns. No share is empty. */
  const shares = new Map<string, T[]>()
  let size = 0

  /** The longest share that is longer than that; null: none is. */
  function longest(length: number): T[] | null {
    let found: T[] | null = null
    for (const share of shares.values()) if (share.length > (found?.length ?? length)) found = share
    return found
  }

  return {
    get size() {
      return size
    },
    add(name, one) {
      const share = shares.get(name)
      let dropped: T | null = null
      if (size >= limit) {
        // Nobody goes for one of a share that would then be as long.
        dropped = longest((share?.length ?? 0) + 1)?.pop() ?? null
        if (dropped === null) return one
        size--
      }
      if (share === undefined) shares.set(name, [one])
      else share.push(one)
      size++
      return dropped
    },
    next() {
      const [first] = shares
      if (first === undefined) return undefined
      const [name, share] = first
      const one = share.shift()
      shares.delete(name)
      if (share.length > 0) shares.set(name, share)
      size--
      return one
    },
  }
}
