import type { GrantStore } from './grant-store.ts'

export interface GrantUsesOptions {
  readonly store: Pick<GrantStore, 'touch'>
  /** Called when last uses cannot be written, once for each outage. */
  readonly onFault: (message: string, cause: unknown) => void
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
  readonly flushIntervalMs?: number
  /** Number of recorded grants. The grants that have waited longest are dropped for new ones. */
  readonly limit?: number
}

/** Records when grants were last used, and writes the times in intervals. */
export interface GrantUses {
  /** Records a use. It is cheap, since every request calls it. */
  record(grantId: string): void
  /** Writes the recorded uses; never rejects. Uses that could not be written wait for the next time. */
  flush(): Promise<void>
  /** Writes the recorded uses for the last time. */
  close(): Promise<void>
}

const FLUSH_INTERVAL_MS = 30_000
/** Default limit of recorded grants, which take about 10 MB. */
const LIMIT = 50_000
/** Number of grants in one statement. */
const BATCH_LIMIT = 1000

export function createGrantUses(options: GrantUsesOptions): GrantUses {
  const { clock = Date.now, flushIntervalMs = FLUSH_INTERVAL_MS, limit = LIMIT, onFault, store } = options
  let recorded = new Map<string, number>()
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
    const writing = recorded
    recorded = new Map()
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
      // Uses that were recorded meanwhile are newer.
      const merged = new Map(entries)
      for (const [grantId, atMs] of recorded) {
        merged.delete(grantId)
        add(merged, grantId, atMs)
      }
      recorded = merged
    }
  }

  function flush(): Promise<void> {
    turn = turn.then(write)
    return turn
  }

  return {
    record: (grantId) => add(recorded, grantId, clock()),
    flush,
    close() {
      clearInterval(timer)
      return flush()
    },
  }
}
