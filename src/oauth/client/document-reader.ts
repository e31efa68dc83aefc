import type { Limiter } from '../../limits/limiter.ts'
import { checkDocument } from './check-document.ts'
import type { Client, ClientStore } from './client-store.ts'
import type { FetchDocument, FetchFault } from './fetch-document.ts'
import { createFetchTurns } from './fetch-turns.ts'
import { freshnessSeconds, keysFreshnessSeconds } from './freshness.ts'
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
  /** Fetches a document although it may still be fresh. Null: it was fetched a moment ago. */
  readAgain(url: string, address: string): Promise<ReadDocument | null>
}

export interface DocumentReaderOptions {
  readonly clients: ClientStore
  readonly fetchDocument: FetchDocument
  readonly limiter: Limiter
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
}

export function createDocumentReader(options: DocumentReaderOptions): DocumentReader {
  const { clients, fetchDocument, limiter, clock = Date.now } = options
  const turns = createFetchTurns(fetchAndKeep, { limiter, clock })

  async function fetchAndKeep(url: string): Promise<ReadDocument> {
    const fetched = await fetchDocument(url)
    if (!fetched.ok) return { ok: false, ...FAULTS[fetched.fault] }
    const checked = checkDocument(url, fetched.body)
    if (!checked.ok) return { ok: false, code: 'invalid_client_metadata', detail: checked.detail }
    const nowMs = clock()
    const hasKeys = checked.client.authentication.methods.includes('private_key_jwt')
    const seconds = (hasKeys ? keysFreshnessSeconds : freshnessSeconds)(fetched.headers, nowMs)
    await clients.keepDocument({ client: checked.client, expiresAt: new Date(nowMs + seconds * 1000) })
    return checked
  }

  return {
    async read(url, address) {
      const kept = await clients.findDocument(url)
      if (kept !== null && kept.expiresAt.getTime() > clock()) return { ok: true, client: kept.client }
      return turns.fetch(url, address)
    },
    readAgain: async (url, address) => (turns.mayRepeat(url) ? turns.fetch(url, address) : null),
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
