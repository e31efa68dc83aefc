// What the clients of a fleet have seen: counts, and everything that must not be.

/** Something that was done to the fleet, in milliseconds of `performance.now()`. */
export interface Event {
  readonly what: string
  readonly startMs: number
  endMs: number | null
  /** For how long after its begin it breaks connections. */
  readonly breaksMs: number
}

export interface Failure {
  readonly what: string
  readonly startMs: number
  readonly endMs: number
}

export interface Ledger {
  readonly events: readonly Event[]
  /** Notes that something begins. @returns what notes its end */
  begin(what: string, breaksMs?: number): () => void
  /** What the fleet did not recover from, in sentences. */
  readonly unrecovered: string[]
  /** Learns which publication a hash of content is. @returns a fault if it is another one too */
  learn(hash: string, publication: number): string | null
  readonly hashes: ReadonlyMap<string, number>
  /** Whether a request that took this time may have lost its connection with a process that was killed. */
  mayBreak(startMs: number, endMs: number): boolean
}

/** The connections of a process end a moment after it. */
export const KILL_MS = 500

export function createLedger(): Ledger {
  const events: Event[] = []
  const hashes = new Map<string, number>()
  return {
    events,
    hashes,
    unrecovered: [],
    begin(what, breaksMs = 0) {
      const event: Event = { what, startMs: performance.now(), endMs: null, breaksMs }
      events.push(event)
      return () => void (event.endMs = performance.now())
    },
    learn(hash, publication) {
      const known = hashes.get(hash)
      if (known === undefined) hashes.set(hash, publication)
      return known === undefined || known === publication
        ? null
        : `one content, ${hash}, has the texts of the publications ${known} and ${publication}`
    },
    mayBreak: (startMs, endMs) =>
      events.some((event) => event.breaksMs > 0 && startMs <= event.startMs + event.breaksMs && endMs >= event.startMs),
  }
}
