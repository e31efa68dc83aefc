/** A body up to this length always finds room: there are no more of those than connections. */
const SMALL_BYTES = 64 * 1024
/** Memory for the longer bodies of one host in one thread. */
const LIMIT_BYTES = 256 * 1024 * 1024
/** The part of the memory that one client may take. */
const SHARE = 1 / 8

/** Memory for long bodies that are on their way. A client that sends many at once, and slowly, must not take all of it. */
export interface BodyRoom {
  isSmall(bytes: number): boolean
  /** Takes room for so many more bytes. False if there is none, or the client has its share. */
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
