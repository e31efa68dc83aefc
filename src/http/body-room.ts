/** A body up to that length always finds room: there are no more of those than connections. */
const SMALL_BYTES = 64 * 1024
/** For the longer ones of one host in one thread. */
const LIMIT_BYTES = 256 * 1024 * 1024

/** Memory for long bodies that are on their way: who sends many at once, and slowly, is not to take all there is. */
export interface BodyRoom {
  isSmall(bytes: number): boolean
  /** False: there is no room for so many more. */
  take(bytes: number): boolean
  give(bytes: number): void
}

export function createBodyRoom(limitBytes = LIMIT_BYTES): BodyRoom {
  let taken = 0
  return {
    isSmall: (bytes) => bytes <= SMALL_BYTES,
    take(bytes) {
      if (taken + bytes > limitBytes) return false
      taken += bytes
      return true
    },
    give(bytes) {
      taken -= bytes
    },
  }
}
