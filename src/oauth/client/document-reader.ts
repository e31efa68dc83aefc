import { addressKey } from '../../shared/address-key.ts'
import type { Limiter } from '../../limits/limiter.ts'
import { Unavailable } from '../../shared/unavailable.ts'
import { checkDocument } from './check-document.ts'
import type { Client, ClientStore } from './client-store.ts'
import type { FetchDocument, FetchFault } from './fetch-document.ts'
import { freshnessSeconds } from './freshness.ts'
import type { Failure } from '../../shared/result.ts'

export type ReadDocument =
  { readonly ok: true; readonly client: Client } | Failure<'client_unreachable' | 'invalid_client_metadata'>

/** Client ID metadata documents, fetched when needed and kept for as long as they say. */
export interface DocumentReader {
  /** @param address Of who asks. Rejects with `Unavailable` when too many documents are being fetched, by this address or at all. */
  read(url: string, address: string): Promise<ReadDocument>
}

export interface DocumentReaderOptions {
  readonly clients: ClientStore
  readonly fetchDocument: FetchDocument
  readonly limiter: Limiter
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
}

/** At once, in this listener. Each takes a socket for 2.5 s at most. */
const FETCHES_LIMIT = 32
/** Fetches that one address may cause. */
const FETCHES_OF_ADDRESS = { limit: 30, windowMs: 60_000 } as const

export function createDocumentReader(options: DocumentReaderOptions): DocumentReader {
  const { clients, fetchDocument, limiter, clock = Date.now } = options
  /**
   * Under way, by their addresses: whoever wants the same document waits with the first. Null: the first may not ask now, which
   * says nothing of the others.
   */
  const underWay = new Map<string, Promise<ReadDocument | null>>()

  async function fetchAndKeep(url: string): Promise<ReadDocument> {
    const fetched = await fetchDocument(url)
    if (!fetched.ok) return { ok: false, ...FAULTS[fetched.fault] }
    const checked = checkDocument(url, fetched.body)
    if (!checked.ok) return { ok: false, code: 'invalid_client_metadata', detail: checked.detail }
    const nowMs = clock()
    const expiresAt = new Date(nowMs + freshnessSeconds(fetched.headers, nowMs) * 1000)
    await clients.keepDocument({ client: checked.client, expiresAt })
    return checked
  }

  async function fetchFor(url: string, address: string): Promise<ReadDocument> {
    if (underWay.size >= FETCHES_LIMIT) throw new Unavailable('too many client documents are being fetched')
    // `async`, so that the limiter is asked once the document counts as under way, and fails as a promise.
    const allowing = (async () => limiter.take(`client-documents:${addressKey(address)}`, 1, FETCHES_OF_ADDRESS))()
    const fetching = allowing
      .then(({ allowed }) => (allowed ? fetchAndKeep(url) : null))
      .finally(() => underWay.delete(url))
    underWay.set(url, fetching)
    const read = await fetching
    if (read !== null) return read
    const { retryAfterSeconds } = await allowing
    throw new Unavailable('this address has asked for too many client documents', { retryAfterSeconds })
  }

  return {
    async read(url, address) {
      const kept = await clients.findDocument(url)
      if (kept !== null && kept.expiresAt.getTime() > clock()) return { ok: true, client: kept.client }
      for (let shared = underWay.get(url); shared !== undefined; shared = underWay.get(url)) {
        const read = await shared
        if (read !== null) return read
      }
      return fetchFor(url, address)
    },
  }
}

const FAULTS: Readonly<Record<FetchFault, Omit<Extract<ReadDocument, { readonly ok: false }>, 'ok'>>> = {
  unreachable: { code: 'client_unreachable', detail: 'Its metadata document could not be fetched.' },
  status: {
    code: 'client_unreachable',
    detail: 'The server of its metadata document answered with another status than 200. Redirects are not followed.',
  },
  'media-type': { code: 'invalid_client_metadata', detail: 'Its metadata document is not application/json.' },
  coding: { code: 'invalid_client_metadata', detail: 'Its metadata document was sent with a content coding.' },
  'too-large': { code: 'invalid_client_metadata', detail: 'Its metadata document is larger than 5 KiB.' },
}
