import { addressKey } from '../../shared/address-key.ts'
import type { Limiter } from '../../limits/limiter.ts'
import { Unavailable } from '../../shared/unavailable.ts'
import { checkDocument } from './check-document.ts'
import type { Client, ClientStore } from './client-store.ts'
import type { FetchDocument, FetchFault } from './fetch-document.ts'
import { freshnessSeconds } from './freshness.ts'
import type { Failure } from '../../shared/result.ts'

export type ReadDocument =
  | { readonly ok: true; readonly client: Client }
  | Failure<'client_unreachable' | 'invalid_client_metadata'>

/** Reads client ID metadata documents. They are fetched when needed, and cached for their stated lifetime. */
export interface DocumentReader {
  /**
   * Reads a document. Rejects with `Unavailable` when too many documents are being fetched, by this address or at all.
   *
   * @param address Address of the requester.
   */
  read(url: string, address: string): Promise<ReadDocument>
}

export interface DocumentReaderOptions {
  readonly clients: ClientStore
  readonly fetchDocument: FetchDocument
  readonly limiter: Limiter
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
}

/** Number of concurrent fetches in this listener. Each takes a socket for 2.5 s at most. */
const FETCHES_LIMIT = 32
/** Number of fetches that one address may cause. */
const FETCHES_OF_ADDRESS = { limit: 30, windowMs: 60_000 } as const

export function createDocumentReader(options: DocumentReaderOptions): DocumentReader {
  const { clients, fetchDocument, limiter, clock = Date.now } = options
  /**
   * Fetches in progress, by URL. Requesters of the same document share the first fetch. Null: the first requester was over
   * its limit, which does not apply to the others.
   */
  const inProgress = new Map<string, Promise<ReadDocument | null>>()

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
    if (inProgress.size >= FETCHES_LIMIT)
      throw new Unavailable('too many client documents are being fetched', { reason: 'queue' })
    // The call is `async`, so that the fetch is already registered when the limiter is asked, and a failure rejects.
    const permission = (async () => limiter.take(`client-documents:${addressKey(address)}`, 1, FETCHES_OF_ADDRESS))()
    const fetching = permission
      .then(({ allowed }) => (allowed ? fetchAndKeep(url) : null))
      .finally(() => inProgress.delete(url))
    inProgress.set(url, fetching)
    const read = await fetching
    if (read !== null) return read
    const { retryAfterSeconds } = await permission
    throw new Unavailable('this address has asked for too many client documents', {
      retryAfterSeconds,
      reason: 'limit',
    })
  }

  return {
    async read(url, address) {
      const kept = await clients.findDocument(url)
      if (kept !== null && kept.expiresAt.getTime() > clock()) return { ok: true, client: kept.client }
      for (let shared = inProgress.get(url); shared !== undefined; shared = inProgress.get(url)) {
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
  coding: {
    code: 'invalid_client_metadata',
    detail: 'Its metadata document was sent with a content coding that could not be read. gzip, deflate and br can.',
  },
  'too-large': { code: 'invalid_client_metadata', detail: 'Its metadata document is larger than 16 KiB.' },
}
