import { REVOCATION_MEMORY_SECONDS, type Revocations } from '../../oauth/grant/revocations.ts'

const POLL_INTERVAL_MS = 500
/**
 * Allowance for the difference between the clocks of nodes and database, and for the time from a transaction's time
 * stamp to its commit. The transaction may wait for a lock, or its process may stand still.
 */
const CLOCK_SLACK_MS = 60_000

export interface RevocationOptions {
  /** `GrantStore.revokedSince`; may reject. */
  readonly recentlyRevoked: (since: Date) => Promise<readonly string[]>
  readonly pollIntervalMs?: number
  /** Clock in milliseconds since the epoch. */
  readonly now?: () => number
}

export interface PolledRevocations extends Revocations {
  /** Resolves when all earlier revocations are known. While the store is unavailable it stays pending: admit nobody until it resolves. */
  readonly ready: Promise<void>
  /** Records grants as revoked; returns those that were not known yet. */
  record(grantIds: readonly string[]): readonly string[]
  /** Makes the next poll of the store go back as far as the first one. */
  lookBack(): void
}

/**
 * Revocations that one node knows: those announced to it, and those that it finds when it polls the store. Alone it
 * serves a single process; `src/store/redis/redis-revocations.ts` adds the other nodes.
 *
 * @param onLook Called after each poll. A poll that went back to the beginning passes all that it found, others only
 * what was new.
 */
export function createMemoryRevocations(
  { recentlyRevoked, pollIntervalMs = POLL_INTERVAL_MS, now = Date.now }: RevocationOptions,
  onLook: (grantIds: readonly string[]) => void = () => {},
): PolledRevocations {
  const memoryMs = REVOCATION_MEMORY_SECONDS * 1000
  /** Expiry times by grant id, earliest first. */
  const known = new Map<string, number>()
  const listeners: ((grantId: string) => void)[] = []
  let sinceMs: number | null = null
  let timer: NodeJS.Timeout | null = null
  let closed = false
  let settle: () => void
  const ready = new Promise<void>((resolve) => (settle = resolve))

  function record(grantIds: readonly string[]): readonly string[] {
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
    // The clock was put back. Polls since the last one would find nothing for as long, and too much may have been forgotten.
    if (sinceMs !== null && sinceMs > beganMs) sinceMs = null
    const fromMs = sinceMs
    try {
      const found = await recentlyRevoked(new Date((fromMs ?? beganMs - memoryMs) - CLOCK_SLACK_MS))
      if (closed) return
      const news = record(found)
      // Someone may have asked meanwhile for an earlier start; the next poll honours it.
      if (sinceMs === fromMs) sinceMs = beganMs
      settle()
      onLook(fromMs === null ? found : news)
    } catch {
      // The store is unavailable. The next poll that succeeds finds what happened meanwhile.
    }
    forget()
    if (!closed) timer = setTimeout(() => void look(), pollIntervalMs)
  }

  // The first poll waits until the caller has added its listeners.
  timer = setTimeout(() => void look(), 0)
  return {
    ready,
    record,
    async announce(grantIds) {
      record(grantIds)
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
