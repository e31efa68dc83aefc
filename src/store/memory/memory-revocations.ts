import { REVOCATION_MEMORY_SECONDS } from '../../oauth/grant/revocations.ts'
import type { Revocations } from '../../oauth/grant/revocations.ts'

const POLL_INTERVAL_MS = 500
/** Clocks of nodes and of the database may differ by so much, and a transaction may take so long from its time stamp to its end. */
const CLOCK_SLACK_MS = 5000

export interface RevocationOptions {
  /** `GrantStore.revokedSince`; may reject. */
  readonly recentlyRevoked: (since: Date) => Promise<readonly string[]>
  readonly pollIntervalMs?: number
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

export interface PolledRevocations extends Revocations {
  /** Resolves when all of the time before the start is known. While the store is away it does not: admit nobody until then. */
  readonly ready: Promise<void>
  /** Takes in that grants are over; returns those that are news. */
  hear(grantIds: readonly string[]): readonly string[]
  /** The next look at the store goes back as far as the first one. */
  lookBack(): void
}

/**
 * What one node knows of revocations: what it was told, and what it finds when it looks at the store. Alone it serves a
 * single process; `src/store/redis/redis-revocations.ts` adds the other nodes.
 *
 * @param onLook Called after each look that went back to the beginning with all that it found, and after others with what was news.
 */
export function createMemoryRevocations(
  { recentlyRevoked, pollIntervalMs = POLL_INTERVAL_MS, now = Date.now }: RevocationOptions,
  onLook: (grantIds: readonly string[]) => void = () => {},
): PolledRevocations {
  const memoryMs = REVOCATION_MEMORY_SECONDS * 1000
  /** When they may be forgotten, by id, the first first. */
  const known = new Map<string, number>()
  const listeners: ((grantId: string) => void)[] = []
  let sinceMs: number | null = null
  let timer: NodeJS.Timeout | null = null
  let closed = false
  let settle: () => void
  const ready = new Promise<void>((resolve) => (settle = resolve))

  function hear(grantIds: readonly string[]): readonly string[] {
    const news = [...new Set(grantIds)].filter((grantId) => !known.has(grantId))
    for (const grantId of news) known.set(grantId, now() + memoryMs)
    for (const grantId of news) for (const listener of listeners) listener(grantId)
    return news
  }

  function forget(): void {
    for (const [grantId, untilMs] of known) {
      if (untilMs > now()) return
      known.delete(grantId)
    }
  }

  async function look(): Promise<void> {
    const beganMs = now()
    // The clock was put back: from the last look on nothing would be found for as long, and too much may have been forgotten.
    if (sinceMs !== null && sinceMs > beganMs) sinceMs = null
    const fromMs = sinceMs
    try {
      const found = await recentlyRevoked(new Date((fromMs ?? beganMs - memoryMs) - CLOCK_SLACK_MS))
      if (closed) return
      const news = hear(found)
      // Who asked meanwhile for a look further back gets it the next time.
      if (sinceMs === fromMs) sinceMs = beganMs
      settle()
      onLook(fromMs === null ? found : news)
    } catch {
      // The store is away; what happens meanwhile is found by the look that succeeds.
    }
    forget()
    if (!closed) timer = setTimeout(() => void look(), pollIntervalMs)
  }

  // Not before whoever made it has added its listeners.
  timer = setTimeout(() => void look(), 0)
  return {
    ready,
    hear,
    async announce(grantIds) {
      hear(grantIds)
    },
    has: (grantId) => known.has(grantId),
    onRevoked: (listener) => void listeners.push(listener),
    lookBack: () => void (sinceMs = null),
    close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
