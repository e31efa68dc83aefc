/** A body up to that length always finds room: there are no more of those than connections. */
const SMALL_BYTES = 64 * 1024
/** For the longer ones of one host in one thread. */
const LIMIT_BYTES = 256 * 1024 * 1024
/** Nobody takes more than that part of it. */
const SHARE = 1 / 8

/** Memory for long bodies that are on their way: who sends many at once, and slowly, is not to take all there is. */
export interface BodyRoom {
  isSmall(bytes: number): boolean
  /** False: there is no room for so many more, or the client has its share. */
  take(client: string, bytes: number): boolean
  give(client: string, bytes: number): void
}

export function createBodyRoom(limitBytes = LIMIT_BYTES): BodyRoom {
  const takenBy = new Map<string, number>()
  let taken = 0
  return {
    isSmall: (bytes) => bytes <= SMALL_BYTES,
    take(client, bytes) {
      const own = (takenBy.get(client) ?? 0) + bytes
      if (taken + bytes > limitBytes || own > limitBytes * SHARE) return false
      taken += bytes
      takenBy.set(client, own)
      return true
    },
    give(client, bytes) {
      const left = (takenBy.get(client) ?? 0) - bytes
      taken -= bytes
      if (left > 0) takenBy.set(client, left)
      else takenBy.delete(client)
    },
  }
}
