import { isObjectId } from '../../shared/object-id.ts'
import { isClientIdUrl } from './client-id-url.ts'
import type { Client, ClientStore } from './client-store.ts'
import type { ClientUses } from './client-uses.ts'
import type { DocumentReader } from './document-reader.ts'
import type { Failure } from '../../shared/result.ts'

export type ResolvedClient =
  | {
      readonly ok: true
      readonly client: Client
      /** Host of the client's metadata address; null for a registered client. */
      readonly host: string | null
    }
  | Failure<'unknown_client' | 'client_unreachable' | 'invalid_client_metadata'>

export interface ClientResolver {
  /**
   * Finds the client of a `client_id`. May reject with `Unavailable`.
   *
   * @param address Address of the requester. It limits how often documents are fetched.
   */
  resolve(clientId: string, address: string): Promise<ResolvedClient>
}

export interface ClientResolverOptions {
  readonly clients: ClientStore
  readonly uses: ClientUses
  readonly documents: DocumentReader
}

const UNKNOWN: ResolvedClient = {
  ok: false,
  code: 'unknown_client',
  detail:
    'There is no client with this client_id. It may have been unused for so long that it was dropped: register again.',
}

/**
 * Creates the resolver of `client_id`: an application that registered here (RFC 7591), or one that publishes its metadata
 * (CIMD).
 */
export function createClientResolver({ clients, documents, uses }: ClientResolverOptions): ClientResolver {
  return {
    async resolve(clientId, address) {
      if (isObjectId('cli', clientId)) {
        const client = await clients.find(clientId)
        if (client === null) return UNKNOWN
        uses.record(clientId)
        return { ok: true, client, host: null }
      }
      if (!isClientIdUrl(clientId)) return UNKNOWN
      const read = await documents.read(clientId, address)
      return read.ok ? { ok: true, client: read.client, host: new URL(clientId).host } : read
    },
  }
}
