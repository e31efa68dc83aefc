import { readJsonObject } from '../../http/wire/read-json-object.ts'
import type { ServiceError } from '../../http/route/service-error.ts'
import { REDIRECT_URIS_LIMIT, redirectUriFault } from '../checks/validate-redirect-uri.ts'
import type { Client } from '../client/client-store.ts'
import { readClientName, readClientUri, readTexts } from '../client/client-texts.ts'
import { refuse } from '../refusals.ts'
import type { Result } from '../../shared/result.ts'

/**
 * Reads the supported members of a registration request (RFC 7591 §2). Unknown members are ignored. So are requests that
 * the answer corrects: methods of authentication, further grant types, scopes. A request that lacks what the client needs
 * is refused (§3.2.2).
 */
export function checkRegistration(body: Uint8Array): Result<Omit<Client, 'id' | 'authentication'>, ServiceError> {
  const metadata = readJsonObject(body)
  if (metadata === null) return invalidMetadata('The body must be a JSON object in UTF-8.')
  const redirectUris = readTexts(metadata['redirect_uris'])
  if (redirectUris === undefined || redirectUris === null || redirectUris.length === 0) {
    return refuse('invalid_redirect_uri', 'The member redirect_uris must be a list of at least one redirect URI.')
  }
  if (redirectUris.length > REDIRECT_URIS_LIMIT) {
    return refuse('invalid_redirect_uri', `A client may have ${REDIRECT_URIS_LIMIT} redirect URIs at most.`)
  }
  for (const uri of redirectUris) {
    const fault = redirectUriFault(uri)
    if (fault !== null) return fault
  }
  const name = readClientName(metadata['client_name'])
  if (name === undefined) return invalidMetadata('The member client_name must be a text of up to 200 characters.')
  const uri = readClientUri(metadata['client_uri'])
  if (uri === undefined) return invalidMetadata('The member client_uri must be a text.')
  const fault =
    listFault('grant_types', 'authorization_code', metadata) ??
    listFault('response_types', 'code', metadata) ??
    textFault('token_endpoint_auth_method', metadata) ??
    textFault('scope', metadata)
  return fault ?? { ok: true, value: { name, uri, redirectUris: [...new Set(redirectUris)] } }
}

function listFault(member: string, needed: string, metadata: Readonly<Record<string, unknown>>): ServiceError | null {
  const list = readTexts(metadata[member])
  return list === null || list?.includes(needed) === true
    ? null
    : invalidMetadata(`The member ${member} must be a list with ${needed}.`)
}

function textFault(member: string, metadata: Readonly<Record<string, unknown>>): ServiceError | null {
  const value = metadata[member] ?? ''
  return typeof value === 'string' ? null : invalidMetadata(`The member ${member} must be a text.`)
}

function invalidMetadata(detail: string): ServiceError {
  return refuse('invalid_client_metadata', detail)
}
