import { readJsonObject } from '../../http/wire/read-json-object.ts'
import { selectRedirectUris } from '../checks/select-redirect-uris.ts'
import { redirectUriFault } from '../checks/validate-redirect-uri.ts'
import type { Client } from './client-store.ts'
import { readClientName, readClientUri, readTexts } from './client-texts.ts'

/**
 * Characters of a client's address and one of its redirect URIs together. Both are in the key of a consent, and an entry of
 * an index of PostgreSQL has 2,704 bytes at most. The rest is for the other columns and for the port of a loopback address.
 */
const ADDRESSES_LIMIT_CHARACTERS = 2560
/** Members that only private or symmetric keys have (RFC 7518 §6). */
const PRIVATE_KEY_MEMBERS: readonly string[] = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

export type CheckedDocument =
  | { readonly ok: true; readonly client: Client }
  | { readonly ok: false; readonly detail: string }

/**
 * Checks that a document describes the client whose address it was fetched from
 * (draft-ietf-oauth-client-id-metadata-document §4; MCP authorization, Client Registration).
 */
export function checkDocument(url: string, body: Uint8Array): CheckedDocument {
  const metadata = readJsonObject(body)
  if (metadata === null) return refuse('It is not a JSON object in UTF-8.')
  if (metadata['client_id'] !== url) return refuse('Its client_id is not the address that it was fetched from.')
  const secret = secretFault(metadata)
  if (secret !== null) return refuse(secret)
  const method = metadata['token_endpoint_auth_method'] ?? 'none'
  if (method !== 'none') {
    return refuse('Its token_endpoint_auth_method must be none: clients of this server do not authenticate themselves.')
  }
  const grantTypes = readTexts(metadata['grant_types'])
  if (grantTypes === undefined || grantTypes?.includes('authorization_code') === false) {
    return refuse('Its grant_types must have authorization_code.')
  }
  const responseTypes = readTexts(metadata['response_types'])
  if (responseTypes === undefined || responseTypes?.includes('code') === false) {
    return refuse('Its response_types must have code.')
  }
  const name = readClientName(metadata['client_name'])
  if (typeof name !== 'string') return refuse('It needs a client_name of up to 200 characters.')
  const redirectUris = selectRedirectUris(metadata['redirect_uris'], (uri) =>
    url.length + uri.length <= ADDRESSES_LIMIT_CHARACTERS
      ? redirectUriFault(uri)
      : `It may have ${ADDRESSES_LIMIT_CHARACTERS} characters at most, together with the address of the document.`,
  )
  if (!redirectUris.ok) return refuse(redirectUris.detail)
  const uri = readClientUri(metadata['client_uri']) ?? null
  return { ok: true, client: { id: url, name, uri, redirectUris: redirectUris.value } }
}

/** Finds secrets in a document, which everybody can read (§4.1). */
function secretFault(metadata: Readonly<Record<string, unknown>>): string | null {
  if ('client_secret' in metadata || 'client_secret_expires_at' in metadata) return 'It must not hold a client secret.'
  const { jwks } = metadata
  if (typeof jwks !== 'object' || jwks === null || !('keys' in jwks) || !Array.isArray(jwks.keys)) return null
  const isPrivate = jwks.keys.some(
    (key: unknown) => typeof key === 'object' && key !== null && PRIVATE_KEY_MEMBERS.some((name) => name in key),
  )
  return isPrivate ? 'It must not hold a private key.' : null
}

function refuse(detail: string): CheckedDocument {
  return { ok: false, detail }
}
