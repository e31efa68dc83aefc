import { readJsonObject } from '../../http/wire/read-json-object.ts'
import type { ServiceError } from '../../http/route/service-error.ts'
import { selectRedirectUris } from '../checks/select-redirect-uris.ts'
import type { Client } from '../client/client-store.ts'
import { readClientName, readClientUri, readTexts } from '../client/client-texts.ts'
import { refuse } from '../refusals.ts'
import type { Result } from '../../shared/result.ts'

/**
 * Reads the supported members of a registration request (RFC 7591 §2). Unknown members are ignored. So are requests that
 * the answer corrects: methods of authentication, further grant types, scopes, some of several redirect URIs. A request
 * that lacks what the client needs is refused (§3.2.2).
 */
export function checkRegistration(body: Uint8Array): Result<Omit<Client, 'id'>, ServiceError> {
  const metadata = readJsonObject(body)
  if (metadata === null) return invalidMetadata('The body must be a JSON object in UTF-8.')
  const redirectUris = selectRedirectUris(metadata['redirect_uris'])
  if (!redirectUris.ok) return redirectUris
  const name = readClientName(metadata['client_name'])
  if (name === undefined) return invalidMetadata('The member client_name must be a text of up to 200 characters.')
  const uri = readClientUri(metadata['client_uri'])
  if (uri === undefined) return invalidMetadata('The member client_uri must be a text.')
  const fault =
    listFault('grant_types', 'authorization_code', metadata) ??
    listFault('response_types', 'code', metadata) ??
    textFault('token_endpoint_auth_method', metadata) ??
    textFault('scope', metadata)
  return fault ?? { ok: true, value: { name, uri, redirectUris: redirectUris.value } }
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
