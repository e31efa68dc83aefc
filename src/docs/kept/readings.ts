/** Readings of pages that earlier builds made, and other threads make. */
export interface Readings {
  /**
   * The readings of the pages of a source. Those of another world are gone.
   * @param world hash of all that a reading depends on beside the page itself
   */
  open(source: string, world: string): KeptReadings
  /** Starts threads that read shares of the pages of the source, as they claim them. */
  help(source: string, world: string, claims: SharedArrayBuffer): Helpers
}

export interface KeptReadings {
  /** Number of readings that an earlier build kept. */
  readonly count: number
  /** Drops what an earlier build kept. */
  clear(): void
  /** What this build or an earlier one has put; null: nothing, or it is damaged. */
  get(key: string): Uint8Array | null
  /** Keeps a reading for the next build. What this build does not keep is dropped. False: it cannot be kept. */
  put(key: string, bytes: Uint8Array): boolean
  /** Keeps what an earlier build has put, as it is. False: there is nothing, or it cannot be kept. */
  keep(key: string): boolean
}

export interface Helpers {
  /** Resolves when all that was claimed has been read, or the threads have ended. */
  readonly done: Promise<void>
  /** Takes the readings of a share away; undefined: it was not read. */
  take(share: number): readonly HelpedPage[] | undefined
  stop(): Promise<void>
}

/** A page that another thread has read. `bytes` is what `get` gives; null: it must be read here. */
export interface HelpedPage {
  readonly key: string
  readonly bytes: Uint8Array | null
}

/** What a thread does that reads a share of the pages of one source. */
export interface Helping {
  readonly source: string
  readonly world: string
  readonly claims: SharedArrayBuffer
  readonly send: (share: number, pages: readonly HelpedPage[]) => void
}

/** Claims the next share of pages for a thread; null: all are claimed. */
export function claimShare(claims: SharedArrayBuffer, shares: number): number | null {
  const share = Atomics.add(new Int32Array(claims), 0, 1)
  return share < shares ? share : null
}
