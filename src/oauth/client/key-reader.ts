import type { JWK } from 'jose'
import { LRUCache } from 'lru-cache'
import { readJsonObject } from '../../http/wire/read-json-object.ts'
import type { Failure } from '../../shared/result.ts'
import type { Client } from './client-store.ts'
import type { DocumentReader, DocumentReaderOptions, ReadDocument } from './document-reader.ts'
import { createFetchTurns } from './fetch-turns.ts'
import { keysFreshnessSeconds } from './freshness.ts'
import { ALL_ALGORITHMS } from './read-authentication.ts'
import { readKeys } from './read-keys.ts'

/** Number of key sets that this listener keeps, of 16 KiB each at most. */
const KEPT_LIMIT = 256

type ReadKeySet = { readonly ok: true; readonly keys: readonly JWK[] } | Extract<ReadDocument, Failure>

/** Reads the public keys of clients: those in the document, or those at the address that the document names. */
export interface KeyReader {
  /** @param address Address of the requester. It limits how often keys are fetched. */
  read(client: Client, address: string): Promise<ReadKeySet>
  /** Fetches keys that are still fresh, since one is missing. Null: they were fetched a moment ago. */
  readAgain(client: Client, address: string): Promise<ReadKeySet | null>
}

export interface KeyReaderOptions extends Omit<DocumentReaderOptions, 'clients'> {
  readonly documents: DocumentReader
}

/** Keys are fetched by the rules for documents, and their errors are not kept either. */
export function createKeyReader({ documents, fetchDocument, limiter, clock = Date.now }: KeyReaderOptions): KeyReader {
  const kept = new LRUCache<string, { readonly keys: readonly JWK[]; readonly expiresAtMs: number }>({
    max: KEPT_LIMIT,
  })
  const turns = createFetchTurns(fetchAndKeep, { limiter, clock })

  async function fetchAndKeep(url: string): Promise<ReadKeySet> {
    const fetched = await fetchDocument(url)
    if (!fetched.ok) return fetched.fault === 'unreachable' || fetched.fault === 'status' ? UNREACHABLE : UNUSABLE
    const keys = readKeys(readJsonObject(fetched.body), ALL_ALGORITHMS)
    if (keys.length === 0) return UNUSABLE
    const nowMs = clock()
    kept.set(url, { keys, expiresAtMs: nowMs + keysFreshnessSeconds(fetched.headers, nowMs) * 1000 })
    return { ok: true, keys }
  }

  return {
    async read({ authentication: { keys, keysUrl } }, address) {
      if (keysUrl === null) return { ok: true, keys }
      const known = kept.get(keysUrl)
      return known !== undefined && known.expiresAtMs > clock()
        ? { ok: true, keys: known.keys }
        : turns.fetch(keysUrl, address)
    },
    async readAgain({ authentication: { keysUrl }, id }, address) {
      if (keysUrl !== null) return turns.mayRepeat(keysUrl) ? turns.fetch(keysUrl, address) : null
      const read = await documents.readAgain(id, address)
      return read?.ok === true ? { ok: true, keys: read.client.authentication.keys } : read
    },
  }
}

const UNREACHABLE: ReadKeySet = {
  ok: false,
  code: 'client_unreachable',
  detail: 'The keys at its jwks_uri could not be fetched.',
}
const UNUSABLE: ReadKeySet = {
  ok: false,
  code: 'invalid_client_metadata',
  detail:
    'Its jwks_uri must answer with JSON of at most 16 KiB that has a public key for RS256, PS256, ES256 or EdDSA.',
}
