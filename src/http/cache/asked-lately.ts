/**
 * Keys that were asked for lately. It forgets, and rarely takes one key for another. Without it each search that is asked once
 * would be kept too, for 1.2 times the processor time.
 */
export interface AskedLately {
  /** Whether the key of that hash (`hashKey`) was asked for; from now on it was. */
  again(hash: number): boolean
}

/** A power of two. Small enough to stay in the processor's caches, 128 KiB. */
const PLACES = 32_768

/** Each hash has one place, where it is remembered until another hash takes it. */
export function createAskedLately(): AskedLately {
  const hashes = new Int32Array(PLACES)
  return {
    again(hash) {
      const place = hash & (PLACES - 1)
      if (hashes[place] === hash) return true
      hashes[place] = hash
      return false
    },
  }
}
