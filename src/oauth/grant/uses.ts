import type { GrantStore } from './grant-store.ts'

export interface GrantUsesOptions {
  readonly store: Pick<GrantStore, 'touch'>
  /** Told when last uses cannot be written down, once for each outage. */
  readonly onFault: (message: string, cause: unknown) => void
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
  readonly flushIntervalMs?: number
  /** Grants that wait to be written down; those that have waited longest make room. */
  readonly limit?: number
}

/** When grants were last used: noted with each request, written down now and then. */
export interface GrantUses {
  /** Cheap: called with every request. */
  note(grantId: string): void
  /** Writes down what is noted; never rejects. What could not be written waits for the next time. */
  flush(): Promise<void>
  /** The same for the last time. */
  close(): Promise<void>
}

const FLUSH_INTERVAL_MS = 30_000
/** Some 10 MB. */
const LIMIT = 50_000
/** Grants in one statement. */
const BATCH_LIMIT = 1000

export function createGrantUses(options: GrantUsesOptions): GrantUses {
  const { clock = Date.now, flushIntervalMs = FLUSH_INTERVAL_MS, limit = LIMIT, onFault, store } = options
  let noted = new Map<string, number>()
  let turn: Promise<void> = Promise.resolve()
  let failing = false
  const timer = setInterval(() => void flush(), flushIntervalMs)
  timer.unref()

  function add(uses: Map<string, number>, grantId: string, atMs: number): void {
    if (uses.size >= limit && !uses.has(grantId)) {
      const [oldest] = uses.keys()
      if (oldest !== undefined) uses.delete(oldest)
    }
    uses.set(grantId, atMs)
  }

  async function write(): Promise<void> {
    const writing = noted
    noted = new Map()
    const entries = [...writing]
    try {
      while (entries.length > 0) {
        const batch = entries.slice(0, BATCH_LIMIT)
        await store.touch(new Map(batch.map(([grantId, atMs]) => [grantId, new Date(atMs)])))
        entries.splice(0, batch.length)
      }
      failing = false
    } catch (error) {
      if (!failing) onFault('last uses of grants could not be written down yet', error)
      failing = true
      // What came meanwhile is newer.
      const merged = new Map(entries)
      for (const [grantId, atMs] of noted) {
        merged.delete(grantId)
        add(merged, grantId, atMs)
      }
      noted = merged
    }
  }

  function flush(): Promise<void> {
    turn = turn.then(write)
    return turn
  }

  return {
    note: (grantId) => add(noted, grantId, clock()),
    flush,
    close() {
      clearInterval(timer)
      return flush()
    },
  }
}
