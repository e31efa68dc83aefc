import { LRUCache } from 'lru-cache'
import type { Limiter } from '../../limits/limiter.ts'
import { addressKey } from '../../shared/address-key.ts'
import { Unavailable } from '../../shared/unavailable.ts'

/** Number of concurrent fetches of one kind in this listener. Each takes a socket for 2.5 s at most. */
const FETCHES_LIMIT = 32
/** Number of fetches that one address may cause. */
const FETCHES_OF_ADDRESS = { limit: 30, windowMs: 60_000 } as const
/** Shortest time between two fetches of one address that nothing but an unknown key asks for. */
const REPEAT_SPACING_MS = 30_000
/** Number of fetched addresses whose times are remembered. */
const TIMES_LIMIT = 1000

/** Bounds the fetches of what clients publish. */
export interface FetchTurns<Fetched> {
  /**
   * Fetches, or shares the fetch of that URL that is in progress. Rejects with `Unavailable` when too much is being fetched,
   * by this address or at all.
   *
   * @param address Address of the requester.
   */
  fetch(url: string, address: string): Promise<Fetched>
  /** Tells whether a URL was last fetched so long ago that its content, although still fresh, may be fetched again. */
  mayRepeat(url: string): boolean
}

export function createFetchTurns<Fetched>(
  fetch: (url: string) => Promise<Fetched>,
  { clock, limiter }: { readonly limiter: Limiter; readonly clock: () => number },
): FetchTurns<Fetched> {
  /**
   * Fetches in progress, by URL. Requesters of the same document share the first fetch. Null: the first requester was over
   * its limit, which does not apply to the others.
   */
  const inProgress = new Map<string, Promise<{ readonly fetched: Fetched } | null>>()
  const fetchedAtMs = new LRUCache<string, number>({ max: TIMES_LIMIT })

  async function fetchFor(url: string, address: string): Promise<Fetched> {
    if (inProgress.size >= FETCHES_LIMIT)
      throw new Unavailable('too many client documents are being fetched', { reason: 'queue' })
    // The call is `async`, so that the fetch is already registered when the limiter is asked, and a failure rejects.
    const permission = (async () => limiter.take(`client-documents:${addressKey(address)}`, 1, FETCHES_OF_ADDRESS))()
    const fetching = permission
      .then(async ({ allowed }) => {
        if (!allowed) return null
        fetchedAtMs.set(url, clock())
        return { fetched: await fetch(url) }
      })
      .finally(() => inProgress.delete(url))
    inProgress.set(url, fetching)
    const read = await fetching
    if (read !== null) return read.fetched
    const { retryAfterSeconds } = await permission
    throw new Unavailable('this address has asked for too many client documents', {
      retryAfterSeconds,
      reason: 'limit',
    })
  }

  return {
    async fetch(url, address) {
      for (let shared = inProgress.get(url); shared !== undefined; shared = inProgress.get(url)) {
        const read = await shared
        if (read !== null) return read.fetched
      }
      return fetchFor(url, address)
    },
    mayRepeat: (url) => clock() - (fetchedAtMs.get(url) ?? -Infinity) >= REPEAT_SPACING_MS,
  }
}
